package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatProvider;
import io.whorl.query.Snapshot;
import io.whorl.select.SelectionProvider;
import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import io.whorl.testing.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code build}: its figures, what it reads, leaves out and warns of, and the texts and dates that it stores. */
class BuildCommandTest extends CliRun.Fixture {
    private static final String BUILD = "build $index $sources --force --format json ";

    @Test
    void theFiguresAreAResult() throws IOException {
        Corpus.write(path("sources"));
        CliRun run = run(BUILD).exits(0, "5 documents");
        // 397 of original.txt, 60 more of version.txt, none more of part.txt, 297 of each of the others.
        assertEquals("5 1560 0 1051 1545 654", run.row("documents words skipped minutiae postings singletons"));
        run(BUILD + "--quiet").exits(0).tellsNothing().prints("documents");
    }

    @Test
    void anExistingIndexIsReplacedOnlyWithForce() throws IOException {
        buildIndex("");
        write("more.txt", Corpus.words(9, 100));
        each("build $index $more.txt => 1 --force");
        assertEquals("5", documents("index"));
        run("build $index $more.txt --force").exits(0);
        assertEquals("1", documents("index"));
    }

    @Test
    void badDocumentsAreReportedAndSkippedUnlessTheBuildIsStrict() throws IOException {
        String good = Corpus.record("a", Corpus.words(1, 50)) + Corpus.record("c", Corpus.words(2, 50));
        write("dump.jsonl", "{\"id\":\"b\",\"text\":\n" + good + Corpus.record("a", Corpus.words(3, 50)));
        each("build $index $dump.jsonl --strict => 1 --strict");
        assertEquals(List.of("dump.jsonl"), names(""));
        CliRun run = run("build $index $dump.jsonl --format json").exits(1, "skipped", "dump.jsonl");
        assertEquals("2 1 1", run.row("documents skipped repeatedIds"));
    }

    @Test
    void documentsThatAreTooLargeOrTooShortAreCounted() throws IOException {
        Corpus.write(path("sources"));
        CliRun run = run(BUILD + "--max-document 2500 --min-document 150").exits(1);
        assertEquals("3 1 1", run.row("documents skipped tooShort"));
    }

    /** Such a document is reported by its id, like one that is too large to be read, and does not end the build. */
    @Test
    void aDocumentThatNeedsTooMuchMemoryIsReportedAndSkipped() throws IOException {
        Corpus.write(path("sources"));
        write("sources/long.txt", "word ".repeat(100_000));
        String options = " $sources --memory 16m --threads 8 --selection rarest-in-document --format json";
        CliRun run = run("build $index" + options)
                .exits(1, "skipped long.txt: chunks of one document: ", "give more memory");
        assertEquals("5 1", run.row("documents skipped"));
        each("build $strict --strict" + options + " => 1 --strict is set (long.txt: chunks of one document: ");
        assertFalse(exists("strict"));
    }

    @Test
    void fieldsOfRecordsCanBeNamedInFilesOfAnyName() throws IOException {
        String record = "{\"key\":\"k\",\"body\":\"" + Corpus.words(9, 50) + "\"}\n";
        Corpus.write(path("sources"));
        write("dump.jsonl", record);
        write("marked.txt", "\ufeff" + record);
        write("packed.txt", Packed.gzip(record));
        write("sources/more.json.gz", Packed.gzip("[" + record + "]"));
        for (String source : List.of("dump.jsonl", "marked.txt", "packed.txt", "sources")) {
            run("build $index --force --id-field key --text-field body $" + source)
                    .exits(0);
            CliRun found = given(Corpus.words(9, 50), "query $index - --format json");
            assertEquals("k", found.row("id"));
        }
        assertEquals("6", documents("index"));
    }

    @Test
    void duplicatesAreHandledByThePolicy() throws IOException {
        Corpus.write(path("sources"));
        write("sources/same.txt", Corpus.ORIGINAL);
        write("sources/spaced.txt", Corpus.ORIGINAL.replace(" ", "  "));
        CliRun unasked = run(BUILD);
        assertEquals("7 null", unasked.row("documents exactDuplicates"));
        for (String policy : List.of("keep 7 2339", "alias 7 1545", "first 5 1545", "first:exact 6 1942")) {
            CliRun run = run(BUILD + "--duplicates " + policy.split(" ")[0]);
            run.gives(
                    "documents postings exactDuplicates lexicalDuplicates fingerprintDuplicates",
                    policy.replaceFirst("\\S+ ", "") + " 1 1 0");
        }
    }

