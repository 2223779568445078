package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.CommandFixture;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** {@code dedup} without a copy: what it drops and keeps by which rule, and paragraphs that are repeated. */
class DedupCommandTest extends CommandFixture {
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
        String json = read("summary.json");
        assertTrue(json.contains("\"documents\":5,\"kept\":3,\"dropped\":2,\"clusters\":1"), json);
        assertTrue(json.contains("\"keep\":\"a\",\"keepText\":\"" + TEXT.substring(0, 60)), json);
    }

    /** Two texts each share six of their twenty words. With one minutia a text, one pair in fifteen is equal. */
    @Test
    void differentShortTextsAreNotEqual() throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            String shared = " " + Corpus.words(7_000 + i / 2, 6) + " ";
            texts.add(object("t" + i, Corpus.words(2 * i, i % 13) + shared + Corpus.words(2 * i + 1, 14 - i % 13)));
        }
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
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes("clean.jsonl.gz")))) {
            assertEquals(expected, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
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
        assertTrue(read("summary.json").contains("\"repeatedIds\":2"), read("summary.json"));
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

    // Rules that need a date or a field.

    /** Writes copies of one text, named a, b, c, …, each with a value as JSON. */
    private void writeCopies(String field, String... values) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            String record = object("" + (char) ('a' + i), TEXT);
            lines.add(values[i].isEmpty() ? record : record.replace("}", ",\"" + field + "\":" + values[i] + "}"));
        }
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

    // Repeated paragraphs are dropped, and their documents stay.

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
        String figures = read("summary.json");
        for (String figure : List.of(
                "\"documents\":4",
                "\"shortened\":2",
                "\"keptOverLimit\":1",
                "\"repeatedParagraphs\":5",
                "\"droppedParagraphs\":3",
                "\"droppedWords\":45",
                "\"skippedInvalid\":1",
                "\"seconds\":",
                "\"megabytesPerSecond\":",
                "\"peakHeap\":")) {
            assertTrue(figures.contains(figure), () -> figure + " is not in " + figures);
        }
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
        run("dedup $pages --write $clean --paragraphs lines")
                .exits(0, "kept 1 document whole, because only plain text");
        assertEquals(first, read("clean/deep/a.txt"));
        assertEquals(OTHER, read("clean/deep/b.txt"));
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
}
