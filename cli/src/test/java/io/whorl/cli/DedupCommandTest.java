package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code dedup} without a copy: what it drops and keeps by which rule, and paragraphs that are repeated. */
class DedupCommandTest extends CliRun.Fixture {
    private static final String TEXT = Corpus.words(1, 380);

    private static String object(String id, String text) {
        return Corpus.record(id, text).strip();
    }

    /** Two copies and a longer version of one text, an empty text, a line that is no JSON, and another text. */
    private static List<String> lines() {
        return List.of(
                object("a", TEXT),
                " {\"text\": \"" + TEXT.toUpperCase(Locale.ROOT) + "\", \"id\": \"b\"}\r",
                "",
                object("empty", ""),
                "not JSON",
                object("c", TEXT + " " + Corpus.words(2, 60)),
                object("other", Corpus.words(3, 300)));
    }

    private void writeLines(String name, List<String> lines) throws IOException {
        write(name, String.join("\n", lines));
    }

    /** Returns the lines without some of them. */
    private static String without(List<String> lines, Integer... dropped) {
        Set<Integer> left = Set.of(dropped);
        return IntStream.range(0, lines.size())
                .filter(i -> !left.contains(i))
                .mapToObj(lines::get)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void survivorsAreCopiedByteForByte() throws IOException {
        writeLines("dump.jsonl", lines());
        CliRun run = run("dedup $dump.jsonl --write $clean.jsonl --format json")
                .exits(
                        1,
                        "kept 3 documents and dropped 2 documents (40.0 %",
                        "1 dropped document has the same fingerprint",
                        "1 document is kept without a comparison",
                        "skipped 1 document: invalid 1; the documents that were read are",
                        "2 documents dropped for a");
        assertEquals("drop keep cluster score measure", run.fields());
        run.givesFirst("drop keep cluster score measure", "b a 1 1.0 weighted-resemblance");
        assertEquals(List.of("b a 1", "c a 1"), run.rows("drop keep cluster"));
        assertEquals(without(lines(), 1, 5), read("clean.jsonl"));
        assertEquals(List.of("clean.jsonl", "dump.jsonl"), names(""), "nothing else is left");
        CliRun other = run("dedup $dump.jsonl --write $two.jsonl --threads 2 --memory 16m --run-text 1k --format json");
        assertEquals(run.out(), other.out());
        assertEquals(read("clean.jsonl"), read("two.jsonl"));
        assertEquals(
                run.out(),
                given(read("dump.jsonl"), "dedup - --format json").exits(1).out());
        run = run("dedup $dump.jsonl --write $longest.jsonl --keep longest --format json")
                .exits(1);
        assertEquals(List.of("a c 1", "b c 1"), run.rows("drop keep cluster"));
        assertEquals(without(lines(), 0, 1), read("longest.jsonl"));
        run("dedup $dump.jsonl --summary $summary.json --quiet").exits(1);
        holds(
                "summary.json",
                "\"documents\":5,\"kept\":3,\"dropped\":2,\"clusters\":1",
                "\"keep\":\"a\",\"keepText\":\"" + TEXT.substring(0, 60));
    }

    /** Two texts each share six of their twenty words. With one minutia a text, one pair in fifteen is equal. */
    @Test
    void differentShortTextsAreNotEqual() throws IOException {
        List<String> texts = Repeated.list(600, i -> {
            String shared = " " + Corpus.words(7_000 + i / 2, 6) + " ";
            return object("t" + i, Corpus.words(2 * i, i % 13) + shared + Corpus.words(2 * i + 1, 14 - i % 13));
        });
        writeLines("short.jsonl", texts);
        run("dedup $short.jsonl --min-score 0.5")
                .exits(0, "kept 600 documents and dropped 0 documents")
                .printsNothing();
    }

    @Test
    void compressedDumpsAreJoinedInOrder() throws IOException {
        write("1.jsonl.gz", Packed.gzip("\ufeff" + String.join("\n", lines())));
        String d = object("d", Corpus.words(9, 100));
        write("2.json", "\ufeff" + d + object("e", TEXT) + "\n\n" + object("f", "x y z"));
        run("dedup $1.jsonl.gz $2.json --write $clean.jsonl.gz --quiet --lenient")
                .exits(0);
        String expected = "\ufeff" + without(lines(), 1, 5) + "\n" + d + object("f", "x y z");
        assertEquals(expected, unpacked("clean.jsonl.gz"));
        run("dedup $1.jsonl.gz $2.json --write $clean.jsonl.zst --quiet").exits(1);
        assertEquals("", run("dedup $clean.jsonl.zst --quiet").out().replaceAll("(?m)^drop .*\n", ""));
    }

    @Test
    void rowsOfATableAreCopied() throws IOException {
        String kept = "id,note,text\r\na,\"x\ny\",\"" + TEXT + "\"\r\n";
        String last = "c,,\"" + Corpus.words(5, 90) + "\"\r\n";
        write("t.csv", kept + "b,,\"" + TEXT + "\"\r\n" + last);
        run("dedup $t.csv --write $clean.csv").exits(0);
        assertEquals(kept + last, read("clean.csv"));
        write("1.csv", kept);
        StringWriter bars = new StringWriter();
        Streams terminal = new Streams(System.in, Writer.nullWriter(), new PrintWriter(bars), () -> true, () -> 80);
        String one = path("1.csv").toString();
        CliRun.withStreams(terminal, "overlap", "--tests", one, one);
        CliRun.withStreams(terminal, "dedup", one, "--write", path("2.csv").toString());
        assertTrue(bars.toString().matches("(?s).* 1 document\\s.*write 100%.*"), bars::toString);
    }

    @Test
    void aDirectoryIsCopiedWithItsFiles() throws IOException {
        Corpus.write(path("source"));
        write("source/shards/1.jsonl", String.join("\n", lines()) + "\n");
        write("source/shards/2.jsonl", Corpus.record("z", Corpus.words(12, 80)));
        write("source/picture.bin", new byte[] {0, 1, 2, 3});
        run("dedup $source --write $clean --quiet").exits(1);
        assertFalse(exists("clean/version.txt"));
        for (String name : List.of("original.txt", "picture.bin", "shards/2.jsonl")) {
            assertArrayEquals(bytes("source/" + name), bytes("clean/" + name));
        }
        assertEquals(
                without(lines(), 0, 1, 5, 6) + "\n",
                read("clean/shards/1.jsonl"),
                "the others are copies and versions of original.txt and other.txt");
        each("dedup $source --write $clean --force => 1 exists; choose another name");
    }

    @Test
    void recordsOfOneIdAreJudgedOneByOne() throws IOException {
        String other = Corpus.words(7, 100);
        List<String> lines =
                List.of(object("same", TEXT), object("same", other), object("same", TEXT), object("x", other));
        writeLines("dump.jsonl", lines);
        run("dedup $dump.jsonl --write $clean.jsonl --summary $summary.json")
                .exits(0, "2 documents have an id that an earlier document has, such as same");
        assertEquals(lines.subList(0, 2), linesOf("clean.jsonl"));
        holds("summary.json", "\"repeatedIds\":2");
    }

    @Test
    void whatIsNotReadIsNotDropped() throws IOException {
        String text = Corpus.words(2, 50);
        List<String> lines = List.of(
                object("a", text),
                object("large", Corpus.words(1, 300)),
                object("larger", Corpus.words(1, 300)),
                object("b", text),
                object("left-out", text));
        writeLines("dump.jsonl", lines);
        CliRun run = run("dedup $dump.jsonl --write $clean.jsonl --max-document 1000 --exclude left* --format tsv")
                .exits(1, "kept 1 document and dropped 1 document");
        assertEquals(2, run.lines().size(), run.out());
        assertEquals(without(lines, 3), read("clean.jsonl"));
    }

    @Test
    void anIndexGivesTheResultOnly() throws IOException {
        buildIndex("--store-text");
        CliRun run =
                run("dedup $index --format json").exits(0, "of the words", "\"" + Corpus.ORIGINAL.substring(0, 12));
        assertEquals("version.txt original.txt", run.row("drop keep"));
        // Parts of longer documents are dropped.
        run = run("dedup $index --measure containment --keep longest --min-score 90% --format json");
        assertEquals(List.of("original.txt version.txt", "part.txt version.txt"), run.rows("drop keep"));
    }

    /** Writes copies of one text, named a, b, c, …, each with a value as JSON. */
    private void writeCopies(String field, String... values) throws IOException {
        List<String> lines = Repeated.list(values.length, i -> {
            String record = object("" + (char) ('a' + i), TEXT);
            return values[i].isEmpty() ? record : record.replace("}", ",\"" + field + "\":" + values[i] + "}");
        });
        writeLines("dump.jsonl", lines);
    }

    private CliRun assertKept(String id, String options) throws IOException {
        CliRun run = run("dedup " + options + " --format json").exits(0);
        assertEquals(id, run.rows("keep").get(0), options);
        return run;
    }

    @Test
    void theDocumentWithTheGreatestOrLeastValueSurvives() throws IOException {
        writeCopies("n", "3", "-2.5e3", "\"100\"", "\"seven\"", "", "99.5");
        assertKept("c", "$dump.jsonl --keep field:n:greatest");
        assertKept("b", "$dump.jsonl --keep field:n:least");
        assertKept("c", "$dump.jsonl --keep field:n").tells("1 document has no field \"n\", and comes last");
        writeCopies("v", "\"ab\"", "\"abc\"", "\"a\"", "\"aa\"", "null");
        assertKept("b", "$dump.jsonl --keep field:v");
        assertKept("c", "$dump.jsonl --keep field:v:least");
        write("t.csv", "id,rank,text\nx,2,TEXT\ny,1,TEXT\nz,,TEXT\n".replace("TEXT", TEXT));
        assertKept("y", "$t.csv --keep field:rank:least");
        // Equal values leave the first document.
        writeCopies("n", "0", "7", "7.0");
        assertKept("b", "$dump.jsonl --keep field:n");
        writeCopies("n", "-0.0", "0");
        assertKept("a", "$dump.jsonl --keep field:n");
    }

    @Test
    void theOldestDocumentSurvives() throws IOException {
        writeCopies("day", "\"2024-03-01\"", "", "\"2019\"", "\"soon\"", "\"Fri, 1 Mar 2019 12:30:00 +0100\"");
        assertKept("c", "$dump.jsonl --keep oldest --date-field day")
                .tells("1 date cannot be read", "2 documents have no date, and come last");
        write("dates.tsv", "b\t1999-12-31\nunknown\t1970\n");
        assertKept("b", "$dump.jsonl --keep oldest --dates $dates.tsv");
        run("build $index $dump.jsonl --date-field day --quiet").exits(0);
        assertKept("c", "$index --keep oldest");
        assertKept("b", "$index --keep oldest --dates $dates.tsv");
    }

    private static final String FRAME = Corpus.words(1, 15);
    private static final String OWN = Corpus.words(2, 40);
    private static final String OTHER = Corpus.words(3, 40);
    private static final String PARAGRAPHS = "dedup $dump.jsonl --write $clean.jsonl --force --paragraphs lines ";

    private static String json(String id, String... lines) {
        return "{\"id\": \"" + id + "\",  \"text\":\"" + String.join("\\n", lines) + "\", \"n\":1.50}";
    }

    @Test
    void laterParagraphsOfTheSameWordsAreDropped() throws IOException {
        writeLines(
                "dump.jsonl",
                List.of(
                        json("a", FRAME, "\\u00e9" + OWN, "short line"),
                        json("b", FRAME.toUpperCase(Locale.ROOT) + "!", OTHER + "\\ud83d\\ude00", "short line"),
                        json("c", Corpus.words(4, 40), FRAME, FRAME),
                        json("d", FRAME, OTHER),
                        "not JSON"));
        CliRun run = run(PARAGRAPHS + "--summary $summary.json --lenient --format json")
                .exits(0, "dropped 3 repeated paragraphs of 2 documents", "kept 1 document whole");
        assertEquals(
                List.of(
                        json("a", FRAME, "\\u00e9" + OWN, "short line"),
                        json("b", OTHER + "\\ud83d\\ude00", "short line"),
                        // The last line has no end of its own.
                        json("c", Corpus.words(4, 40), ""),
                        json("d", FRAME, OTHER),
                        "not JSON"),
                linesOf("clean.jsonl"));
        assertEquals(List.of("b 15", "c 30"), run.rows("id droppedWords"));
        holds(
                "summary.json",
                "\"documents\":4",
                "\"shortened\":2",
                "\"keptOverLimit\":1",
                "\"repeatedParagraphs\":5,\"droppedParagraphs\":3",
                "\"droppedWords\":45",
                "\"skippedInvalid\":1",
                "\"seconds\":",
                "\"megabytesPerSecond\":",
                "\"peakHeap\":");
        run(PARAGRAPHS + "--max-cut 1 --lenient").exits(0);
        assertEquals(json("d", ""), linesOf("clean.jsonl").get(3));
        run(PARAGRAPHS + "--min-words 16 --max-cut 1 --lenient").exits(0, "dropped 1 repeated paragraph");
        run("dedup $dump.jsonl --paragraphs lines --lenient").exits(0).prints("b");
    }

    @Test
    void aBlockEndsAtABlankLine() throws IOException {
        String block = FRAME + "\\n" + Corpus.words(5, 3);
        String first = json("a", block, "", OWN);
        writeLines("dump.jsonl", List.of(first, json("b", block.replace("\\n", " "), "  ", "", OTHER, FRAME)));
        run("dedup $dump.jsonl --write $clean.jsonl --paragraphs blocks").exits(0);
        assertEquals(List.of(first, json("b", OTHER, FRAME)), linesOf("clean.jsonl"));
    }

    @Test
    void filesOfADirectoryAreShortened() throws IOException {
        String first = FRAME + "\r\n" + OWN + "\r\n";
        String page = "<!DOCTYPE html><p>" + FRAME + "<p>" + Corpus.words(9, 60);
        write("pages/deep/a.txt", first);
        write("pages/deep/b.txt", FRAME + "\n" + OTHER);
        write("pages/deep/c.html", page);
        writeLines("pages/deep/d.jsonl", List.of(json("d", OTHER, Corpus.words(8, 50)), ""));
        try (Recording forces = new Recording()) {
            forces.enable("jdk.FileForce").withoutThreshold();
            forces.start();
            run("dedup $pages --write $clean --paragraphs lines")
                    .exits(0, "kept 1 document whole, because only plain text");
            forces.stop();
            forces.dump(path("forces.jfr"));
        }
        assertEquals(first, read("clean/deep/a.txt"));
        assertEquals(OTHER, read("clean/deep/b.txt"));
        assertTrue(
                RecordingFile.readAllEvents(path("forces.jfr")).stream()
                        .anyMatch(e -> e.getString("path").endsWith("b.txt")),
                "durable before the run notes that it is done");
        assertEquals(page, read("clean/deep/c.html"));
        assertEquals(json("d", Corpus.words(8, 50)) + "\n", read("clean/deep/d.jsonl"));
    }

    /** Against a plain computation, for any number of threads and so little memory that digests go to disk. */
    @Test
    void theSameBytesForAnyNumberOfThreads() throws IOException {
        Random random = new Random(3);
        List<String> records = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int n = 0; n < 18_000; n++) {
            List<String> kept = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String line = Corpus.words(random.nextInt(2) == 0 ? random.nextInt(50_000) : 100_000 + 8 * n + i, 13);
                lines.add(line);
                if (seen.add(line)) {
                    kept.add(line);
                }
            }
            // 13 of 105 words for each line.
            int cut = lines.size() - kept.size();
            lines.add("end");
            kept.add("end");
            records.add(json("r" + n, lines.toArray(new String[0])));
            expected.add(json("r" + n, (cut * 13 > 52.5 ? lines : kept).toArray(new String[0])));
        }
        writeLines("dump.jsonl", records);
        for (int threads : new int[] {1, 3}) {
            run(PARAGRAPHS + "--memory 16m --threads " + threads).exits(0);
            assertEquals(expected, linesOf("clean.jsonl"));
        }
    }

    @Test
    void whatCannotBeShortenedIsRefused() throws IOException {
        write("t.csv", "id,text\na,b\n");
        write("folder/a.txt.gz", Packed.gzip(FRAME));
        each("""
                dedup $t.csv --write $clean --paragraphs lines => 1 cannot be shortened, because its format is csv
                dedup $folder --write $clean --paragraphs lines => 1 it is compressed
                dedup $t.csv --paragraphs lines => 0
                """);
    }

    private static final String FIRST_TEXT = Corpus.words(1, 200);
    private static final String SECOND_TEXT = Corpus.words(2, 200);
    private static final String DEDUP = "dedup $dump.jsonl --write $clean.jsonl";

    @BeforeEach
    void writeDump() throws IOException {
        write(
                "dump.jsonl",
                Corpus.record("a", FIRST_TEXT) + Corpus.record("b", FIRST_TEXT) + Corpus.record("c", SECOND_TEXT));
    }

    @Test
    void aSourceIsNeverTheTarget() throws IOException {
        String before = read("dump.jsonl");
        Files.createSymbolicLink(path("link.jsonl"), path("dump.jsonl"));
        Files.createLink(path("hard.jsonl"), path("dump.jsonl"));
        write("folder/x.jsonl", before);
        write("clean.jsonl.unfinished", before);
        Files.createDirectory(path("other"));
        each("""
                dedup $dump.jsonl --write $dump.jsonl --force => 2 would replace the source $dump.jsonl
                dedup $dump.jsonl --write $link.jsonl --force => 2 would replace the source $dump.jsonl
                dedup $link.jsonl --write $dump.jsonl --force => 2 would replace the source $link.jsonl
                dedup $dump.jsonl --write $hard.jsonl --force => 2 would replace the source $dump.jsonl
                dedup $folder --write $folder/clean => 2 would be inside the source $folder
                dedup $folder --write $folder/clean --temp $other => 2 would be inside the source $folder
                dedup $clean.jsonl.unfinished --write $clean.jsonl => 2 would replace the source $clean.jsonl.unfinished
                """);
        assertEquals(before, read("clean.jsonl.unfinished"));
        assertEquals(before, read("dump.jsonl"));
    }

    @Test
    void whatTheUserHasIsReplacedOnlyIfAsked() throws IOException {
        write("clean.jsonl", "mine");
        write("foreign.jsonl.dedup/mine", "mine");
        write("half.jsonl.unfinished", "mine");
        Files.createDirectory(path("copy.unfinished"));
        Corpus.write(path("source"));
        each(DEDUP + " => 1 --force replaces it\n" + """
                dedup $dump.jsonl --write $clean.jsonl/x => 1 is not a directory; create it first
                dedup $dump.jsonl --write $foreign.jsonl => 1 does not belong to this command
                dedup $dump.jsonl --write $half.jsonl => 1 would be replaced; remove it first
                dedup $source --write $copy => 1 would be replaced; remove it first
                """);
        for (String name : List.of("clean.jsonl", "foreign.jsonl.dedup/mine", "half.jsonl.unfinished")) {
            assertEquals("mine", read(name));
        }
        assertTrue(exists("copy.unfinished") && !exists("half.jsonl.dedup"));
        run(DEDUP + " --force").exits(0);
        assertEquals(2, linesOf("clean.jsonl").size());
    }

    @Test
    void whatCannotBeCopiedByRecordIsRefusedBeforeItIsRead() throws IOException {
        write("z.zip", Packed.zip("a.txt", Corpus.words(1, 50)));
        write("array.json", "[" + linesOf("dump.jsonl").get(0) + "]");
        write("t.txt", Corpus.words(1, 50));
        write("t.csv", "id,text\na,b\n");
        write("1.mbox", mail("a", FIRST_TEXT));
        write("2.warc", warc("a", "resource", FIRST_TEXT));
        each("""
                dedup $z.zip --write $clean.jsonl => 1 cannot be copied one by one: its format is zip
                dedup $array.json --write $clean.jsonl => 1 it is a JSON array
                dedup $t.txt --write $clean.jsonl => 1 has no records
                dedup $dump.jsonl --write $clean.jsonl.xz => 1 does not compress as xz
                dedup $t.csv $dump.jsonl --write $clean.jsonl => 1 tables are not joined
                dedup $1.mbox $2.warc --write $clean.jsonl => 1 records of several formats are not joined
                dedup $z.zip $array.json $t.txt $t.csv $dump.jsonl => 0
                """);
        assertFalse(exists("clean.jsonl") || exists("clean.jsonl.dedup"), "nothing is left behind");
    }

    /** Stops a run before it writes its copy, and leaves its work. */
    private void stop(String command, String clean) throws IOException {
        Files.createDirectory(path(clean + ".unfinished"));
        run(command).exits(1, "continue with --resume").printsNothing();
        assertTrue(exists(clean + ".dedup"));
        Files.delete(path(clean + ".unfinished"));
    }

    @Test
    void aFailedWriteIsResumed() throws IOException {
        stop(DEDUP, "clean.jsonl");
        CliRun resumed = run(DEDUP + " --resume --format csv").exits(0, "continuing the run in");
        assertEquals(2, linesOf("clean.jsonl").size());
        assertEquals("b,a,1,1.0,weighted-resemblance", resumed.lines().get(1));
        assertFalse(exists("clean.jsonl.dedup"));
        String paragraphs = "dedup $dump.jsonl --write $short.jsonl --max-cut 1 --paragraphs ";
        stop(paragraphs + "lines", "short.jsonl");
        each(paragraphs + "blocks --resume => 1 --paragraphs was lines");
        run(paragraphs + "lines --resume").exits(0).prints("b");
        assertEquals(Corpus.record("b", "").strip(), linesOf("short.jsonl").get(1));
        assertFalse(exists("short.jsonl.dedup"));
    }

    @Test
    void aResultThatCouldNotBePrintedIsPrintedByTheNextRun() throws IOException {
        printing(CliRun.failing(() -> new IOException("no space")), DEDUP)
                .exits(1, "no space; the finished steps are kept");
        assertEquals(2, linesOf("clean.jsonl").size(), "the output is complete");
        assertEquals(1, run(DEDUP + " --resume --format json").exits(0).lines().size());
    }

    @Test
    void aRunWithOtherSourcesOrOptionsIsNotResumed() throws IOException {
        stop(DEDUP, "clean.jsonl");
        each(DEDUP + " --resume --keep longest => 1 had other sources or options: --keep was first");
        write("dump.jsonl", read("dump.jsonl") + "\n");
        each(DEDUP + " --resume => 1 had other sources or options");
        assertFalse(exists("clean.jsonl"));
        run(DEDUP).exits(0, "the finished steps of an earlier run are discarded");
    }

    @Test
    void aDamagedSourceIsCopiedUpToTheDamageAndReported() throws IOException {
        byte[] all = Packed.gzip(bytes("dump.jsonl"));
        write("cut.jsonl.gz", Arrays.copyOf(all, all.length - 9));
        run("dedup $cut.jsonl.gz --write $clean.jsonl").exits(1, "cut.jsonl.gz breaks off");
        assertTrue(read("dump.jsonl").startsWith(read("clean.jsonl").substring(0, 1000)));
        run("dedup $cut.jsonl.gz --write $clean.jsonl --force --lenient").exits(0);
    }

    @Test
    void theCleanDumpOfAWikiIsADump() throws IOException {
        String head = "<mediawiki>\n  <siteinfo/>\n";
        List<String> pages = Repeated.list(
                4,
                n -> "  <page><title>T" + n + "</title><ns>0</ns><revision><text>"
                        + (n % 2 == 0 ? FIRST_TEXT : SECOND_TEXT) + "</text></revision></page>\n");
        write("wiki.xml.gz", Packed.gzip(head + String.join("", pages) + "</mediawiki>\n"));
        run("dedup $wiki.xml.gz --write $kept.xml").exits(0);
        // The spaces before a page belong to the page before it.
        assertEquals(head + pages.get(0) + pages.get(1) + "  </mediawiki>\n", read("kept.xml"));
        run("build $index $kept.xml").exits(0).prints("documents");
        write("second.xml", bytes("kept.xml"));
        each("dedup $kept.xml $second.xml --write $clean.xml => 1 are not joined to one");
    }

    private static String warc(String id, String type, String text) {
        return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: http://x.example/" + id
                + "\r\nContent-Type: text/plain\r\nContent-Length: " + text.length() + "\r\n\r\n" + text + "\r\n\r\n";
    }

    /** A record that contains a dump is left out if nothing of it can be read, and counts as one. */
    @Test
    void recordsWithoutAReadablePartAreLeftOut() throws IOException {
        String part = warc("part", "resource", object("x", FIRST_TEXT) + "\n{bad}\n{worse}\n");
        String none = warc("none", "resource", object("", FIRST_TEXT) + "\n{bad}\n{worse}\n");
        String last = warc("last", "resource", SECOND_TEXT);
        write("1.warc", (part + none + last).replace("text/plain", "unknown/unknown"));
        run("dedup $1.warc --drop-unread --lenient --write $clean.warc")
                .exits(0, "skipped 5 documents", "left out 1 record or file");
        assertEquals((part + last).replace("text/plain", "unknown/unknown"), read("clean.warc"));
    }

    private static String mail(String id, String text) {
        return "From a@x.example Mon Jan  1 00:00:00 2001\nMessage-ID: <" + id + "@x.example>\n\n" + text + "\n\n";
    }

    private static byte[] members(String... records) {
        return Packed.concat(Stream.of(records).map(Packed::gzip).toArray(byte[][]::new));
    }

    @Test
    void recordsOfWebArchivesStayInTheirMembers() throws IOException {
        String info = warc("info", "warcinfo", "about");
        String a = warc("a", "resource", FIRST_TEXT);
        String b = warc("b", "resource", FIRST_TEXT + " more");
        String request = warc("b", "request", "GET / HTTP/1.1");
        String c = warc("c", "conversion", SECOND_TEXT);
        write("1.warc.gz", members(info, a, request, b));
        write("2.warc.gz", members(b, c));
        CliRun run = run("dedup $1.warc.gz $2.warc.gz --write $clean.warc.gz --format tsv")
                .exits(0);
        assertEquals(3, run.lines().size(), run.out());
        assertArrayEquals(members(info, a, request, c), bytes("clean.warc.gz"));
        run("dedup $1.warc.gz $2.warc.gz --write $clean.warc").exits(0);
        assertEquals(info + a + request + c, read("clean.warc"), "an archive can be unpacked on the way");
        run("dedup $clean.warc --write $again.warc.gz").exits(0);
        assertArrayEquals(members(info, a, request, c), bytes("again.warc.gz"), "each record is a member");
    }

    @Test
    void mailboxesAreJoinedWithAnEmptyLine() throws IOException {
        String c = mail("c", SECOND_TEXT).strip();
        write("1.mbox", mail("a", FIRST_TEXT) + mail("b", FIRST_TEXT) + c);
        write("2.mbox.gz", Packed.gzip(mail("d", SECOND_TEXT) + mail("e", "short words")));
        run("dedup $1.mbox $2.mbox.gz --write $clean.mbox").exits(0);
        assertEquals(mail("a", FIRST_TEXT) + c + "\n\n" + mail("e", "short words"), read("clean.mbox"));
    }

    @Test
    void filesOfADirectoryKeepTheirFormats() throws IOException {
        write("source/1.warc.gz", members(warc("a", "resource", FIRST_TEXT), warc("b", "resource", FIRST_TEXT)));
        write("source/2.mbox", mail("m", FIRST_TEXT) + mail("n", SECOND_TEXT));
        write("source/3.txt", SECOND_TEXT);
        write("source/4.txt", Corpus.words(3, 100));
        run("dedup $source --write $clean").exits(0);
        assertArrayEquals(members(warc("a", "resource", FIRST_TEXT)), bytes("clean/1.warc.gz"));
        assertEquals(mail("n", SECOND_TEXT), read("clean/2.mbox"));
        assertFalse(exists("clean/3.txt"));
        assertEquals(Corpus.words(3, 100), read("clean/4.txt"));
    }

    @Test
    void aFileMayHaveTheNameOfTheRecordOfAnother() throws IOException {
        String records = object("a", FIRST_TEXT) + "\n" + object("b", Corpus.words(3, 100)) + "\n";
        write("source/dump.jsonl", records);
        write("source/dump.jsonl@1", FIRST_TEXT);
        write("source/dump.jsonl@2", Corpus.words(4, 100));
        run("dedup $source --write $clean").exits(0);
        assertEquals(records, read("clean/dump.jsonl"));
        assertFalse(exists("clean/dump.jsonl@1"));
        assertEquals(Corpus.words(4, 100), read("clean/dump.jsonl@2"));
    }

    /** Twelve pages of each of two sites: the same menu, other content. */
    @Test
    void templatesAreLeftOutOfTheDocumentsOfASeries() throws IOException {
        write(
                "pages.jsonl",
                Repeated.text(
                        24,
                        i -> Corpus.record(
                                "site" + i % 2 + "/" + i,
                                Corpus.words(100 + i % 2, 300) + " " + Corpus.words(i == 22 ? 20 : i, 100))));
        CliRun all = run("dedup $pages.jsonl --measure resemblance --common-df none --format tsv");
        assertEquals(1 + 22, all.lines().size(), all.out());
        CliRun run = run("dedup $pages.jsonl --measure resemblance --series prefix:/ --templates $t.tsv --format json")
                .exits(0, "left out the templates of 2 series");
        assertEquals("site0/22 site0/20", run.row("drop keep"));
        holds("t.tsv", "site0\t12\t");
        write("series.tsv", "site0/0\ts\nnowhere\ts\n");
        run("dedup $pages.jsonl --series $series.tsv").tells("--series names 1 document that the sources do not have");
        run("build $index $pages.jsonl --preset near-duplicates").exits(0);
        assertEquals(
                run.out(),
                run("dedup $index --measure resemblance --series prefix:/ --format json")
                        .out());
    }

    @Test
    void theWorkOfAnIndexCanBeKept() throws IOException {
        buildIndex("");
        String command = "dedup $index --min-score 20% --format json";
        String expected = run(command).out();
        assertEquals(expected, run(command + " --work $work").exits(0).out());
        assertFalse(exists("work"), "it is removed when the command is done");
        assertEquals(expected, run(command + " --work $work --resume").out());
    }

    /**
     * A run that was killed after any piece leaves a step, and more bytes than it counts.
     *
     * @param record the first record that is not copied
     * @param durable the bytes of the records before it, which are all that was written of the copy but its last piece
     */
    private void continueAt(String command, String clean, int record, byte[] durable, long found, String rest)
            throws IOException {
        stop(command, clean);
        write(clean + ".unfinished", Packed.concat(durable, Packed.utf8(rest)));
        write(
                clean + ".dedup/copied.step",
                "{\"file\": 0, \"record\": " + record + ", \"bytes\": " + durable.length
                        + ", \"lineEnds\": 1, \"found\": " + found + ", \"notes\": 0}");
        run(command + " --resume").exits(0);
    }

    @Test
    void aCopyThatStoppedIsContinued() throws IOException {
        List<String> records = Repeated.list(
                40, i -> Corpus.record(i, Corpus.words(i / 2 * (i % 3), 200)).strip());
        write("dump.jsonl", String.join("\n", records) + "\n");
        String options = " --write-piece 4k";
        run("dedup $dump.jsonl --write $whole.jsonl.gz" + options).exits(0);
        byte[] all = bytes("whole.jsonl.gz");
        // The second piece begins at the second magic number after the first one.
        int end = IntStream.range(1, all.length - 3)
                .filter(i -> all[i] == 0x1f && all[i + 1] == (byte) 0x8b && all[i + 2] == 8)
                .skip(1)
                .findFirst()
                .orElseThrow();
        byte[] durable = Arrays.copyOf(all, end);
        write("durable.gz", durable);
        List<String> done = unpacked("durable.gz").lines().toList();
        int record = records.indexOf(done.get(done.size() - 1)) + 2;
        String command = "dedup $dump.jsonl --write $clean.jsonl.gz" + options;
        continueAt(command, "clean.jsonl.gz", record, durable, record - 1 - done.size(), "half a piece");
        assertArrayEquals(all, bytes("clean.jsonl.gz"));
    }

    @Test
    void aCopyOfShortenedRecordsThatStoppedIsContinued() throws IOException {
        String frame = Corpus.words(1, 15);
        List<String> records = Repeated.list(60, n -> {
            String line = n % 3 == 0 ? frame : Corpus.words(300 + n, 15);
            return Corpus.record(n, line + "\\n" + Corpus.words(100 + n, 40)).strip();
        });
        write("dump.jsonl", String.join("\n", records));
        String command = " --paragraphs lines --write-piece 1k --force";
        run("dedup $dump.jsonl --write $whole.jsonl" + command).exits(0);
        List<String> written = linesOf("whole.jsonl");
        assertEquals(19, records.stream().filter(r -> !written.contains(r)).count());
        for (int record : new int[] {2, 31, 60}) {
            byte[] durable = Packed.utf8(String.join("\n", written.subList(0, record - 1)) + "\n");
            long found = records.subList(0, record - 1).stream()
                    .filter(r -> !written.contains(r))
                    .count();
            continueAt(DEDUP + command, "clean.jsonl", record, durable, found, "{\"id\": half a rec");
            assertEquals(written, linesOf("clean.jsonl"));
        }
    }

    /**
     * Each file has a line that cannot be read. The report of it stops the run, which does not read on from the start.
     */
    @Test
    void readingThatStoppedContinuesAtTheFile() throws IOException {
        StringBuilder command = new StringBuilder("dedup");
        for (int file = 0; file < 5; file++) {
            int first = 100 * file;
            String lines = Repeated.text(30, i -> Corpus.record(i, Corpus.words(i % 4 == 0 ? i : first + i, 60)));
            write("part" + file + ".jsonl", lines.replaceFirst("(\"id\":\"25\".*)\"}", "$1"));
            command.append(" $part").append(file).append(".jsonl");
        }
        command.append(" --format json --run-text 1k --drop-unread --lenient --write ");
        CliRun whole = run(command + "$expected.jsonl").exits(0);
        for (int stop = 1; stop < 5; stop++) {
            String name = "part" + stop;
            interrupted(name + ".jsonl:26", command + "$clean" + stop + ".jsonl")
                    .exits(1);
            CliRun resumed = run(command + "$clean" + stop + ".jsonl --resume")
                    .exits(0, name + ".jsonl:26", "skipped 5 documents: invalid 5", "left out 5 records")
                    .omits("part" + (stop - 1) + ".jsonl:26");
            assertEquals(whole.out(), resumed.out());
            assertEquals(read("expected.jsonl"), read("clean" + stop + ".jsonl"));
        }
    }
}
