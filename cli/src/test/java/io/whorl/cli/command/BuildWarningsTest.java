package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
            lines.append(Corpus.record("d" + (10 + i), text));
        }
        return Files.writeString(directory.resolve("lines.jsonl"), lines);
    }

    @Test
    void documentsWithoutMinutiaeAreNamed() throws IOException {
        Path source = lines(25, "...");
        CliRun.of("build", index, source)
                .exits(
                        0,
                        "whorl: without minutiae: d10\n",
                        "whorl: without minutiae: d29\n",
                        "whorl: without minutiae: 5 more\n")
                .omits("d30");
        CliRun.of("add", index, source)
                .tells(
                        "warning: 25 documents have no minutiae",
                        "whorl: without minutiae: d29\nwhorl: without minutiae: 5 more\n");
        CliRun.of("rebuild", index, source, "--format", "json")
                .prints("\"firstWithoutMinutiae\":[{\"id\":\"d10\"},", "{\"id\":\"d29\"}],");
    }

    @Test
    void documentsLeftOutAsDuplicatesAreNamed() throws IOException {
        Path source = lines(25, "the same few words in every document");
        CliRun.of("build", index, source, "--duplicates", "first")
                .tells("whorl: left out: d11 equals d10 (exact)\n", "whorl: left out as duplicates: 4 more\n");
        CliRun.of("build", index, source, "--force", "--duplicates", "keep").omits("left out");
    }

    @Test
    void aStopListThatIsTooLongIsRefusedAndTheIndexIsUnchanged() throws IOException {
        Path good = Corpus.index(directory);
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < 300_000; i++) {
            words.append("word").append(i).append('\n');
        }
        Path stop = Files.writeString(directory.resolve("stop.txt"), words);
        CliRun.of("build", good, lines(3, "some words of a text"), "--force", "--stop", stop)
                .exits(2, "524,288");
        assertEquals("5", CliRun.of("stats", good, "--format", "json").object().get("documents"));
        CliRun.of("build", index, stop, "--selection", "anchor:anchors=@" + stop)
                .exits(2);
    }
}
