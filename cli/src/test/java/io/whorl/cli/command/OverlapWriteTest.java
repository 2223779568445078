package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump without the documents that share n-grams with test sets. */
class OverlapWriteTest {
    private static final List<String> QUESTION = List.of(Corpus.words(1, 40).split(" "));
    private static final List<String> ANSWER = List.of(Corpus.words(2, 40).split(" "));

    @TempDir
    private Path directory;

    private Path tests;
    private Path answers;
    private Path dump;
    private Path clean;
    private List<String> lines;

    @BeforeEach
    void write() throws IOException {
        // Both test sets use the same ids.
        tests = Files.writeString(
                directory.resolve("tests.jsonl"), "{\"id\": 1, \"text\": \"" + String.join(" ", QUESTION) + "\"}\n");
        answers = Files.writeString(
                directory.resolve("answers.jsonl"), "{\"id\": 1, \"text\": \"" + String.join(" ", ANSWER) + "\"}\n");
        lines = List.of(
                "{\"id\":\"thirteen\",  \"text\":\"" + Corpus.words(3, 50) + " " + part(QUESTION, 13) + "\"}",
                "{\"id\":\"twelve\",\"text\":\"" + Corpus.words(4, 50) + " " + part(QUESTION, 12) + " x\"}",
                "{\"id\":\"new\",  \"text\":\"" + Corpus.words(5, 50) + "\", \"more\": [1,  2]}",
                "",
                "{\"id\":\"other\",\"text\":\"" + part(ANSWER, 20).toUpperCase(java.util.Locale.ROOT) + "\"}",
                "{\"id\":\"short\",\"text\":\"two words\"}",
                "not JSON");
        dump = Files.write(directory.resolve("dump.jsonl"), lines);
        clean = directory.resolve("clean.jsonl");
    }

    private static String part(List<String> words, int count) {
        return String.join(" ", words.subList(10, 10 + count));
    }

