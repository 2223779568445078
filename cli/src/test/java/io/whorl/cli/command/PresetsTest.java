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

    private static List<String> values(CliRun run, String field) throws IOException {
        run.exits(0);
        return run.objects().stream().map(each -> each.get(field)).toList();
    }

    private CliRun query(Path index, String... options) throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), Corpus.ORIGINAL);
        Object[] arguments = new Object[options.length + 5];
        arguments[0] = "query";
        arguments[1] = index;
        arguments[2] = text;
        arguments[3] = "--format";
        arguments[4] = "json";
        System.arraycopy(options, 0, arguments, 5, options.length);
        return CliRun.of(arguments);
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
        assertEquals(List.of("original.txt", "version.txt"), values(preset, "id"));
        assertEquals(
                values(query(index, "--measure", "shared", "--min-score", "11"), "score"),
                values(query(index, "--preset", "plagiarism"), "score"));
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
        Collection<String> found = values(preset, "b");
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
            run.exits(0)
                    .tells("granularity is 4 in the index and 5 in the preset; selection is full in the"
                            + " index and winnowing:parts=16,w=24 in the preset");
        }
        assertEquals("", query(index, "--preset", "plagiarism").err());
        Path fitting = Corpus.index(directory.resolve("fitting"), "--preset", "near-duplicates", "--stop", "english");
        assertEquals("", query(fitting, "--preset", "near-duplicates").err());
    }

    @Test
    void anUnknownPresetIsRefusedWithTheKnownNames() throws IOException {
        CliRun.of("build", directory.resolve("index"), directory, "--preset", "best")
                .exits(2)
                .tells("near-duplicates, plagiarism");
    }
}
