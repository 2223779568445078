package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.console.ErrorReport;
import io.whorl.cli.console.Streams;
import io.whorl.select.SelectionProvider;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exit codes: 0 for success, 1 for failure, 2 for wrong usage. An error is one line that says what to do, without a
 * stack trace and without results. The table of exit codes is true. No output of a command is one of its inputs, or
 * inside one.
 */
class ExitCodesTest {
    /** The case of the table in which a process ends by a signal, as {@code ProcessTest} does. */
    private static final String SIGNAL = "Ended by Ctrl-C";

    @TempDir
    private static Path directory;

    private static Path sources;

    @BeforeAll
    static void build() throws IOException {
        sources = Corpus.index(directory, "--store-text").resolveSibling("sources");
        for (String built : List.of(
                "plain $sources --force",
                "words $sources --granularity 1 --frequencies",
                "sketches $sources --selection min-s --store-text --store-fingerprints")) {
            run("build $" + built + " --quiet").exits(0);
        }
        write("text.txt", "some words to ask with");
        write("table.tsv", "original.txt\t2024-01-01\n");
        write("pairs.tsv", "original.txt\tversion.txt\n");
        write("blank", "\n");
        write("two.jsonl", Corpus.record("one", "a text") + Corpus.record("two", "a text"));
        Files.createDirectory(directory.resolve("empty"));
    }

    /** None of the commands of this test changes a source, or an index. */
    @AfterAll
    static void nothingIsChanged() throws IOException {
        try (Stream<Path> files = Files.list(sources)) {
            assertEquals(
                    Set.of("original.txt", "version.txt", "part.txt", "other.txt", "another.txt"),
                    files.map(f -> f.getFileName().toString()).collect(Collectors.toSet()));
        }
        assertEquals(Corpus.ORIGINAL, Files.readString(sources.resolve("original.txt")));
        assertEquals("original.txt\t2024-01-01\n", Files.readString(directory.resolve("table.tsv")));
        run("check $index --quiet").exits(0);
        assertEquals("5", run("stats $index --format json").row("documents"));
        for (String output : List.of("i", "new", "p.html", "e.csv")) {
            assertFalse(Files.exists(directory.resolve(output)), output);
        }
    }

    private static CliRun run(String line) {
        return CliRun.in(directory, "", line);
    }

    private static Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void each(String table) {
        CliRun.each(directory, table);
    }

    /** Asserts that each line is wrong usage. */
    private static void refused(String commands) {
        each(commands.replaceAll("(?m)$", " => 2"));
    }

    @Test
    void wrongUsageExitsWith2() {
        refused("""
                bild
                build
                build x
                query x
                compare x
                fingerprint
                stats
                stats x y
                adopt x
                backup x
                adopt x y --repeated-ids newest
                demo x y
                stats x --no-such
                stats x --format xml
                stats x --threads 0
                stats x --threads many
                compare a b --granularity 0
                compare a b --bits 65
                compare a b --unit words
                compare a b --breakpoints 8 --granularity 4
                compare a b --order bag --granularity 1
                compare a b --selection no-such
                compare a b --selection anchor --unit sentence
                compare a b --selection mod:m=x
                compare a b --selection mod:m=0
                compare a b --selection mod:m
                compare a b --selection mod:x=3
                compare a b --selection mod:m=2,m=3
                compare a b --selection anchor:anchors=@/no/such/file
                compare a b --selection anchor --unit char
                compare a b --selection kth-sentence --unit sentence
                compare a b --selection all-substrings --step 1
                compare a b --selection first-r --step 2
                compare a b --breakpoints 8 --step 1
                compare a b --words alphabetic --numbers drop
                compare a b --bits 31
                compare a b --bits many
                compare a b --order BAG
                compare a b --seed 0xg
                compare a b --seed 18446744073709551616
                build i . --memory much
                build i . --memory 1k
                build i . --max-document 3g
                build i . --max-document 0
                build i . --min-document -1
                build i . --strict --lenient
                build i . --id-field a --text-field a
                build i - -
                build i . --duplicates some
                delete i
                query i f --strict --lenient
                query i f --top 0
                query i f --max-df 0
                query i f --measure likeness
                query i f --min-score -1
                query i f --min-score NaN
                query i - -
                stats i --granularity 4
                query i f --granularity 4
                pairs i --query-selection full""");
        each("compare a b --selection X => 2 option '--selection': selection is 'X'");
    }

