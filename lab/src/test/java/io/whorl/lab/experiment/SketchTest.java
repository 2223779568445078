package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.hash.ChunkHash;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.Sketches.Errors;
import io.whorl.lab.experiment.Sketches.Sample;
import io.whorl.lab.experiment.Sketches.Shingles;
import io.whorl.lab.experiment.Sketches.Sketch;
import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares estimates with figures computed by hand and with those of an index. */
class SketchTest {
    private static final double EXACT = 1e-12;

    @Test
    void minComparesTheSmallestOfTheUnion() {
        long[] a = {1, 3, 5, -1};
        long[] b = {1, 2, 5, 9, -1};
        assertEquals(new Sample(3, 6), Sample.of(a, b, 100));
        assertEquals(new Sample(1, 3), Sample.of(a, b, 3));
        assertEquals(0.5, Sample.of(a, b, 4).resemblance(), EXACT);
        assertEquals(0, Sample.of(new long[0], new long[0], 4).resemblance());
    }

    @Test
    void bySizeComparesAtTheLargerModulus() {
        // 450 words: modulus 4; 150 words: modulus 1.
        Shingles large = new Shingles(new long[] {4, 8, 12}, 450);
        Shingles small = new Shingles(new long[] {1, 2, 4, 5, 12, 20}, 150);
        assertEquals(new Sample(2, 4), Sketch.BY_SIZE.compare(large, small, 0));
    }

    @Test
    void errorsAreSummarised() {
        Errors errors = new Errors("any");
        errors.add(0.5, 101, new Sample(6, 10));
        errors.add(0.2, 101, new Sample(0, 0));
        assertEquals(2, errors.count());
        assertEquals((0.1 - 0.2) / 2, errors.bias(), EXACT);
        assertEquals(Math.sqrt((0.01 + 0.04) / 2), errors.rootMeanSquare(), EXACT);
        assertEquals(Math.sqrt((0.25 / 10 * 91 / 100 + 0.04) / 2), errors.expected(), EXACT);
        assertEquals(0.1, errors.quantile(0.5), EXACT);
        assertEquals(0.2, errors.quantile(1), EXACT);
        assertEquals(5, errors.meanShown(), EXACT);
        assertEquals(1, errors.blind);
    }

    @Test
    void shinglesAreInUnsignedOrder() {
        Scheme scheme = Scheme.builder().granularity(2).bits(64).build();
        ChunkHash hash = ChunkHash.of(scheme.hashing());
        long[] orders = Shingles.of(Fingerprinter.of(scheme).fingerprint("a b c d e f g h i j k l"), hash)
                .orders();
        assertEquals(11, orders.length);
        for (int i = 1; i < orders.length; i++) {
            assertTrue(Long.compareUnsigned(orders[i - 1], orders[i]) < 0);
        }
    }

    @Test
    void estimatesEqualThoseOfAnIndex(@TempDir Path folder) throws IOException {
        for (Sketch sketch : Sketch.values()) {
            int size = sketch == Sketch.MIN ? 20 : 3;
            Scheme scheme = Scheme.builder()
                    .granularity(3)
                    .bits(64)
                    .selection(sketch.selection(size))
                    .build();
            ChunkHash hash = ChunkHash.of(scheme.hashing());
            Fingerprinter fingerprinter = Fingerprinter.of(scheme);
            Path at = folder.resolve(sketch.name());
            try (Texts texts = Samples.read(Samples.write(folder.resolve("samples")))) {
                try (IndexBuilder builder = IndexBuilder.create(at, scheme, BuildOptions.DEFAULT)) {
                    texts.forEach(builder::add);
                    builder.finish();
                }
                byte[] asked = texts.text("sub/g0v0.txt");
                Shingles own = Shingles.of(fingerprinter.fingerprint(asked), hash);
                try (Snapshot index = Snapshot.open(at)) {
                    var matches = index.query(
                                    asked,
                                    QueryOptions.DEFAULT
                                            .measure(Measure.RESEMBLANCE)
                                            .top(100))
                            .matches();
                    assertTrue(matches.size() >= 3, matches::toString);
                    for (Match match : matches) {
                        Shingles other = Shingles.of(fingerprinter.fingerprint(texts.text(match.id())), hash);
                        assertEquals(
                                match.score(), sketch.compare(own, other, size).resemblance(), EXACT, match.id());
                    }
                }
            }
        }
    }

    @Test
    void tableHasARowForEachSketch(@TempDir Path folder) throws IOException {
        try (Texts texts = Samples.read(Samples.write(folder))) {
            FigureTable table = Sketches.table(texts, 100, 2, 1, 2);
            assertEquals(12, table.rows().size());
            // More shingles than any of these documents has, so estimates are exact.
            assertEquals("0.0000", table.cell("MIN_s, s = 800", "largest"));
            assertTrue(Double.parseDouble(table.cell("MOD_m, m = 50", "largest")) > 0);
            assertArrayEquals(
                    table.rows().toArray(),
                    Sketches.table(texts, 100, 2, 1, 1).rows().toArray());
            assertThrows(LabException.class, () -> Sketches.table(texts, 0, 2, 1, 1));
        }
    }
}