    @Test
    void anInterruptLeavesNoFiles() throws IOException {
        write("dump.jsonl", Corpus.record("a", Corpus.words(1, 50)) + "not json\n" + Corpus.record("b", "more words"));
        interrupted("skipped", "build $index $dump.jsonl").exits(1, "interrupted");
        assertFalse(exists("index"));
    }

    @Test
    void aSourceNamedLikeAnArgumentFileIsRead() throws IOException {
        write("@--force", Corpus.ORIGINAL);
        assertEquals("1", run("build $index $@--force --format json").row("documents"));
    }

    @Test
    void theBytesDoNotDependOnTheThreads() throws IOException {
        buildIndex("--threads 1");
        byte[] one = bytes(segment("index"));
        run(BUILD + "--threads 4").exits(0);
        assertArrayEquals(one, bytes(segment("index")));
    }

    // Warnings.

    /** Writes 25 records of one text: d10, d11, … */
    private void writeRecords(String text) throws IOException {
        write(
                "lines.jsonl",
                IntStream.range(10, 35)
                        .mapToObj(i -> Corpus.record("d" + i, text))
                        .collect(Collectors.joining()));
    }

    @Test
    void documentsWithoutMinutiaeAreNamed() throws IOException {
        writeRecords("...");
        String lastTwo = "whorl: without minutiae: d29\nwhorl: without minutiae: 5 more\n";
        run("build $index $lines.jsonl")
                .exits(0, "whorl: without minutiae: d10\n", lastTwo)
                .omits("d30");
        run("add $index $lines.jsonl").tells("warning: 25 documents have no minutiae", lastTwo);
        run("rebuild $index $lines.jsonl --format json")
                .prints("\"firstWithoutMinutiae\":[{\"id\":\"d10\"},", "{\"id\":\"d29\"}],");
    }

    @Test
    void documentsLeftOutAsDuplicatesAreNamed() throws IOException {
        writeRecords("the same few words in every document");
        run("build $index $lines.jsonl --duplicates first")
                .tells("whorl: left out: d11 equals d10 (exact)\n", "whorl: left out as duplicates: 4 more\n");
        run("build $index $lines.jsonl --force --duplicates keep").omits("left out");
    }

    @Test
    void aStopListThatIsTooLongIsRefusedAndTheIndexIsUnchanged() throws IOException {
        buildIndex("");
        write("stop.txt", Repeated.text(300_000, i -> "word" + i + "\n"));
        each("""
                build $index $sources --force --stop $stop.txt => 2 524,288
                build $new $sources --selection anchor:anchors=@$stop.txt => 2
                """);
        assertEquals("5", documents("index"));
    }

    // What is read.

    @Test
    void globsLimitAndSampleExcludeDocumentsSilently() throws IOException {
        Corpus.write(path("sources"));
        CliRun some = run(BUILD + "--include *o*.txt --exclude other.* --strict --quiet");
        assertEquals("3 0", some.exits(0).tellsNothing().row("documents skipped"));
        assertEquals("2", run(BUILD + "--limit 2").row("documents"));
        String half = run(BUILD + "--sample 1/2:4").row("documents");
        assertEquals(half, run(BUILD + "--sample 0.5:4").row("documents"));
        assertTrue(Integer.parseInt(half) < 5, half);
    }

    private void writeHundred() throws IOException {
        buildIndex("");
        Files.createDirectory(path("empty"));
        write("records.jsonl", Repeated.text(100, i -> Corpus.record(i, "some words of a text")));
    }

    /** A command that reads no document fails, changes nothing, and says what the sources contain. */
    @Test
    void commandsThatReadNoDocumentSayWhatTheSourcesContain() throws IOException {
        writeHundred();
        for (String command :
                List.of("build $fresh", "build $index --force", "add $index", "rebuild $index", "query $index")) {
            each("""
                    COMMAND $records.jsonl --text-field body => 1 100 (no string in the field "body"; it has: id, text)
                    COMMAND $empty => 1 no document was read ; no files and no records
                    COMMAND $records.jsonl --include x* => 1 no document was read ; 100 (not selected by globs or sample
                    """.replace("COMMAND", command));
            assertFalse(exists("fresh"));
            assertEquals("5", documents("index"));
        }
        run("add $index $empty --allow-empty").exits(0);
        run("build $fresh $empty --allow-empty").exits(0);
        assertEquals("0", documents("fresh"));
        CliRun some = run("build $fresh $records.jsonl --force --include 1* --format json");
        some.tells("excluded 89 documents: 89 (not selected by globs or sample").omits("skipped");
        assertEquals("89 89", some.row("leftOutByRule skippedLeftOut"));
    }

