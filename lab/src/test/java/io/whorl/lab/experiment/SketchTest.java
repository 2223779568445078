package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.Sketches.Errors;
import io.whorl.lab.experiment.Sketches.Sample;
import io.whorl.lab.experiment.Sketches.Sketch;
import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares estimates with figures computed by hand and with those of an index. */
class SketchTest {
    private static final double EXACT = 1e-12;

    private static Fingerprint kept(Sketch sketch, int size, String text) {
        Scheme scheme = Scheme.builder()
                .granularity(1)
                .selection(sketch.selection(size))
                .build();
        return Fingerprinter.of(scheme).fingerprint(text);
    }

    private static String words(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    }

    @Test
    void samplesAreAsLargeAsTheSketchesShow() {
        String a = words(0, 100);
        String b = words(50, 150);
        assertEquals(
                20,
                Sketch.MIN
                        .compare(kept(Sketch.MIN, 20, a), kept(Sketch.MIN, 20, b), 20)
                        .size());
        assertEquals(
                new Sample(1 / 3.0, 150), Sketch.MIN.compare(kept(Sketch.MIN, 400, a), kept(Sketch.MIN, 400, b), 400));
        assertEquals(new Sample(1 / 3.0, 150), Sketch.MOD.compare(kept(Sketch.MOD, 1, a), kept(Sketch.MOD, 1, b), 1));
        assertEquals(new Sample(0, 0), Sketch.MOD.compare(kept(Sketch.MOD, 1, ""), kept(Sketch.MOD, 1, ""), 1));
    }

    @Test
    void bySizeComparesAtTheLargerModulus() {
        Fingerprint large = kept(Sketch.BY_SIZE, 0, words(0, 1_000));
        Fingerprint small = kept(Sketch.BY_SIZE, 0, words(0, 150));
        // The large document keeps every shingle of the small one that the larger modulus keeps.
        assertTrue(large.size() < 500 && small.size() > 50);
        Sample sample = Sketch.BY_SIZE.compare(large, small, 0);
        assertEquals(large.size(), sample.size());
        assertEquals((double) large.shared(small) / large.size(), sample.resemblance(), EXACT);
    }

    @Test
    void errorsAreSummarised() {
        Errors errors = new Errors("any");
        errors.add(0.5, 101, new Sample(0.6, 10));
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
    void tableHasARowForEachSketch(@TempDir Path folder) throws IOException {
        try (Texts texts = Samples.read(Samples.write(folder))) {
            FigureTable table = Sketches.table(texts, 100, 2, 1, 2);
            assertEquals(12, table.rows().size());
            // More shingles than any of these documents has, so estimates are exact.
            assertEquals("0.0000", Samples.cell(table, "MIN_s, s = 800", "largest"));
            assertTrue(Double.parseDouble(Samples.cell(table, "MOD_m, m = 50", "largest")) > 0);
            assertArrayEquals(
                    table.rows().toArray(),
                    Sketches.table(texts, 100, 2, 1, 1).rows().toArray());
            assertThrows(LabException.class, () -> Sketches.table(texts, 0, 2, 1, 1));
        }
    }
}