    /** A document of this size would end the command when its memory ends. */
    @Test
    void aDocumentLargerThanTheHeapCanReadIsWrongUsage() {
        long size = Runtime.getRuntime().maxMemory() / 2;
        each("build i . --max-document " + size + " => 2 --max-document");
    }

    @Test
    void emptyValuesAreWrongUsageAndNameTheirOption() {
        each("""
                compare a b --stop '' => 2 --stop
                compare a b --stem '' => 2 --stem
                query i f --id '' => 2 --id
                build i . --id-field '' => 2 --id-field
                build i . --include '' => 2 --include
                build i . --date-field '' => 2 --date-field
                compare a b --passages --language '' => 2 --language
                pairs i --series '' => 2 --series
                query $index '' => 2 (FILE|-)
                add $index '' => 2 (SOURCE)
                stats '' => 2 (INDEX)
                delete $index '' => 2 from 1 to
                """);
    }

    @Test
    void missingFilesExitWith1() {
        each("""
                stats $missing => 1 missing
                check $missing => 1 missing
                check $missing --repair => 1
                merge $missing => 1 missing
                pairs $missing => 1 missing
                query $missing $text.txt => 1 missing
                query $index $sources/original.txt $missing => 1 no such file
                fingerprint $missing => 1 missing
                fingerprint $sources => 1 is a directory
                compare $text.txt $missing => 1 missing
                compare $text.txt $text.txt --stop $missing => 1 missing
                compare $text.txt $text.txt --stop $sources => 1 is a directory
                compare $text.txt $text.txt --plugins $missing => 1 missing
                build $i $missing => 1 missing
                build $i $sources --dates $none.tsv => 1 none.tsv
                add $missing $sources => 1
                add $index $missing => 1
                delete $missing a => 1
                delete $index --ids $missing => 1
                rebuild $index $missing => 1
                rebuild $missing $sources --resume => 1 no rebuild to resume
                changes $index $missing => 1
                overlap $index $missing => 1
                overlap $missing $text.txt => 1
                overlap $text.txt --tests $none => 1 none
                passages $missing $text.txt --texts $sources => 1
                passages $index $missing --texts $sources => 1
                passages $index $text.txt --texts $missing => 1
                passages --pairs $pairs.tsv $sources $missing => 1
                passages --pairs $pairs.tsv $sources $pairs.tsv => 1
                passages --pairs $missing $sources $sources => 1
                passages $sources $sources => 1
                report $sources --reference $missing --html $p.html => 1
                report $sources --against $missing --texts $sources => 1
                stats $sources => 1 not an index
                """);
        run("stats $missing --stacktrace").exits(1, "\tat io.whorl.");
    }

