package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.LongForm;
import io.whorl.lab.run.Outcome.Means;
import io.whorl.preset.Preset;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.testing.NeedsData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a preset promises, on the collection it was chosen on. */
@NeedsData
@LongForm
class PresetDevTest {
    private static final UnaryOperator<byte[]> UNCHANGED = UnaryOperator.identity();

    @TempDir
    private Path temp;

    /** The figures depend on the seed of the hash (bench/RESULTS.md), so the margins are those of the promise. */
    @Test
    void nearDuplicatesIsAsPreciseAsFullFingerprintsAtATenthOfTheBytes() throws IOException {
        DevCollection collection = DevCollection.read();
        QueryRun trial = new QueryRun(collection);
        Scheme scheme = Preset.NEAR_DUPLICATES.scheme().build();
        try (Snapshot full =
                        collection.index(temp.resolve("full"), Scheme.builder().build(), UNCHANGED);
                Snapshot preset = collection.index(temp.resolve("preset"), scheme, UNCHANGED)) {
            assertTrue(
                    preset.stats().bytes() <= full.stats().bytes() / 10,
                    () -> preset.stats().bytes() + " bytes");
            Means means = trial.figures(preset, Preset.NEAR_DUPLICATES.measure(), UNCHANGED);
            assertTrue(means.precision() >= 0.99, means::toString);
            assertTrue(means.separation() / means.highestFalseMatch() >= 8, means::toString);
        }
    }
}
