package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.lab.LongForm;
import io.whorl.lab.run.Outcome.Means;
import io.whorl.preset.Preset;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.testing.NeedsData;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Document weights are computed when a segment is sealed or merged, so an index that grew commit by commit ranks with
 * other weights than an index built at once. Precision and Sep/HFM may differ by at most one percent.
 */
@NeedsData
@LongForm
class ArrivalDevTest {
    private static final int COMMIT = 1_000;
    private static final double TOLERANCE = 0.01;
    private static final Scheme SCHEME = Preset.NEAR_DUPLICATES.scheme().build();
    private static final QueryOptions OPTIONS = Preset.NEAR_DUPLICATES.query().minScore(0);
    private static final UnaryOperator<byte[]> UNCHANGED = UnaryOperator.identity();

    private static DevCollection collection;
    private static QueryRun trial;
    private static Means bulk;

    @TempDir
    private Path temp;

    /** Runs once, but in a method before each test, because JUnit does not report tests skipped in BeforeAll. */
    @BeforeEach
    void buildOnce() throws IOException {
        if (trial == null) {
            collection = DevCollection.read();
            trial = new QueryRun(collection);
            try (Snapshot index = collection.index(temp.resolve("bulk"), SCHEME, UNCHANGED)) {
                bulk = trial.figures(index, OPTIONS, UNCHANGED);
                assertClose(trial.figures(index, OPTIONS.exactWeights(true), UNCHANGED), bulk);
            }
        }
    }

    @Test
    void indexGrownByCommitsRanksAsIndexBuiltAtOnce() throws IOException {
        arrive(WriterOptions.DEFAULT, false);
    }

    /** Without merges no weight is ever updated for documents that are added later. */
    @Test
    void indexWithUnmergedSegmentsRanksAsIndexBuiltAtOnce() throws IOException {
        arrive(WriterOptions.DEFAULT.mergeFactor(64), true);
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
                assertClose(bulk, trial.figures(index, OPTIONS, UNCHANGED));
            }
            try (Snapshot index = Snapshot.open(temp.resolve("grown"))) {
                assertClose(bulk, trial.figures(index, OPTIONS, UNCHANGED));
            }
        }
    }

    private static void assertClose(Means expected, Means actual) {
        double ratio = expected.ratio().orElseThrow();
        assertEquals(expected.precision(), actual.precision(), TOLERANCE * expected.precision());
        assertEquals(ratio, actual.ratio().orElseThrow(), TOLERANCE * ratio);
    }
}