    @Test
    void whatMakesNoSenseTogetherOrForAnIndexIsRefused() {
        refused("""
                add $index
                delete $index
                rebuild $index
                rebuild $index $sources --max-df 0
                rebuild $index $sources --memory 900t
                rebuild $index $index/..
                rebuild $index $sources --duplicates some
                rebuild $index - --resume
                rebuild $i $sources --scheme $table.tsv --preset plagiarism
                build $i $sources/original.txt --id-field name
                build $i $sources --include [a
                build $i $sources --limit 0
                build $i $sources --sample 2
                build $i $sources --sample 1/0
                build $i $sources --sample x
                build $i $sources --namespaces main
                build $sources/index $sources
                adopt $index
                changes $index
                changes $index $index --min-score 1.5
                changes $index $index --measure cosine
                changes $index $index --memory 1
                clusters $index --measure percent
                clusters $index --min-score 0
                clusters $index --min-score 1.5
                clusters $index --link ring
                clusters $index --top 0
                clusters $index --max-df 0
                clusters $index --memory 7m
                clusters $index --edges $edges.txt
                clusters $index --unknown
                clusters $index --html $p.html --page-texts 1
                clusters $index --html $p.html --page-texts 101
                clusters $index --html $p.html --page-bytes 999
                clusters $index --html $p.html --page-bytes 2g
                clusters $index --html $e.csv --edges $e.csv
                clusters $index --texts $sources
                clusters $index --texts $sources --html $p.html --page-texts 0
                clusters $index --texts $sources --html $p.html --limit 3
                clusters $index --lenient
                clusters $index --html $p.html --text-field body
                clusters $index --dates $table.tsv
                pairs $index --measure percent
                pairs $index --measure identity-5
                pairs $index --min-score 1.5
                pairs $index --min-score -1
                pairs $index --top 0
                pairs $index --max-df 0
                dedup $sources --measure percent
                dedup $sources --measure shared
                dedup $sources --min-score 0
                dedup $sources --min-score 1.5
                dedup $sources --keep newest
                dedup $sources --keep field:
                dedup $sources --keep field::least
                dedup $sources --date-field n
                dedup $sources --max-df 0
                dedup $sources --memory 15m
                dedup $sources --resume
                dedup $sources --selection min-s --measure containment
                dedup $sources --write -
                dedup $two.jsonl - --write $new
                dedup $sources --unknown
                dedup $sources --templates $new
                dedup $index $sources
                dedup $index --resume
                dedup $index --keep oldest --date-field day
                compare $text.txt $text.txt --top 3
                compare $text.txt $text.txt --frequencies
                compare $text.txt $text.txt --locations --top 0
                compare $text.txt $text.txt --language german
                compare $text.txt $text.txt --passages --language x
                compare $text.txt $text.txt --passages --summaries x
                compare $text.txt $text.txt --format passim
                query $index $text.txt --format passim
                query $index $text.txt $text.txt --id mine
                query $index $two.jsonl --id mine
                query $index $text.txt --measure resemblance --min-score 50
                query $index $text.txt --min-score 101
                query $index $text.txt --min-score 101%
                query $index $text.txt --min-score half
                query $index $text.txt --measure shared --min-score 50%
                query $words $text.txt --measure weighted-containment --min-score 1.5
                query $sketches $text.txt --measure percent
                query $sketches $text.txt --measure containment
                query $sketches $text.txt --measure contained
                overlap $index
                passages $sources
                passages $index - --texts -
                passages $index $text.txt --top 0
                passages --pairs $pairs.tsv $sources $sources $sources
                passages --pairs $pairs.tsv $sources $sources --limit 1
                passages --pairs $pairs.tsv $sources $sources --summaries x
                report $sources --among
                report $sources --given-by 101
                report $sources --min-words 0
                report $sources --top 0
                report $sources --texts $sources""");
        for (String command : List.of("pairs", "clusters")) {
            refused("""
                    COMMAND $index --series prefix:
                    COMMAND $index --series regex:(a
                    COMMAND $index --series host --template-share 0
                    COMMAND $index --series host --template-share 1.1
                    COMMAND $index --series host --template-least 1
                    COMMAND $index --template-share 0.5
                    COMMAND $index --templates $new
                    COMMAND $index --common-df 0
                    COMMAND $index --super-shingles 65
                    COMMAND $index --super-shingles -1
                    COMMAND $index --super-shingles 6 --measure containment
                    COMMAND $index --resume""".replace("COMMAND", command));
            each(command + " $index --series $no.tsv => 1 --series is host, prefix:SEPARATOR");
        }
    }

