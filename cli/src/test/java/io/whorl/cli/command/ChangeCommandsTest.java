package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.command.IndexCommand.DeleteCommand;
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
        CliRun.of("check", index).exits(0);
    }

    @Test
    void deleteReportsIdsThatTheIndexDoesNotHave() throws IOException {
        CliRun run = CliRun.of(
                        "delete", index, "version.txt", "missing.txt", "part.txt", "version.txt", "--format", "json")
                .exits(0);
        assertEquals(Map.of("deleted", "2", "notFound", "2"), run.object());
        run.tells("not found: missing.txt");
        assertEquals(List.of("original.txt"), ids(Corpus.ORIGINAL));
        assertEquals("3", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    @Test
    void deleteReadsIdsFromAFileOrStandardInput() throws IOException {
        Path ids = Files.writeString(directory.resolve("ids.txt"), "version.txt\n\nmissing.txt\r\n");
        CliRun fromFile = CliRun.of("delete", index, "part.txt", "--ids", ids, "--format", "json")
                .exits(0);
        assertEquals(Map.of("deleted", "2", "notFound", "1"), fromFile.object());
        fromFile.tells("not found: missing.txt");
        CliRun.withInput("other.txt", "delete", index, "--ids", "-").exits(0, "deleted 1 document\n");
        assertEquals("2", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    @Test
    void deleteOfAnEmptyListDeletesNothing() throws IOException {
        CliRun run = CliRun.withInput("", "delete", index, "--ids", "-", "--format", "json")
                .exits(0);
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
        CliRun.of("delete", index, "--ids", tooLong).exits(1, "long.txt, line 2: id has 70000 bytes");
        Path malformed = Files.write(directory.resolve("latin.txt"), new byte[] {'a', '\n', (byte) 0xe9, '\n'});
        CliRun.of("delete", index, "--ids", malformed).exits(1);
        CliRun.of("delete", index, "--ids", directory.resolve("nowhere")).exits(1);
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
        run.tells("not found: missing 99\nwhorl: not found: 150 more\n");
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
        CliRun.of("check", index).exits(1);
    }

    private static void assertWarned(CliRun run) {
        run.exits(0);
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
        CliRun.of("add", index, lines, "--strict").exits(1);
        assertEquals("5", CliRun.of("stats", index, "--format", "json").object().get("documents"));
        CliRun lenient =
                CliRun.of("add", index, lines, "--format", "json", "--lenient").exits(0);
        assertEquals(Map.of("added", "1", "replaced", "0", "skipped", "1", "documents", "6"), lenient.object());
    }

    @Test
    void missingIndexesAndSourcesAreErrors() {
        CliRun.of("add", directory.resolve("nowhere"), directory.resolve("sources"))
                .exits(1);
        CliRun.of("add", index, directory.resolve("nowhere")).exits(1);
        CliRun.of("add", index).exits(2);
        CliRun.of("delete", index).exits(2);
        CliRun.of("delete", directory.resolve("nowhere"), "a").exits(1);
        CliRun.of("delete", index, "").exits(2);
    }

    /** The commands do not query the writer, so they need no live tier and no flags of {@code java}. */
    @Test
    void theCommandsWorkWithoutChronicleMap() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("net.openhft.chronicle.map.ChronicleMap"));
    }
}
