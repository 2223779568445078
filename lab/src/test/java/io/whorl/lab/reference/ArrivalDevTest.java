package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.lab.model.Means;
import io.whorl.preset.Preset;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Documents weigh what their minutiae did at their seal or last merge. So an index that grew commit by commit ranks by
 * other weights than one built at once: precision and Sep/HFM must not move by more than a hundredth.
 */
class ArrivalDevTest {
    private static final int COMMIT = 1_000;
    private static final double MOST = 0.01;
    private static final Scheme SCHEME = Preset.NEAR_DUPLICATES.scheme().build();
    private static final QueryOptions ASKED =
            Preset.NEAR_DUPLICATES.query().toBuilder().minScore(0).build();
    private static final UnaryOperator<byte[]> AS_IT_IS = UnaryOperator.identity();

    private static DevCollection collection;
    private static Trial trial;
    private static Means bulk;

    @TempDir
    private Path temp;

    /** Once, but before each test: what is skipped before all of them is not reported. */
    @BeforeEach
    void buildOnce() throws IOException {
        if (trial == null) {
            collection = DevCollection.read();
            trial = new Trial(collection);
            try (Snapshot index = collection.index(temp.resolve("bulk"), SCHEME, AS_IT_IS)) {
                bulk = trial.figures(index, ASKED, AS_IT_IS);
                assertClose(
                        trial.figures(
                                index, ASKED.toBuilder().exactWeights(true).build(), AS_IT_IS),
                        bulk);
            }
        }
    }

    @Test
    void anIndexThatGrewByCommitsRanksAsOneBuiltAtOnce() throws IOException {
        arrive(WriterOptions.DEFAULT, false);
    }

    /** No merge works a weight out again: each is as of a time when later versions had not arrived. */
    @Test
    void soDoesOneWhoseSegmentsWereNeverMerged() throws IOException {
        arrive(WriterOptions.builder().mergeFactor(64).build(), true);
    }

    private void arrive(WriterOptions options, boolean sealing) throws IOException {
        try (IndexWriter writer = IndexWriter.create(temp.resolve("grown"), SCHEME, options)) {
            int[] added = {0};
            collection.forEach((id, utf8) -> {
                writer.add(id, utf8);
                if (++added[0] % COMMIT == 0) {
                    writer.commit();
                    if (sealing) {
                        writer.seal();
                    }
                }
            });
            writer.commit();
            writer.awaitMerges();
            try (Snapshot index = writer.snapshot()) {
                assertClose(bulk, trial.figures(index, ASKED, AS_IT_IS));
            }
            try (Snapshot index = Snapshot.open(temp.resolve("grown"))) {
                assertClose(bulk, trial.figures(index, ASKED, AS_IT_IS));
            }
        }
    }

    private static void assertClose(Means expected, Means actual) {
        double ratio = expected.ratio().orElseThrow();
        assertEquals(expected.precision(), actual.precision(), MOST * expected.precision());
        assertEquals(ratio, actual.ratio().orElseThrow(), MOST * ratio);
    }
}