    @Test
    void theMessageSaysWhatIsWrong() {
        each("""
                build $i $sources --memory 900t => 2 -Xmx
                build $i $sources --no-dates --file-dates => 2 contradicts
                build $i $sources --preset best => 2 near-duplicates, plagiarism
                build $i $sources --selection every-other => 2 every-other
                clusters $index --edges $no/such/edges.csv => 1 cannot be written
                clusters $missing --html $no/such.html => 1 such.html cannot be written
                clusters $sketches --measure containment => 2 use resemblance
                pairs $index --memory 3m => 2 --memory is 3m; it must be from 4m
                pairs $index --memory 1000g => 2 --memory is 1000g; it must be from 4m
                dedup $index --write $new => 2 give the sources
                dedup $index --keep field:n => 2 give the sources
                dedup $sources --work $new => 2 --work is for an index
                dedup $sources --keep oldest => 1 no document has a
                dedup $two.jsonl --keep field:other => 1 no document has a
                dedup $index --keep oldest => 1 needs dates
                dedup $sources --paragraphs lines --keep longest => 2 --keep is for documents
                dedup $sources --min-words 5 => 2 only with --paragraphs
                dedup $sources --paragraphs lines --max-cut 0 => 2 more than 0, up to 1
                dedup $sources --paragraphs lines --min-words 0 => 2 must be 1 or more
                history $index no\u0007such => 1 has no document with the id 'no
                history $index original.txt --min-score 2 => 2 min-score is
                history $index original.txt --min-score 0 => 2 min-score is
                history $index original.txt --measure weighted-resemblance => 2 measure is
                history $index original.txt --top 0 => 2 top is
                history $plain original.txt --passages => 1 --store-text
                query $index => 2 there is no query
                query $index $text.txt --like original.txt => 2 either texts or documents
                query $index $text.txt --with-itself => 2 --with-itself has no effect
                query $index --like original.txt --query-selection mod:m=4 => 2 --query-selection
                query $index --like a --like b --id c => 2 --id names
                query $index --like '' => 2 id
                query $index --like-ids $blank => 1 has no ids
                query $index $text.txt --exact-weights => 2 --exact-weights has no effect
                query $index $text.txt --sample-seed 1 => 2 --sample-seed has no effect without --sample-minutiae
                query $index $text.txt --sample-minutiae 0 => 2 sample is 0; it must be from 1
                query $index $text.txt --sample-minutiae 9 --measure weighted-resemblance => 2 cannot estimate weighted-
                query $index $text.txt --measure cosine => 2 --frequencies
                group $index => 2 no document is named
                group $index part.txt --min-score 2 => 2 more than 0, up to 1
                group $index part.txt --min-score 0 => 2 min-score
                overlap $index $text.txt --contaminated-run 0 => 2 contaminated-run
                overlap $index $text.txt --contaminated-share 0 => 2 contaminated-share
                overlap $index $text.txt --contaminated-share 1.5 => 2 contaminated-share
                overlap $index $text.txt --partial-run 60 => 2 partial-run
                overlap $index $text.txt --top 0 => 2 top
                overlap $index $text.txt --fail-on dirty => 2 fail-on
                overlap $index - --among => 2 only once
                overlap $sketches $text.txt => 2 min-s
                overlap $text.txt => 2 give the index and at least one source
                overlap - --tests $text.txt --write $new => 2 cannot be read twice
                overlap $two.jsonl --tests $text.txt --write $two.jsonl => 2 would replace the source
                overlap $two.jsonl --tests $text.txt --drop partial => 2 only with --write
                overlap $two.jsonl --tests $text.txt --write $new --drop clean => 2 it must be partial or contaminated
                overlap $text.txt $two.jsonl --ngram 8 => 2 only with --tests
                passages $plain $text.txt => 1 --store-text ; --texts
                passages $plain $text.txt --texts $text.txt => 1 no document of --texts has an id of the index
                report $sources --against $plain => 1 --store-text ; --texts
                compare - - => 2 is given twice
                compare $text.txt $text.txt --preset plagiarism --breakpoints 8 => 2 --preset plagiarism
                compare $text.txt $text.txt --locations --passages => 2 choose one of them
                compare $text.txt $text.txt --locations --selection min-s => 2 use another selection
                compare --index $index original.txt none => 1 'none'
                compare --index $index a b --locations => 2 --index compares
                compare --index $index a b --granularity 3 => 2 --index compares
                """);
    }

    @Test
    void aDecisionThatCannotBeMadeIsRefused() {
        String names = "not one of match-ratio, matches, ordered-matches";
        each("""
                compare $text.txt $text.txt --decision match-ratio => 2 has no threshold
                compare $text.txt $text.txt --decision match-ratio=1.5 => 2 it must be a share from 0 to 1
                compare $text.txt $text.txt --decision match-ratio=NaN => 2 it must be a share from 0 to 1
                compare $text.txt $text.txt --decision match-ratio=x => 2 it must be a share from 0 to 1
                compare $text.txt $text.txt --decision matches=-1 => 2 it must be a whole number from 0 to 2147483647
                compare $text.txt $text.txt --decision matches=2147483648 => 2 a whole number from 0 to 2147483647
                compare $text.txt $text.txt --decision ordered-matches=0.5 => 2 K of ordered-matches is '0.5'
                compare $text.txt $text.txt --decision ratio=0.5 => 2 %s
                compare $text.txt $text.txt --decision matches=1 --locations => 2 choose one of them
                compare $text.txt $text.txt --decision matches=1 --passages => 2 choose one of them
                compare $text.txt $text.txt --decision matches=1 --selection min-s => 2 use another selection
                query $plain $text.txt --decision matches=1 => 1 build the index with --store-text
                query $sketches $text.txt --decision matches=1 => 2 use another selection
                query $index $text.txt --query-selection mod:m=2 --decision matches=1 => 2 --query-selection cannot be
                pairs $plain --decision matches=1 => 1 build the index with --store-text
                pairs $sketches --decision matches=1 => 2 use another selection
                """.formatted(names));
    }

