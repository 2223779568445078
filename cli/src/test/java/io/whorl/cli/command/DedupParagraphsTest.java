package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repeated paragraphs are dropped, and their documents stay. */
class DedupParagraphsTest {
    private static final String FRAME = Corpus.words(1, 15);
    private static final String OWN = Corpus.words(2, 40);
    private static final String OTHER = Corpus.words(3, 40);

    @TempDir
    private Path directory;

    private static String json(String id, String... lines) {
        return "{\"id\": \"" + id + "\",  \"text\":\"" + String.join("\\n", lines) + "\", \"n\":1.50}";
    }

    private CliRun dedup(Path source, Path clean, Object... more) {
        return CliRun.of("dedup", source, "--write", clean, more);
    }

    @Test
    void laterParagraphsOfTheSameWordsAreDropped() throws IOException {
        Path dump = Files.write(
                directory.resolve("dump.jsonl"),
                List.of(
                        json("a", FRAME, "\\u00e9" + OWN, "short line"),
                        json("b", FRAME.toUpperCase(Locale.ROOT) + "!", OTHER + "\\ud83d\\ude00", "short line"),
                        json("c", Corpus.words(4, 40), FRAME, FRAME),
                        json("d", FRAME, OTHER),
                        "not JSON"));
        Path clean = directory.resolve("clean.jsonl");
        Path summary = directory.resolve("summary.json");
        CliRun run = dedup(dump, clean, "--paragraphs", "lines", "--summary", summary, "--lenient", "--format", "json")
                .exits(0, "dropped 3 repeated paragraphs of 2 documents", "kept 1 document whole");
        assertEquals(
                List.of(
                        json("a", FRAME, "\\u00e9" + OWN, "short line"),
                        json("b", OTHER + "\\ud83d\\ude00", "short line"),
                        // The last line has no end of its own.
                        json("c", Corpus.words(4, 40), ""),
                        json("d", FRAME, OTHER),
                        "not JSON"),
                Files.readAllLines(clean));
        assertEquals(List.of("b", "c"), run.values("id"));
        assertEquals("30", run.objects().get(1).get("droppedWords"));
        String figures = Files.readString(summary);
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
        dedup(dump, clean, "--paragraphs", "lines", "--max-cut", 1, "--force", "--lenient")
                .exits(0);
        assertEquals(json("d", ""), Files.readAllLines(clean).get(3));
        dedup(dump, clean, "--paragraphs", "lines", "--min-words", 16, "--max-cut", 1, "--force", "--lenient")
                .exits(0, "dropped 1 repeated paragraph");
        CliRun.of("dedup", dump, "--paragraphs", "lines", "--lenient").exits(0).prints("b");
    }

    @Test
    void aBlockEndsAtABlankLine() throws IOException {
        String block = FRAME + "\\n" + Corpus.words(5, 3);
        Path dump = Files.write(
                directory.resolve("dump.jsonl"),
                List.of(json("a", block, "", OWN), json("b", block.replace("\\n", " "), "  ", "", OTHER, FRAME)));
        Path clean = directory.resolve("clean.jsonl");
        dedup(dump, clean, "--paragraphs", "blocks").exits(0);
        assertEquals(List.of(json("a", block, "", OWN), json("b", OTHER, FRAME)), Files.readAllLines(clean));
    }

