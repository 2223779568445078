package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code overlap}: texts beside an index, and a dump without the documents that share n-grams with test sets. */
class OverlapCommandTest extends CliRun.Fixture {
    private static final List<String> ORIGINAL = List.of(Corpus.ORIGINAL.split(" "));
    private static final String PART = Corpus.words(7, 100) + " " + String.join(" ", ORIGINAL.subList(50, 80));

    private void writeTexts() throws IOException {
        buildIndex("");
        write(
                "texts.jsonl",
                Corpus.record("whole", String.join(" ", ORIGINAL.subList(10, 300)))
                        + Corpus.record("part", PART)
                        + Corpus.record("new", Corpus.words(8, 100))
                        + Corpus.record("short", "two words"));
    }

    @Test
    void eachTextHasItsShareItsRunAndAVerdict() throws IOException {
        writeTexts();
        for (int threads : new int[] {1, 3}) {
            CliRun run = run("overlap $index $texts.jsonl --format json --threads " + threads)
                    .exits(0, "4 texts: 1 contaminated, 1 partial, 1 clean, 1 unknown", "short");
            run.hasFields("id verdict share minutiae held ignored words runWords runStart runChunks documents"
                    + " runBegin runEnd");
            run.gives(
                    "id verdict runWords",
                    "whole contaminated 290",
                    "part partial 30",
                    "new clean 0",
                    "short unknown 0");
            Map<String, String> part = run.objects().get(1);
            assertEquals(
                    "100 27 " + 27.0 / 127, run.rows("runStart runChunks share").get(1));
            assertEquals(
                    String.join(" ", ORIGINAL.subList(50, 80)),
                    PART.substring(Integer.parseInt(part.get("runBegin")), Integer.parseInt(part.get("runEnd"))));
            assertEquals("null null", run.rows("runStart runBegin").get(2));
            run.prints("\"documents\":[{\"id\":\"original.txt\",\"shared\":27,");
        }
        List<String> table = run("overlap $index $texts.jsonl").lines();
        assertEquals(
                List.of("share", "minutiae", "held", "words", "run words", "run start", "text", "verdict", "document"),
                List.of(table.get(0).strip().split(" {2,}")));
        assertTrue(table.get(2).contains("original.txt"), table.get(2));
        assertEquals(5, table.size());
    }

    @Test
    void thresholdsAndTheExitCodeAreOptions() throws IOException {
        writeTexts();
        String overlap = "overlap $index $texts.jsonl ";
        for (String[] option : new String[][] {
            {"--contaminated-run 20", "contaminated contaminated clean unknown"},
            {"--partial-run 40", "contaminated clean clean unknown"}
        }) {
            CliRun run = run(overlap + "--format json " + option[0]);
            assertEquals(option[1], String.join(" ", run.rows("verdict")));
        }
        run(overlap + "--fail-on contaminated").exits(1);
        run(overlap + "--fail-on partial").exits(1);
        given(Corpus.words(9, 50), "overlap $index - --fail-on partial").exits(0);
        given("", "overlap $index -").exits(1);
        given("", "overlap $index - --allow-empty").exits(0);
        CliRun limited = run(overlap + "--max-df 1 --top 1 --format json");
        assertTrue(Integer.parseInt(limited.rows("ignored").get(0)) > 0, limited.out());
    }

    @Test
    void textsAreComparedWithEachOtherOnlyOnRequest() throws IOException {
        buildIndex("");
        String words = Corpus.words(20, 100);
        write(
                "copies.jsonl",
                Corpus.record("first", words)
                        + Corpus.record("second", words)
                        + Corpus.record("first", Corpus.words(21, 100))
                        + Corpus.record("third", Corpus.words(22, 60)));
        assertEquals(
                Collections.nCopies(4, "clean"),
                run("overlap $index $copies.jsonl --format json").rows("verdict"));
        CliRun run = run("overlap $index $copies.jsonl --among --format json")
                .exits(0, "1 text has the id of an earlier one");
        assertEquals(List.of("contaminated", "contaminated", "clean", "clean"), run.rows("verdict"));
        assertTrue(run.lines().get(0).contains("\"id\":\"second\""), run.out());
        // A text whose id is too long is compared, but others not with it.
        write("copies.jsonl", Corpus.record("x".repeat(70_000), words) + Corpus.record("second", words));
        run = run("overlap $index $copies.jsonl --among --format json")
                .exits(0, "1 text has the id of an earlier one, an id that is too long");
        assertEquals(List.of("contaminated", "clean"), run.rows("verdict"));
    }

    @Test
    void aSelectionThatLeavesChunksOutIsNoted() throws IOException {
        writeTexts();
        run("build $winnowed $sources --preset near-duplicates").exits(0);
        CliRun noted = run("overlap $winnowed $texts.jsonl --format json").tells("consecutive selected chunks");
        assertEquals("contaminated", noted.rows("verdict").get(0));
    }

    @Test
    void aDamagedSourceIsReportedAndTheRestIsAnswered() throws IOException {
        buildIndex("");
        byte[] packed = Packed.gzip(Repeated.text(50, i -> Corpus.record("text " + i, Corpus.words(i, 50))));
        write("broken.jsonl.gz", Arrays.copyOf(packed, packed.length * 3 / 4));
        CliRun run = run("overlap $index $broken.jsonl.gz --format json").exits(1);
        assertTrue(run.lines().size() > 10 && run.lines().size() < 50, run.err());
        run("overlap $index $broken.jsonl.gz --lenient").exits(0);
    }

    // Dumps without the documents that share n-grams with test sets.

