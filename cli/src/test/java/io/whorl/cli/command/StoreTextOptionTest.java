package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The option {@code --store-text} of build and rebuild, and what other commands do with such an index. */
class StoreTextOptionTest {
    @TempDir
    private Path directory;

    private Path index;
    private Path text;

    @BeforeEach
    void write() throws IOException {
        index = directory.resolve("index");
        text = Files.writeString(directory.resolve("one.txt"), Corpus.words(1, 400));
    }

    private static Map<String, String> ran(Object... arguments) throws IOException {
        CliRun run = CliRun.of(arguments).exits(0);
        return run.object();
    }

    private void assertStored(String id, Path file) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertArrayEquals(Files.readAllBytes(file), snapshot.text(id).orElseThrow());
        }
    }

    @Test
    void textsAreStoredAndCounted() throws IOException {
        Map<String, String> built = ran("build", index, text, "--store-text", "--format", "json");
        Map<String, String> stats = ran("stats", index, "--format", "json");
        long stored = Long.parseLong(stats.get("storedTextBytes"));
        assertTrue(stored > 0 && stored < Files.size(text), stats::toString);
        assertEquals(built.get("storedTextBytes"), stats.get("storedTextBytes"));
        assertEquals(
                (Long.parseLong(stats.get("bytes")) - stored) / Double.parseDouble(stats.get("postings")),
                Double.parseDouble(stats.get("bytesPerPosting")),
                1e-12);
        assertStored("one.txt", text);
        Path more = Files.writeString(directory.resolve("two.txt"), Corpus.words(2, 100));
        ran("add", index, more, "--format", "json");
        CliRun.of("merge", index).exits(0);
        assertStored("two.txt", more);
        assertStored("one.txt", text);
        CliRun.of("check", index).exits(0);
    }

    @Test
    void aRebuildAddsTextsAndKeepsThem() throws IOException {
        ran("build", index, text, "--format", "json");
        assertFalse(ran("stats", index, "--format", "json").containsKey("storedTextBytes"));
        CliRun.of("rebuild", index, text, "--store-text").exits(0);
        assertStored("one.txt", text);
        CliRun.of("rebuild", index, text).exits(0);
        assertStored("one.txt", text);
    }
}
