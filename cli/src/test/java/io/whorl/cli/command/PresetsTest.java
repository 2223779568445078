package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.preset.Preset;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --preset} of build, query and pairs. */
class PresetsTest {
    @TempDir
    private Path directory;

    private CliRun query(Path index, String... options) throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), Corpus.ORIGINAL);
        return CliRun.of("query", index, text, "--format", "json", options);
    }

    @Test
    void buildUsesTheSchemeOfThePreset() throws IOException {
        Path index = Corpus.index(directory, "--preset", "near-duplicates");
        try (Snapshot built = Snapshot.open(index)) {
            assertEquals(Preset.NEAR_DUPLICATES.scheme().build(), built.scheme());
        }
    }

    @Test
    void queryUsesTheMeasureAndThresholdOfThePreset() throws IOException {
        Path index = Corpus.index(directory);
        CliRun preset = query(index, "--preset", "near-duplicates");
        assertEquals(
                query(index, "--measure", "weighted-resemblance", "--min-score", "0.3")
                        .out(),
                preset.out());
        // part.txt is a quarter of the original, which is below the threshold.
        assertEquals(List.of("original.txt", "version.txt"), preset.values("id"));
        assertEquals(
                query(index, "--measure", "shared", "--min-score", "11").values("score"),
                query(index, "--preset", "plagiarism").values("score"));
    }

    @Test
    void ownMeasureAndThresholdOverrideThePreset() throws IOException {
        Path index = Corpus.index(directory);
        assertEquals(
                query(index, "--measure", "weighted-resemblance", "--min-score", "0.9")
                        .out(),
                query(index, "--preset", "near-duplicates", "--min-score", "0.9")
                        .out());
        // The threshold of the preset applies to its own measure only.
        assertEquals(
                query(index, "--measure", "shared").out(),
                query(index, "--preset", "near-duplicates", "--measure", "shared")
                        .out());
    }

    @Test
    void pairsUseTheMeasureAndThresholdOfThePreset() throws IOException {
        Path index = Corpus.index(directory);
        CliRun preset = CliRun.of("pairs", index, "--format", "json", "--preset", "near-duplicates");
        CliRun spelledOut = CliRun.of(
                "pairs", index, "--format", "json", "--measure", "weighted-resemblance", "--min-score", "0.3");
        assertEquals(spelledOut.out(), preset.out());
        Collection<String> found = preset.values("b");
        assertTrue(found.contains("version.txt"), preset.out());
        CliRun ownMeasure = CliRun.of("pairs", index, "--format", "json", "--measure", "resemblance");
        CliRun both =
                CliRun.of("pairs", index, "--format", "json", "--measure", "resemblance", "--preset", "plagiarism");
        assertEquals(ownMeasure.out(), both.out());
    }

    @Test
    void anIndexOfAnotherSchemeIsAWarning() throws IOException {
        Path index = Corpus.index(directory);
        for (CliRun run : List.of(
                query(index, "--preset", "near-duplicates"),
                CliRun.of("pairs", index, "--preset", "near-duplicates"))) {
            run.exits(
                    0,
                    "granularity is 4 in the index and 5 in the preset; selection is full in the"
                            + " index and winnowing:parts=16,w=24 in the preset");
        }
        assertEquals("", query(index, "--preset", "plagiarism").err());
        Path fitting = Corpus.index(directory.resolve("fitting"), "--preset", "near-duplicates", "--stop", "english");
        assertEquals("", query(fitting, "--preset", "near-duplicates").err());
    }

    @Test
    void anUnknownPresetIsRefusedWithTheKnownNames() throws IOException {
        CliRun.of("build", directory.resolve("index"), directory, "--preset", "best")
                .exits(2, "near-duplicates, plagiarism");
    }
}