    /** Options that have no effect together with others are wrong usage. */
    @Test
    void optionsWithoutEffectAreRefused() {
        for (String reading : List.of("--include o*", "--limit 1", "--strict", "--max-document 1k", "--no-convert")) {
            String option = reading.split(" ")[0];
            each("dedup $index " + reading + " => 2 whorl: " + option + "\n" + "query $index --like original.txt "
                    + reading + " => 2 whorl: " + option);
        }
        each("""
                dedup $index --force => 2 whorl: --force
                dedup $sources --force => 2 whorl: --force
                compare $text.txt $text.txt --passages --granularity 3 => 2 whorl: --passages
                compare original.txt version.txt --index $index --no-convert => 2 whorl: --no-convert
                clusters $index --page-texts 2 => 2 whorl: --page-texts
                """);
    }

    /** Asserts that the last option and its value, an output, are refused with a message. */
    private static void outputsRefused(String commands, String message) {
        each(commands.replaceAll("(?m)^(.*?)(\\S+ \\S+)$", "$1$2 => 2 whorl: $2 " + Matcher.quoteReplacement(message)));
    }

    @Test
    void noFileOfASourceIsReplacedAndNoneIsMadeInASource() {
        outputsRefused("""
                report $sources --html $sources/other.txt
                report $sources/original.txt --reference $sources --html $sources/other.txt
                report $sources/original.txt --against $index --texts $sources --html $sources/other.txt
                clusters $index --texts $sources --html $sources/other.txt
                rebuild $index $sources --report $sources/other.txt
                dedup $sources --summary $sources/other.txt
                dedup $sources --force --write $sources/other.txt
                dedup $sources --series host --templates $sources/other.txt
                report $sources --html $sources/new
                report $sources --xml $sources/new
                report $sources --xml $sources/new/a/b
                passages $index $sources --xml $sources/new
                rebuild $index $sources --report $sources/new
                dedup $sources --summary $sources/new""", "would be inside the source $sources; choose a path outside");
        outputsRefused("""
                rebuild $index $sources/original.txt --report $sources/../sources/original.txt
                dedup $sources/original.txt --summary $sources/original.txt
                dedup $sources/original.txt --series $table.tsv --templates $sources/original.txt""", "would replace the source $sources/original.txt");
    }

    @Test
    void linksHideNoSource() throws IOException {
        Path essay = write("real/essay.txt", "mine");
        Path single = write("single.txt", "mine");
        write("linked/original.txt", Corpus.ORIGINAL);
        Files.createSymbolicLink(directory.resolve("linked/link"), essay.getParent());
        Files.createSymbolicLink(directory.resolve("linked/single.txt"), single);
        Files.createSymbolicLink(directory.resolve("linked/gone.txt"), directory.resolve("gone.txt"));
        Files.createSymbolicLink(directory.resolve("alias"), directory.resolve("linked"));
        outputsRefused("""
                report $linked --html $real/essay.txt
                report $linked --html $real/n.html
                report $linked --html $alias/n.html
                report $alias --html $linked/original.txt""", "");
        each("report $linked --html $single.txt => 2 --html $single.txt would replace the source $linked/single.txt");
        assertEquals("mine", Files.readString(single));
        assertEquals("mine", Files.readString(essay));
    }