    private static final List<String> QUESTION = List.of(Corpus.words(1, 40).split(" "));
    private static final List<String> ANSWER = List.of(Corpus.words(2, 40).split(" "));
    private static final String CLEAN = "overlap $dump.jsonl --tests $tests.jsonl --write $clean.jsonl --force ";
    private static final List<String> LINES = List.of(
            "{\"id\":\"thirteen\",  \"text\":\"" + Corpus.words(3, 50) + " " + part(QUESTION, 13) + "\"}",
            "{\"id\":\"twelve\",\"text\":\"" + Corpus.words(4, 50) + " " + part(QUESTION, 12) + " x\"}",
            "{\"id\":\"new\",  \"text\":\"" + Corpus.words(5, 50) + "\", \"more\": [1,  2]}",
            "",
            "{\"id\":\"other\",\"text\":\"" + part(ANSWER, 20).toUpperCase(Locale.ROOT) + "\"}",
            "{\"id\":\"short\",\"text\":\"two words\"}",
            "not JSON");

    private static String part(List<String> words, int count) {
        return String.join(" ", words.subList(10, 10 + count));
    }

    /** Writes the dump and two test sets, which use the same ids. */
    private void writeDump() throws IOException {
        write("tests.jsonl", Corpus.record(1, String.join(" ", QUESTION)));
        write("answers.jsonl", Corpus.record(1, String.join(" ", ANSWER)));
        write("dump.jsonl", String.join("\n", LINES) + "\n");
    }

    @Test
    void documentsThatShareThirteenWordsWithATestSetAreLeftOut() throws IOException {
        writeDump();
        for (int threads : new int[] {1, 3}) {
            CliRun run = run(CLEAN + "--tests $answers.jsonl --format json --threads " + threads)
                    .exits(1, "without 2 documents that are partial or contaminated", "invalid 1")
                    .prints("tests.jsonl:1", "answers.jsonl:1");
            assertEquals(List.of("thirteen", "other"), run.rows("id"));
            assertEquals(
                    List.of(LINES.get(1), LINES.get(2), LINES.get(3), LINES.get(5), LINES.get(6)),
                    linesOf("clean.jsonl"));
        }
        assertEquals(List.of("answers.jsonl", "clean.jsonl", "dump.jsonl", "tests.jsonl"), names(""));
    }

    @Test
    void optionsAndTheTestsDecideWhatIsLeftOut() throws IOException {
        writeDump();
        write("q.jsonl", "{\"question\": \"" + String.join(" ", QUESTION) + "\"}\n{\"question\": \"too short\"}\n");
        run(CLEAN + "--ngram 12 --lenient").exits(0);
        assertEquals(LINES.subList(2, 7), linesOf("clean.jsonl"));
        run(CLEAN + "--ngram 12 --partial-run 13 --lenient").exits(0);
        assertEquals(LINES.subList(1, 7), linesOf("clean.jsonl"));
        run(CLEAN.replace("$tests", "$q") + "--test-field question --lenient")
                .exits(0, "1 text of --tests has fewer than 13 words");
        assertEquals(LINES.subList(1, 7), linesOf("clean.jsonl"));
        run(CLEAN + "--drop contaminated --lenient").exits(0, "without 0 documents");
        assertArrayEquals(bytes("dump.jsonl"), bytes("clean.jsonl"));
        given(read("dump.jsonl"), "overlap - --tests $tests.jsonl --fail-on partial --lenient")
                .exits(1)
                .prints("thirteen");
    }

    @Test
    void anIndexAndADirectoryCanBeComparedToo() throws IOException {
        writeDump();
        run("build $index $tests.jsonl --quiet").exits(0);
        run("overlap $index $dump.jsonl --write $clean.jsonl.gz --lenient").exits(0);
        assertEquals(LINES.subList(1, 7), unpacked("clean.jsonl.gz").lines().toList());
        write("pages/deep/a.txt", part(QUESTION, 13));
        write("pages/deep/b.txt", Corpus.words(9, 30));
        write("pages/deep/c.jsonl", String.join("\n", LINES.subList(0, 3)) + "\n");
        run("overlap $pages --tests $tests.jsonl --write $copy").exits(0);
        assertFalse(exists("copy/deep/a.txt"));
        assertEquals(Corpus.words(9, 30), read("copy/deep/b.txt"));
        assertEquals(LINES.subList(1, 3), linesOf("copy/deep/c.jsonl"));
    }

    @Test
    void testsThatCannotBeReadWriteNothing() throws IOException {
        writeDump();
        write("clean.jsonl", "mine");
        each(CLEAN.replace(" --force", "") + "=> 1 --force replaces it");
        write("tests.jsonl", read("tests.jsonl") + "{\"text\": 5}\n");
        each(CLEAN + "=> 1 would not be free of them");
        assertEquals("mine", read("clean.jsonl"));
        run(CLEAN + "--lenient").exits(0);
        assertEquals(
                List.of("answers.jsonl", "clean.jsonl", "dump.jsonl", "tests.jsonl"), names(""), "nothing is left");
    }

    @Test
    void theSummaryHasTheFiguresOfTheRun() throws IOException {
        writeDump();
        run(CLEAN + "--summary $summary.json --lenient").exits(0);
        holds(
                "summary.json",
                "\"texts\":5,",
                "\"contaminated\":0,",
                "\"partial\":1,",
                "\"unknown\":1,",
                "\"dropped\":1,",
                "\"skippedInvalid\":1,",
                "\"seconds\":",
                "\"megabytesPerSecond\":",
                "\"peakHeap\":");
        each("overlap $dump.jsonl --tests $tests.jsonl --summary - => 1 instead of -");
    }
}
