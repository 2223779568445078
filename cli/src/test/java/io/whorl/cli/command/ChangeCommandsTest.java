package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void addTakesThePlaceOfADocumentOfTheSameId() throws IOException {
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
    void deleteReportsWhatItDoesNotFind() throws IOException {
        CliRun run =
                CliRun.of("delete", index, "version.txt", "nobody.txt", "part.txt", "version.txt", "--format", "json");
        assertEquals(0, run.code(), run.err());
        assertEquals(Map.of("deleted", "2", "notFound", "2"), run.object());
        assertTrue(run.err().contains("not found: nobody.txt"), run.err());
        assertEquals(List.of("original.txt"), ids(Corpus.ORIGINAL));
        assertEquals("3", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    /** Flips a bit in the table of the index's one segment: opening does not see it, a merge does. */
    private void damage() throws IOException {
        Path segment;
        try (Stream<Path> files = Files.list(index)) {
            segment =
                    files.filter(f -> f.toString().endsWith(".whs")).findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        // Anew, for the file may still be mapped.
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

    /** With most of its documents dead, the segment is to be merged, which fails. */
    @Test
    void aMergeThatFailsIsNotTheCommitsFailure() throws IOException {
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
        // Here the merge is what was asked for.
        CliRun merged = CliRun.of("merge", index);
        assertTrue(merged.code() == 1 && merged.err().contains("damaged at byte"), merged.err());
        assertEquals(3, Snapshot.open(index).documents());
    }

    @Test
    void strictAddsAllOrNothing() throws IOException {
        Path lines = Files.writeString(
                directory.resolve("two.jsonl"), "{\"id\":\"a\",\"text\":\"one two three four\"}\n{\"id\":\n");
        assertEquals(1, CliRun.of("add", index, lines, "--strict").code());
        assertEquals("5", CliRun.of("stats", index, "--format", "json").object().get("documents"));
        CliRun lenient = CliRun.of("add", index, lines, "--format", "json");
        assertEquals(0, lenient.code(), lenient.err());
        assertEquals(Map.of("added", "1", "replaced", "0", "skipped", "1", "documents", "6"), lenient.object());
    }

    @Test
    void refusesWhatIsNoIndexAndWhatIsNoSource() {
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

    /**
     * A command asks nothing through the writer; so it needs no live tier, and nobody passes flags to {@code java
     * -jar}.
     */
    @Test
    void changesWithoutChronicleMap() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("net.openhft.chronicle.map.ChronicleMap"));
    }
}