    @Test
    void anXmlFileInTheDirectoryOfXmlFilesIsNotReplaced() throws IOException {
        write("xml/page.XML", "<p>a text</p>");
        outputsRefused("""
                report $xml/page.XML $text.txt --xml $xml
                passages $index $xml/page.XML --xml $xml
                compare $xml/page.XML $text.txt --passages --xml $xml""", "may replace the source $xml/page.XML");
        run("compare $two.jsonl $text.txt --passages --xml $xml").exits(1, "contains several documents");
        run("compare $text.txt $text.txt --passages --xml $xml").exits(0);
    }

    @Test
    void onlyTheFilesOfAListOfPairsAreSources() throws IOException {
        for (String name : List.of("original.txt", "version.txt", "other.txt")) {
            Files.createDirectories(directory.resolve("pages"));
            Files.copy(sources.resolve(name), directory.resolve("pages").resolve(name));
        }
        write("pages/page.xml", "<p>a text</p>");
        for (String pair : List.of("page.xml\tother.txt\n", "other.txt\tother.txt\nother.txt\tpage.xml\n")) {
            write("list.tsv", pair);
            outputsRefused(
                    "passages --pairs $list.tsv $pages $pages --xml $pages", "may replace the source $pages/page.xml");
        }
        run("passages --pairs $pairs.tsv $pages $pages --xml $pages/new").exits(0);
        assertTrue(Files.exists(directory.resolve("pages/new/original-version.xml")));
    }

    @Test
    void anIndexIsNotReplaced() {
        outputsRefused("""
                clusters $index --html $index/MANIFEST
                report $text.txt --against $index --html $index/MANIFEST
                rebuild $index $sources --report $index/MANIFEST
                dedup $index --summary $index/MANIFEST
                passages $index $text.txt --xml $index
                pairs $index --series host --templates $index/MANIFEST
                pairs $index --work $index
                clusters $index --work $index
                dedup $index --work $index""", "would be inside the index $index; choose a path outside");
    }

    @Test
    void theFileOfAnOptionAndAnotherOutputAreNotReplaced() {
        for (String option : List.of("--series", "--dates", "--template")) {
            String commands =
                    switch (option) {
                        case "--series" -> """
                                pairs $index --series $table.tsv --templates $table.tsv
                                clusters $index --series $table.tsv --templates $table.tsv
                                dedup $sources --series $table.tsv --templates $table.tsv""";
                        case "--dates" -> """
                                clusters $index --dates $table.tsv --html $table.tsv
                                rebuild $index $sources --dates $table.tsv --report $table.tsv""";
                        default -> "report $sources --template $table.tsv --html $table.tsv";
                    };
            outputsRefused(commands, "would replace the file of " + option + " $table.tsv");
        }
        each("""
                clusters $index --html $e.csv --edges $e.csv => 2 whorl: --html and --edges are both $e.csv
                clusters $index --edges $e.csv --series host --templates $sources/../e.csv => 2 whorl: --edges and --temp
                dedup $sources --write $e.csv --summary $e.csv => 2 whorl: --write and --summary are both $e.csv
                """);
    }

    @Test
    void anEarlierReportOrPathThatCannotBeWrittenIsNamedBeforeTheWork() throws IOException {
        write("file", "text");
        write("broken.gz", "no gzip");
        for (String target : List.of("/dev/null", "$file/report.html", "$missing/report.html", "$empty")) {
            CliRun run =
                    run("report $broken.gz $sources --html " + target).exits(1).printsNothing();
            assertTrue(run.err().startsWith("whorl: ") && run.err().contains(target), run.err());
            assertEquals(1, run.err().lines().count(), run.err());
        }
        each("""
                rebuild $index $sources --report $empty => 2 --report is $empty
                rebuild $index $sources --report $missing/report.json => 2 --report is $missing/report.json
                """);
        assertEquals("text", Files.readString(directory.resolve("file")));
    }

    @Test
    void errorsOfTheProgramAreNotWrongUsage() {
        StringWriter err = new StringWriter();
        Streams streams = CliRun.streams("", new StringWriter(), err);
        IllegalArgumentException error = new IllegalArgumentException("offset is -1");
        assertEquals(1, new ErrorReport(streams, () -> false).report(error));
        new CliRun(1, "", err.toString())
                .tells("internal error: java.lang.IllegalArgumentException: offset is -1", "--stacktrace")
                .omits("\tat ");
        new ErrorReport(streams, () -> true).report(error);
        assertTrue(err.toString().contains("\tat io.whorl.cli.command.ExitCodesTest"), err.toString());
    }