    @Test
    void anIndexIsNotPublishedIfAllDocumentsAreLeftOutUnlessThatIsAllowed() throws IOException {
        writeHundred();
        for (String command : List.of("build $fresh", "build $index --force", "rebuild $index")) {
            each(command + " $records.jsonl --min-document 1000"
                    + " => 1 no document was indexed ; 100 documents shorter than --min-document");
        }
        assertFalse(exists("fresh"));
        assertEquals("5", documents("index"));
        for (String command : List.of("build", "rebuild")) {
            run(command + " $" + command + " $records.jsonl --min-document 1000 --allow-empty")
                    .exits(0);
            assertEquals("0", documents(command));
        }
    }

    // Texts that are stored.

    private void assertStored(String name) throws IOException {
        try (Snapshot snapshot = Snapshot.open(path("index"))) {
            assertArrayEquals(bytes(name), snapshot.text(name).orElseThrow());
        }
    }

    @Test
    void textsAreStoredAndCountedAndARebuildAddsAndKeepsThem() throws IOException {
        write("one.txt", Corpus.words(1, 400));
        write("two.txt", Corpus.words(2, 100));
        run("build $index $one.txt").exits(0);
        assertFalse(run("stats $index --format json").object().containsKey("storedTextBytes"));
        run("rebuild $index $one.txt --store-text").exits(0);
        run("rebuild $index $one.txt").exits(0);
        assertStored("one.txt");
        CliRun built = run("build $index $one.txt --store-text --force --format json");
        Map<String, String> stats = run("stats $index --format json").object();
        long stored = Long.parseLong(stats.get("storedTextBytes"));
        assertTrue(stored > 0 && stored < 400 * 6, stats::toString);
        assertEquals(built.row("storedTextBytes"), stats.get("storedTextBytes"));
        assertEquals(
                (Long.parseLong(stats.get("bytes")) - stored) / Double.parseDouble(stats.get("postings")),
                Double.parseDouble(stats.get("bytesPerPosting")),
                1e-12);
        run("add $index $two.txt").exits(0);
        run("merge $index").exits(0);
        assertStored("one.txt");
        assertStored("two.txt");
        run("check $index").exits(0);
    }

    // Dates.

    /** Writes the documents a, b and c, with a date, with a text that is no date, and without one. */
    private void writeDated() throws IOException {
        String line = "{\"id\": \"%s\", \"text\": \"%s\", \"when\": \"%s\"}\n";
        write(
                "dump.jsonl",
                String.format(line, "a", Corpus.words(1, 100), "2024-03-01")
                        + String.format(line, "b", Corpus.words(1, 90), "last week")
                        + String.format(line, "c", Corpus.words(2, 100), ""));
    }

    /** Runs a command with the documents, and asserts the dates of some of them: {@code a=2024-01-01}. */
    private CliRun assertDates(String command, String... expected) throws IOException {
        CliRun run = run(command).exits(0);
        try (Snapshot snapshot = Snapshot.open(path("index"))) {
            for (String date : expected) {
                String[] parts = (date + " ").split("=");
                Optional<Instant> found =
                        snapshot.document(parts[0]).orElseThrow().date();
                assertEquals(
                        parts[1].strip(),
                        found.map(d -> d.toString().substring(0, 10)).orElse(""),
                        date);
            }
        }
        return run;
    }

    @Test
    void aFileOfDatesComesBeforeTheDatesOfTheSources() throws IOException {
        writeDated();
        assertDates("build $index $dump.jsonl --date-field when", "a=2024-03-01", "b=", "c=")
                .tells(
                        "1 date cannot be read, and its document has none: b ('last week')",
                        "1 document has a date; 2 documents have none");
        write("dates.tsv", "id\tdate\na\t2020\nb\t2021-05\nother\t1999\nc\tnever\n\n");
        assertDates(
                        "build $index $dump.jsonl --force --date-field when --dates $dates.tsv",
                        "a=2020-01-01",
                        "b=2021-05-01",
                        "c=")
                .tells("$dates.tsv:5 ('never')");
        write("dates.tsv", "c\t2022\n");
        assertDates("rebuild $index $dump.jsonl --dates $dates.tsv", "a=", "c=2022-01-01");
        write("dates.tsv", "c\t2023\nc\t2024\n");
        assertDates("add $index $dump.jsonl --dates $dates.tsv", "c=2024-01-01");
        run("check $index").exits(0);
        write("dates.tsv", "x\t2020\n");
        run("build $index $dump.jsonl --force --dates $dates.tsv")
                .exits(0, "no document has a date: --dates has none of the ids");
    }

