package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that change an index: add and delete. */
class ChangeCommandsTest {
    @TempDir
    private Path directory;

    private Path index;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
    }

    private List<String> ids(String text) throws IOException {
        return CliRun.withInput(text, "query", index, "-", "--format", "json").objects().stream()
                .map(match -> match.get("id"))
                .toList();
    }

    @Test
    void addReplacesADocumentOfTheSameId() throws IOException {
        Path more = Files.createDirectories(directory.resolve("more"));
        String text = Corpus.words(9, 80);
        Files.writeString(more.resolve("other.txt"), text);
        Files.writeString(more.resolve("new.txt"), text + " " + Corpus.words(10, 20));
        Map<String, String> added =
                CliRun.of("add", index, more, "--format", "json").object();
        assertEquals(Map.of("added", "2", "replaced", "1", "skipped", "0", "documents", "6"), added);
        assertEquals(List.of("new.txt", "other.txt"), ids(text));
        assertEquals(List.of(), ids(Corpus.words(3, 300)));
        assertEquals("6", CliRun.of("stats", index, "--format", "json").object().get("documents"));
        CliRun check = CliRun.of("check", index);
        assertEquals(0, check.code(), check.out());
    }

    @Test
    void deleteReportsIdsThatTheIndexDoesNotHave() throws IOException {
        CliRun run =
                CliRun.of("delete", index, "version.txt", "missing.txt", "part.txt", "version.txt", "--format", "json");
        assertEquals(0, run.code(), run.err());
        assertEquals(Map.of("deleted", "2", "notFound", "2"), run.object());
        assertTrue(run.err().contains("not found: missing.txt"), run.err());
        assertEquals(List.of("original.txt"), ids(Corpus.ORIGINAL));
        assertEquals("3", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    @Test
    void deleteReadsIdsFromAFileOrStandardInput() throws IOException {
        Path ids = Files.writeString(directory.resolve("ids.txt"), "version.txt\n\nmissing.txt\r\n");
        CliRun fromFile = CliRun.of("delete", index, "part.txt", "--ids", ids, "--format", "json");
        assertEquals(0, fromFile.code(), fromFile.err());
        assertEquals(Map.of("deleted", "2", "notFound", "1"), fromFile.object());
        assertTrue(fromFile.err().contains("not found: missing.txt"), fromFile.err());
        CliRun fromInput = CliRun.withInput("other.txt", "delete", index, "--ids", "-");
        assertEquals(0, fromInput.code(), fromInput.err());
        assertTrue(fromInput.err().contains("deleted 1 document\n"), fromInput.err());
        assertEquals("2", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    @Test
    void deleteOfAnEmptyListDeletesNothing() throws IOException {
        CliRun run = CliRun.withInput("", "delete", index, "--ids", "-", "--format", "json");
        assertEquals(0, run.code(), run.err());
        assertEquals("0", run.object().get("deleted"));
        assertEquals("0", run.object().get("notFound"));
    }

    @Test
    void idsThatDoNotFitInTheMemoryOfADeletionAreRefused() {
        List<String> ids = List.of("a", "bcd");
        DeleteCommand.requireMemory(ids, 2 * 96 + 4 * 3);
        LimitExceededException refused =
                assertThrows(LimitExceededException.class, () -> DeleteCommand.requireMemory(ids, 2 * 96 + 4 * 3 - 1));
        assertEquals(203, refused.most());
        assertTrue(refused.getMessage().contains("delete parts of the list one after another"), refused.getMessage());
    }

    @Test
    void deleteDeletesNothingIfTheFileOfIdsIsBad() throws IOException {
        Path tooLong = Files.writeString(directory.resolve("long.txt"), "version.txt\n" + "x".repeat(70_000));
        CliRun run = CliRun.of("delete", index, "--ids", tooLong);
        assertEquals(1, run.code());
        assertTrue(run.err().contains("long.txt, line 2: id has 70000 bytes"), run.err());
        Path malformed = Files.write(directory.resolve("latin.txt"), new byte[] {'a', '\n', (byte) 0xe9, '\n'});
        assertEquals(1, CliRun.of("delete", index, "--ids", malformed).code());
        assertEquals(
                1,
                CliRun.of("delete", index, "--ids", directory.resolve("nowhere"))
                        .code());
        assertEquals("5", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    @Test
    void deleteReportsAHundredMissingIdsAndCountsTheOthers() throws IOException {
        StringBuilder ids = new StringBuilder();
        for (int i = 0; i < 250; i++) {
            ids.append("missing ").append(i).append('\n');
        }
        CliRun run = CliRun.withInput(ids.toString(), "delete", index, "--ids", "-", "--format", "json");
        assertEquals(Map.of("deleted", "0", "notFound", "250"), run.object());
        assertTrue(run.err().contains("not found: missing 99\nwhorl: not found: 150 more\n"), run.err());
    }

    /** Flips a bit in the table of the only segment. Opening the index does not detect it, a merge does. */
    private void damage() throws IOException {
        Path segment;
        try (Stream<Path> files = Files.list(index)) {
            segment =
                    files.filter(f -> f.toString().endsWith(".whs")).findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        // As a new file, because the old one may still be mapped.
        Files.delete(segment);
        Files.write(segment, bytes);
        assertEquals(1, CliRun.of("check", index).code());
    }

    private static void assertWarned(CliRun run) {
        assertEquals(0, run.code(), run.err());
        String err = run.err();
        assertTrue(
                err.contains("warning: the change is committed")
                        && err.contains("damaged at byte")
                        && err.contains("'check ")
                        && err.contains("'merge "),
                err);
    }

    /** Most documents of the segment are deleted, so the commit starts a merge, which fails. */
    @Test
    void aFailedMergeDoesNotFailTheCommit() throws IOException {
        damage();
        CliRun deleted = CliRun.of("delete", index, "version.txt", "part.txt", "other.txt", "--format", "json");
        assertWarned(deleted);
        assertEquals(Map.of("deleted", "3", "notFound", "0"), deleted.object());
        assertEquals(2, Snapshot.open(index).documents());
        Path more = Files.createDirectories(directory.resolve("more"));
        Files.writeString(more.resolve("new.txt"), Corpus.words(9, 80));
        CliRun added = CliRun.of("add", index, more, "--format", "json");
        assertWarned(added);
        assertEquals(Map.of("added", "1", "replaced", "0", "skipped", "0", "documents", "3"), added.object());
        assertEquals(3, Snapshot.open(index).documents());
        // The merge is the purpose of this command, so its failure is an error.
        CliRun merged = CliRun.of("merge", index);
        assertTrue(merged.code() == 1 && merged.err().contains("damaged at byte"), merged.err());
        assertEquals(3, Snapshot.open(index).documents());
    }

    @Test
    void strictAddsAllDocumentsOrNone() throws IOException {
        Path lines = Files.writeString(
                directory.resolve("two.jsonl"), "{\"id\":\"a\",\"text\":\"one two three four\"}\n{\"id\":\n");
        assertEquals(1, CliRun.of("add", index, lines, "--strict").code());
        assertEquals("5", CliRun.of("stats", index, "--format", "json").object().get("documents"));
        CliRun lenient = CliRun.of("add", index, lines, "--format", "json", "--lenient");
        assertEquals(0, lenient.code(), lenient.err());
        assertEquals(Map.of("added", "1", "replaced", "0", "skipped", "1", "documents", "6"), lenient.object());
    }

    @Test
    void missingIndexesAndSourcesAreErrors() {
        assertEquals(
                1,
                CliRun.of("add", directory.resolve("nowhere"), directory.resolve("sources"))
                        .code());
        assertEquals(1, CliRun.of("add", index, directory.resolve("nowhere")).code());
        assertEquals(2, CliRun.of("add", index).code());
        assertEquals(2, CliRun.of("delete", index).code());
        assertEquals(1, CliRun.of("delete", directory.resolve("nowhere"), "a").code());
        assertEquals(2, CliRun.of("delete", index, "").code());
    }

    /** The commands do not query the writer, so they need no live tier and no flags of {@code java}. */
    @Test
    void theCommandsWorkWithoutChronicleMap() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("net.openhft.chronicle.map.ChronicleMap"));
    }
}