    @Test
    void aDamagedIndexExitsWith1() throws IOException {
        write("damaged/segment-000001.whs", "cut");
        Files.copy(directory.resolve("index/MANIFEST"), directory.resolve("damaged/MANIFEST"));
        each("stats $damaged => 1 damaged");
    }

    @Test
    void resultsThatCannotBeWrittenExitWith1() {
        IOException full = new IOException("No space left on device");
        CliRun run = CliRun.in(directory, CliRun.failing(() -> full), told -> {}, "fingerprint $text.txt")
                .exits(1);
        assertTrue(run.err().startsWith("whorl: No space left on device; free some space"), run.err());
    }

    @Test
    void globalOptionsCanPrecedeOrFollowTheCommand() throws IOException {
        CliRun after = run("fingerprint $text.txt --format json");
        assertEquals(2, after.objects().size());
        assertEquals(after, run("--format json fingerprint $text.txt"));
    }

    @Test
    void helpAndVersionExitWith0AndHelpInsteadOfACommandWith2() {
        String help = run("--help").exits(0).out();
        assertEquals(new CliRun(2, "", help), CliRun.of());
        assertEquals(run("query --help").out(), run("help query").exits(0).out());
        assertTrue(run("--version").exits(0).out().startsWith("whorl "));
    }

    @Test
    void helpNamesEveryStrategyAndItsParameters() {
        // Remove white space, because lines also break inside lists of parameters.
        String help = run("build --help-all").out().replaceAll("\\s+", "");
        for (SelectionProvider provider : Strategies.providers()) {
            Matcher described = Pattern.compile("[,:]" + provider.name() + "((:\\w+=\\w+(,\\w+=\\w+)*)?),")
                    .matcher(help);
            assertTrue(described.find(), provider.name());
            for (String parameter : provider.parameters()) {
                assertTrue(described.group(1).contains(parameter + "="), provider.name() + described.group(1));
            }
        }
    }

    @Test
    void completionScriptListsOptionsAndValues() {
        CliRun run = run("generate-completion").exits(0).prints("--granularity", "resemblance");
        assertFalse(run.out().contains("RESEMBLANCE"));
    }

    private static List<String[]> table() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/cli.md"));
        int at = lines.indexOf("| exit code | when |");
        List<String[]> rows = new ArrayList<>();
        for (int i = at + 2; lines.get(i).startsWith("|"); i++) {
            rows.add(lines.get(i).split(" *\\| *"));
        }
        return rows;
    }

    /** Runs a command for each row of the table of exit codes. */
    @Test
    void eachRowOfTheTableIsTrue() throws IOException {
        write("damaged.jsonl", "{\"text\": \"" + Corpus.words(5, 50) + "\"}\nnot JSON\n");
        write("pictures/a.gif", "GIF89a");
        write("pictures/a.txt", Corpus.words(6, 50));
        run("build $broken $sources").exits(0);
        Path segment = directory.resolve("broken/segment-000001.whs");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        write("ids", "no-such\n");
        Map<String, String> commands = new HashMap<>(Map.of(SIGNAL, ""));
        """
                Done. => query $index $text.txt
                Files without text, => build $i1 $pictures
                Failed, and nothing is changed => build $index $sources
                No document was read => build $i2 $empty
                Documents that may have text => build $i3 $damaged.jsonl
                `check` found problems => check $broken
                `overlap --fail-on` => overlap $index $sources/original.txt --fail-on contaminated
                `group`: the index => group $index --ids $ids
                Wrong usage => query $index $text.txt --top 0
                """.lines().map(line -> line.split(" => ")).forEach(line -> commands.put(line[0], line[1]));
        for (String[] row : table()) {
            Optional<String> key =
                    commands.keySet().stream().filter(row[2]::startsWith).findFirst();
            String command = commands.remove(key.orElseThrow(() -> new AssertionError("no command for " + row[2])));
            if (!command.isEmpty()) {
                assertEquals(row[1], "" + run(command).code(), row[2]);
            }
        }
        assertEquals(Map.of(), commands, "cases that the table lacks");
    }
}