    @Test
    void filesOfADirectoryAreShortened() throws IOException {
        Path pages = Files.createDirectories(directory.resolve("pages/deep"));
        Files.writeString(pages.resolve("a.txt"), FRAME + "\r\n" + OWN + "\r\n");
        Files.writeString(pages.resolve("b.txt"), FRAME + "\n" + OTHER);
        byte[] page = ("<!DOCTYPE html><p>" + FRAME + "<p>" + Corpus.words(9, 60)).getBytes(StandardCharsets.UTF_8);
        Files.write(pages.resolve("c.html"), page);
        Files.writeString(pages.resolve("d.jsonl"), json("d", OTHER, Corpus.words(8, 50)) + "\n");
        Path clean = directory.resolve("clean");
        dedup(directory.resolve("pages"), clean, "--paragraphs", "lines")
                .exits(0, "kept 1 document whole, because only plain text");
        assertEquals(FRAME + "\r\n" + OWN + "\r\n", Files.readString(clean.resolve("deep/a.txt")));
        assertEquals(OTHER, Files.readString(clean.resolve("deep/b.txt")));
        assertArrayEquals(page, Files.readAllBytes(clean.resolve("deep/c.html")));
        assertEquals(json("d", Corpus.words(8, 50)) + "\n", Files.readString(clean.resolve("deep/d.jsonl")));
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
            int cut = 0;
            for (int i = 0; i < 8; i++) {
                String line = Corpus.words(random.nextInt(2) == 0 ? random.nextInt(50_000) : 100_000 + 8 * n + i, 13);
                lines.add(line);
                if (seen.add(line)) {
                    kept.add(line);
                } else {
                    cut++;
                }
            }
            lines.add("end");
            kept.add("end");
            records.add(json("r" + n, lines.toArray(new String[0])));
            // 13 of 105 words for each line.
            expected.add(json("r" + n, (cut * 13 > 52.5 ? lines : kept).toArray(new String[0])));
        }
        Path dump = Files.write(directory.resolve("dump.jsonl"), records);
        for (int threads : new int[] {1, 3}) {
            Path clean = directory.resolve("clean" + threads + ".jsonl");
            dedup(dump, clean, "--paragraphs", "lines", "--threads", threads, "--memory", "16m")
                    .exits(0);
            assertEquals(expected, Files.readAllLines(clean));
        }
    }

    @Test
    void aRunThatFailedToWriteContinues() throws IOException {
        Path dump =
                Files.write(directory.resolve("dump.jsonl"), List.of(json("a", FRAME, OWN), json("b", FRAME, OTHER)));
        Path clean = directory.resolve("clean.jsonl");
        Path obstacle = Files.createDirectories(directory.resolve("clean.jsonl.unfinished"));
        dedup(dump, clean, "--paragraphs", "lines").exits(1, "continue with --resume");
        Files.delete(obstacle);
        dedup(dump, clean, "--paragraphs", "blocks", "--resume").exits(1, "--paragraphs was lines");
        dedup(dump, clean, "--paragraphs", "lines", "--resume").exits(0).prints("b");
        assertEquals(List.of(json("a", FRAME, OWN), json("b", OTHER)), Files.readAllLines(clean));
        assertFalse(Files.exists(directory.resolve("clean.jsonl.dedup")));
    }

    /** A run that was killed after any piece leaves a step, and more bytes than it counts. */
    @Test
    void aCopyThatStoppedIsContinued() throws IOException {
        List<String> records = new ArrayList<>();
        for (int n = 0; n < 60; n++) {
            records.add(json("r" + n, n % 3 == 0 ? FRAME : Corpus.words(300 + n, 15), Corpus.words(100 + n, 40)));
        }
        Path dump = Files.write(directory.resolve("dump.jsonl"), records);
        Path whole = directory.resolve("whole.jsonl");
        dedup(dump, whole, "--paragraphs", "lines", "--write-piece", "1k").exits(0);
        List<String> written = Files.readAllLines(whole);
        assertEquals(19, records.stream().filter(r -> !written.contains(r)).count());
        Path clean = directory.resolve("clean.jsonl");
        for (int record : new int[] {2, 31, 60}) {
            Path obstacle = Files.createDirectories(directory.resolve("clean.jsonl.unfinished"));
            dedup(dump, clean, "--paragraphs", "lines", "--write-piece", "1k", "--force")
                    .exits(1);
            Files.delete(obstacle);
            String done = String.join("\n", written.subList(0, record - 1)) + "\n";
            long found = records.subList(0, record - 1).stream()
                    .filter(r -> !written.contains(r))
                    .count();
            Files.writeString(directory.resolve("clean.jsonl.unfinished"), done + "{\"id\": half a rec");
            Files.writeString(
                    directory.resolve("clean.jsonl.dedup").resolve("copied.step"),
                    "file=0\nrecord=" + record + "\nbytes=" + done.length() + "\nlineEnds=1\nfound=" + found
                            + "\nnotes=0\n");
            dedup(dump, clean, "--paragraphs", "lines", "--write-piece", "1k", "--force", "--resume")
                    .exits(0);
            assertEquals(written, Files.readAllLines(clean));
        }
    }

    @Test
    void whatCannotBeShortenedIsRefused() throws IOException {
        Path table = Files.writeString(directory.resolve("t.csv"), "id,text\na,b\n");
        Path clean = directory.resolve("clean.csv");
        dedup(table, clean, "--paragraphs", "lines").exits(1, "cannot be shortened, because its format is csv");
        dedup(table, clean, "--paragraphs", "lines", "--keep", "longest").exits(2, "--keep is for documents");
        dedup(table, clean, "--min-words", 5).exits(2, "only with --paragraphs");
        dedup(table, clean, "--paragraphs", "lines", "--max-cut", 0).exits(2, "more than 0, up to 1");
        dedup(table, clean, "--paragraphs", "lines", "--min-words", 0).exits(2, "must be 1 or more");
        Path folder = Files.createDirectories(directory.resolve("folder"));
        Files.write(folder.resolve("a.txt.gz"), Packed.gzip(FRAME));
        dedup(folder, clean, "--paragraphs", "lines").exits(1, "it is compressed");
        CliRun.of("dedup", table, "--paragraphs", "lines").exits(0);
    }
}