    @Test
    void datesChangeNothingElse() throws IOException {
        writeDated();
        run("build $index $dump.jsonl").exits(0);
        byte[] plain = bytes(segment("index"));
        run("build $index $dump.jsonl --date-field when --force").exits(0);
        assertFalse(Arrays.equals(plain, bytes(segment("index"))));
        run("build $index $dump.jsonl --no-dates --force").exits(0);
        assertArrayEquals(plain, bytes(segment("index")));
    }

    @Test
    void fileTimesAreDatesOnRequest() throws IOException {
        Path text = write("one.txt", Corpus.words(1, 50));
        Files.setLastModifiedTime(text, FileTime.from(Instant.parse("2020-05-06T07:08:09Z")));
        assertDates("build $index $one.txt", "one.txt=");
        assertDates("build $index $one.txt --file-dates --force", "one.txt=2020-05-06");
    }

    @Test
    void linesOfAFileOfDatesEndInAnyWay() throws IOException {
        writeDated();
        String others = Repeated.text(1_000, i -> "\rother" + i + "\t2023-01-01");
        write("dates.tsv", "a\t2020-01-01\r\nb\t2021-01-01\rc\t2022-01-01" + others);
        assertDates("build $index $dump.jsonl --dates $dates.tsv", "a=2020-01-01", "b=2021-01-01", "c=2022-01-01");
    }

    // A selection strategy and a document format in plug-in jars, compiled by the test.

    /** Returns a jar with a class that is a resource, and offers it as a service. */
    private Path plugin(String name, Class<?> service) throws IOException {
        String source = Sources.resource(BuildCommandTest.class, name + ".java.txt");
        return Corpus.plugin(directory, name, source, service.getName());
    }

    /** It keeps every other chunk. */
    @Test
    void aStrategyBuildsQueriesAndComparesWhereItsJarIsGiven() throws IOException {
        Path jar = plugin("EveryOther", SelectionProvider.class);
        buildIndex("--plugins " + jar + " --selection every-other --threads 2");
        CliRun match = run("query $index $sources/original.txt --top 1 --format json --plugins", jar);
        assertEquals("original.txt 199", match.row("id shared"));
        // Only the strategy declares how its documents are compared, so pairs would be wrong without it.
        run("pairs $index --plugins", jar).exits(0);
        each("""
                stats $index => 0
                pairs $index => 2 every-other ; --plugins JAR
                """);
        Files.createDirectory(path("plugins"));
        each("""
                stats $index --plugins $plugins => 1 plugins has no jar
                stats $index --plugins $x => 1
                """);
        write("plugins/readme.txt", "no jar");
        each("stats $index --plugins $plugins/readme.txt => 1 readme.txt is no jar");
        Files.copy(jar, path("plugins/Every-Other.JAR"));
        run("build $index $sources --force --plugins $plugins --selection every-other --quiet")
                .exits(0);
    }

    /** Its lines of digits are not text. */
    @Test
    void aDocumentFindsItselfWithTheFormatOfAPlugin() throws IOException {
        Path jar = plugin("Ledger", FormatProvider.class);
        String plugins = " --plugins " + jar;
        write("sources/a.ledger", Corpus.words(7, 100) + "\n10 20 30 40\n50 60\n" + Corpus.words(8, 100) + "\n");
        buildIndex(plugins);
        String self = "query $index $sources/a.ledger --top 1 --format json" + plugins;
        assertEquals("a.ledger 1.0", run(self).row("id resemblance"));
        assertTrue(Double.parseDouble(run(self + " --no-convert").row("resemblance")) < 1);
        CliRun prints = run("fingerprint $sources/a.ledger --format tsv" + plugins);
        assertFalse(prints.out().contains("20 30"), prints.out());
        assertEquals(197, prints.lines().size() - 1);
        CliRun same = run("compare $sources/a.ledger $sources/a.ledger --format json" + plugins);
        assertEquals("197", same.row("shared"));
        write("sources/a.ledger", " ");
        each(self + " => 1 an empty ledger");
    }
}
