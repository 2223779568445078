package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.model.Means;
import io.whorl.preset.Preset;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a preset promises, on the collection that it was chosen by. */
class PresetDevTest {
    private static final UnaryOperator<byte[]> AS_IT_IS = UnaryOperator.identity();

    @TempDir
    private Path temp;

    /**
     * With another seed of the hash the figures differ by what RESULTS shows, so the margins are those of the promise.
     */
    @Test
    void nearDuplicatesIsAsPreciseAsTheFullFingerprintAtATenthOfItsBytes() throws IOException {
        DevCollection collection = DevCollection.read();
        Trial trial = new Trial(collection);
        Scheme scheme = Preset.NEAR_DUPLICATES.scheme().build();
        try (Snapshot full =
                        collection.index(temp.resolve("full"), Scheme.builder().build(), AS_IT_IS);
                Snapshot preset = collection.index(temp.resolve("preset"), scheme, AS_IT_IS)) {
            assertTrue(
                    preset.stats().bytes() <= full.stats().bytes() / 10,
                    () -> preset.stats().bytes() + " bytes");
            Means means = trial.figures(preset, Preset.NEAR_DUPLICATES.measure(), AS_IT_IS);
            assertTrue(means.precision() >= 0.99, means::toString);
            assertTrue(means.separation() / means.highestFalseMatch() >= 8, means::toString);
        }
    }
}
