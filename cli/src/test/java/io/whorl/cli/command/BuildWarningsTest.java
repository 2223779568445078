package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The warnings of a build, and the refusal of a scheme that no reader could open. */
class BuildWarningsTest {
    @TempDir
    private Path directory;

    private Path index;

    @BeforeEach
    void path() {
        index = directory.resolve("index");
    }

    private Path lines(int count, String text) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append("{\"id\":\"d")
                    .append(10 + i)
                    .append("\",\"text\":\"")
                    .append(text)
                    .append("\"}\n");
        }
        return Files.writeString(directory.resolve("lines.jsonl"), lines);
    }

    @Test
    void documentsWithoutMinutiaeAreNamed() throws IOException {
        Path source = lines(25, "...");
        CliRun run = CliRun.of("build", index, source);
        assertEquals(0, run.code(), run.err());
        assertTrue(run.err().contains("whorl: without minutiae: d10\n"), run.err());
        assertTrue(run.err().contains("whorl: without minutiae: d29\n"), run.err());
        assertTrue(run.err().contains("whorl: without minutiae: 5 more\n"), run.err());
        assertFalse(run.err().contains("d30"), run.err());
        CliRun added = CliRun.of("add", index, source);
        assertTrue(added.err().contains("warning: 25 documents have no minutiae"), added.err());
        assertTrue(
                added.err().contains("whorl: without minutiae: d29\nwhorl: without minutiae: 5 more\n"), added.err());
        CliRun again = CliRun.of("rebuild", index, source, "--format", "json");
        assertTrue(again.out().contains("\"firstWithoutMinutiae\":[{\"id\":\"d10\"},"), again.out());
        assertTrue(again.out().contains("{\"id\":\"d29\"}],"), again.out());
    }

    @Test
    void documentsLeftOutAsDuplicatesAreNamed() throws IOException {
        Path source = lines(25, "the same few words in every document");
        CliRun run = CliRun.of("build", index, source, "--duplicates", "first");
        assertTrue(run.err().contains("whorl: left out: d11 equals d10 (exact)\n"), run.err());
        assertTrue(run.err().contains("whorl: left out as duplicates: 4 more\n"), run.err());
        CliRun kept = CliRun.of("build", index, source, "--force", "--duplicates", "keep");
        assertFalse(kept.err().contains("left out"), kept.err());
    }

    @Test
    void aStopListThatIsTooLongIsRefusedAndTheIndexIsUnchanged() throws IOException {
        Path good = Corpus.index(directory);
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < 300_000; i++) {
            words.append("word").append(i).append('\n');
        }
        Path stop = Files.writeString(directory.resolve("stop.txt"), words);
        CliRun run = CliRun.of("build", good, lines(3, "some words of a text"), "--force", "--stop", stop);
        assertEquals(2, run.code());
        assertTrue(run.err().contains("524,288"), run.err());
        assertEquals("5", CliRun.of("stats", good, "--format", "json").object().get("documents"));
        assertEquals(
                2,
                CliRun.of("build", index, stop, "--selection", "anchor:anchors=@" + stop)
                        .code());
    }
}