    @Test
    void documentsThatShareThirteenWordsWithATestSetAreLeftOut() throws IOException {
        for (int threads : new int[] {1, 3}) {
            CliRun run = CliRun.of(
                            "overlap",
                            dump,
                            "--tests " + tests + " --tests " + answers + " --write " + clean + " --force --threads "
                                    + threads + " --format json")
                    .exits(1, "without 2 documents that are partial or contaminated", "invalid 1");
            assertEquals(List.of("thirteen", "other"), run.values("id"));
            run.prints("tests.jsonl:1", "answers.jsonl:1");
            assertEquals(
                    List.of(lines.get(1), lines.get(2), lines.get(3), lines.get(5), lines.get(6)),
                    Files.readAllLines(clean));
        }
        assertEquals(Set.of("tests.jsonl", "answers.jsonl", "dump.jsonl", "clean.jsonl"), names());
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void anotherLengthOfTheRunOrVerdictChangesWhatIsLeftOut() throws IOException {
        CliRun.of("overlap", dump, "--tests", tests, "--ngram", 12, "--write", clean, "--lenient")
                .exits(0);
        assertEquals(lines.subList(2, 7), Files.readAllLines(clean));
        CliRun.of("overlap", dump, "--tests", tests, "--ngram 12 --partial-run 13 --write", clean, "--force --lenient")
                .exits(0);
        assertEquals(lines.subList(1, 7), Files.readAllLines(clean));
        CliRun.of("overlap", dump, "--tests", tests, "--drop", "contaminated", "--write", clean, "--force", "--lenient")
                .exits(0, "without 0 documents");
        assertArrayEquals(Files.readAllBytes(dump), Files.readAllBytes(clean));
    }

    @Test
    void anIndexCanBeComparedToo() throws IOException {
        Path index = directory.resolve("index");
        CliRun.of("build", index, tests, "--quiet").exits(0);
        Path packed = directory.resolve("clean.jsonl.gz");
        CliRun.of("overlap", index, dump, "--write", packed, "--lenient").exits(0);
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(packed)))) {
            assertEquals(
                    lines.subList(1, 7),
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList());
        }
    }

    @Test
    void aDirectoryIsCopiedWithoutTheFilesOfItsTests() throws IOException {
        Path pages = Files.createDirectories(directory.resolve("pages/deep"));
        Files.writeString(pages.resolve("a.txt"), part(QUESTION, 13));
        Files.writeString(pages.resolve("b.txt"), Corpus.words(9, 30));
        Files.write(pages.resolve("c.jsonl"), lines.subList(0, 3));
        Path copy = directory.resolve("copy");
        CliRun.of("overlap", directory.resolve("pages"), "--tests", tests, "--write", copy)
                .exits(0);
        assertFalse(Files.exists(copy.resolve("deep/a.txt")));
        assertEquals(Corpus.words(9, 30), Files.readString(copy.resolve("deep/b.txt")));
        assertEquals(lines.subList(1, 3), Files.readAllLines(copy.resolve("deep/c.jsonl")));
    }

    @Test
    void theFieldOfTestsCanDiffer() throws IOException {
        Path other = Files.writeString(
                directory.resolve("q.jsonl"),
                "{\"question\": \"" + String.join(" ", QUESTION) + "\"}\n{\"question\": \"too short\"}\n");
        CliRun.of("overlap", dump, "--tests", other, "--test-field", "question", "--write", clean, "--lenient")
                .exits(0, "1 text of --tests has fewer than 13 words");
        assertEquals(lines.subList(1, 7), Files.readAllLines(clean));
    }

    @Test
    void testsThatCannotBeReadWriteNothing() throws IOException {
        Files.writeString(tests, "{\"text\": 5}\n", java.nio.file.StandardOpenOption.APPEND);
        CliRun.of("overlap", dump, "--tests", tests, "--write", clean).exits(1, "would not be free of them");
        assertFalse(Files.exists(clean));
        CliRun.of("overlap", dump, "--tests", tests, "--write", clean, "--lenient")
                .exits(0);
        assertTrue(Files.exists(clean));
    }

    @Test
    void theSummaryHasTheFiguresOfTheRun() throws IOException {
        Path summary = directory.resolve("summary.json");
        CliRun.of("overlap", dump, "--tests", tests, "--write", clean, "--summary", summary, "--lenient")
                .exits(0);
        String figures = Files.readString(summary);
        for (String figure : List.of(
                "\"texts\":5,",
                "\"contaminated\":0,",
                "\"partial\":1,",
                "\"unknown\":1,",
                "\"dropped\":1,",
                "\"skippedInvalid\":1,",
                "\"seconds\":",
                "\"megabytesPerSecond\":",
                "\"peakHeap\":")) {
            assertTrue(figures.contains(figure), () -> figure + " is not in " + figures);
        }
        CliRun.of("overlap", dump, "--tests", tests, "--summary", "-").exits(1, "instead of -");
    }

    @Test
    void wrongUsageIsRefused() throws IOException {
        CliRun.of("overlap", dump).exits(2, "give the index and at least one source");
        CliRun.of("overlap", "-", "--tests", tests, "--write", clean).exits(2, "cannot be read twice");
        CliRun.of("overlap", dump, "--tests", tests, "--write", dump).exits(2, "would replace the source");
        CliRun.of("overlap", dump, "--tests", tests, "--drop", "partial").exits(2, "only with --write");
        CliRun.of("overlap", dump, "--tests", tests, "--write", clean, "--drop", "clean")
                .exits(2, "it must be partial or contaminated");
        CliRun.of("overlap", tests, dump, "--ngram", 8).exits(2, "only with --tests");
        CliRun.of("overlap", dump, "--tests", directory.resolve("none")).exits(1, "none");
        Files.writeString(clean, "mine");
        CliRun.of("overlap", dump, "--tests", tests, "--write", clean).exits(1, "--force replaces it");
        assertEquals("mine", Files.readString(clean));
        assertFalse(names().stream().anyMatch(n -> n.endsWith(".work") || n.endsWith(".unfinished")));
        CliRun.withInput(Files.readString(dump), "overlap", "-", "--tests", tests, "--fail-on", "partial", "--lenient")
                .exits(1)
                .prints("thirteen");
    }
}
