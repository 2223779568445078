package io.whorl.lucene.collapse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lucene.Form;
import io.whorl.lucene.collapse.CollapseWalk.KeptIndex;
import io.whorl.lucene.collapse.CollapseWalk.KeptIndex.KeptSamples;
import io.whorl.lucene.sketch.SketchFormat;
import io.whorl.scheme.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

/** Compares both ways to find a similar kept hit with a loop over all kept hits. */
class KeptIndexTest {
    private static final int[] SIZES = {3, 8, 12, 64, 100};
    private static final int[] WIDTHS = {32, 40, 64};
    private static final double[] THRESHOLDS = {0.01, 0.1, 0.3, 0.5, 0.9, 1};

    private final Random random = new Random(11);
    private final long[] noKeys = new long[0];
    private long found;
    private long fast;

    @Test
    void bothWaysFindTheFirstSimilarKeptHit() {
        for (int size : SIZES) {
            for (int width : WIDTHS) {
                SketchFormat format = SketchFormat.of(Scheme.builder()
                        .selection("min-s", Map.of("s", String.valueOf(size)))
                        .bits(width)
                        .build());
                for (double threshold : THRESHOLDS) {
                    for (int i = 0; i < Form.of(1, 60); i++) {
                        compare(format, width, size, threshold);
                    }
                }
            }
        }
        assertTrue(found > 500, "similar sketches: " + found);
        assertTrue(fast > 1_000, "sketches that samples compare: " + fast);
    }

    private void compare(SketchFormat format, int width, int size, double threshold) {
        CollapseOptions options = CollapseOptions.DEFAULT.threshold(threshold);
        KeptIndex index = new KeptIndex(format, options, KeptSamples.of(format, options));
        KeptIndex.Probe probe = new KeptIndex.Probe();
        List<TreeSet<Long>> documents = new ArrayList<>();
        List<long[]> kept = new ArrayList<>();
        int most = random.nextInt(8) == 0 ? 80 : 1 + random.nextInt(12);
        for (int i = 0; i < most; i++) {
            documents.add(document(documents, width, size));
            long[] sketch = sketch(documents.get(i), size);
            kept.add(sketch);
            index.add(new KeptIndex.Kept(sketch, noKeys));
            for (int j = 0; j < 3; j++) {
                long[] orders = sketch(document(documents, width, size), size);
                if (orders.length > 0) {
                    int expected = slow(format, orders, kept, threshold);
                    found += expected >= 0 ? 1 : 0;
                    fast += KeptSamples.of(format, options).isPresent() && i < KeptSamples.MOST ? 1 : 0;
                    assertEquals(expected, fast(format, orders, index, probe), format.scheme() + " " + threshold);
                    index.complete();
                    assertEquals(expected, index.findInTable(orders, orders.length, noKeys, 0, 0, probe));
                }
            }
        }
    }

    private static int slow(SketchFormat format, long[] orders, List<long[]> kept, double threshold) {
        for (int i = 0; i < kept.size(); i++) {
            long[] other = kept.get(i);
            if (format.compare(orders, 0, orders.length, other, 0, other.length, false) >= threshold) {
                return i;
            }
        }
        return -1;
    }

    /** Finds with other bytes around the orders, as doc values may have them. */
    private int fast(SketchFormat format, long[] orders, KeptIndex index, KeptIndex.Probe probe) {
        BytesRef encoded = format.encode(orders);
        int before = random.nextInt(5);
        byte[] bytes = new byte[before + encoded.length + random.nextInt(10)];
        random.nextBytes(bytes);
        System.arraycopy(encoded.bytes, encoded.offset, bytes, before, encoded.length);
        int from = before + encoded.length - orders.length * format.width();
        return index.find(bytes, from, orders.length, noKeys, 0, 0, probe);
    }

    /** New, or with many orders of an earlier document. */
    private TreeSet<Long> document(List<TreeSet<Long>> earlier, int width, int size) {
        TreeSet<Long> document = new TreeSet<>();
        if (!earlier.isEmpty() && random.nextInt(3) > 0) {
            TreeSet<Long> original = earlier.get(random.nextInt(earlier.size()));
            double share = random.nextDouble();
            original.stream().filter(o -> random.nextDouble() < share).forEach(document::add);
        }
        int chunks = random.nextInt(6) == 0 ? random.nextInt(size + 1) : size + random.nextInt(2 * size);
        while (document.size() < chunks) {
            document.add(random.nextLong() >>> 64 - width ^ Long.MIN_VALUE);
        }
        return document;
    }

    private static long[] sketch(TreeSet<Long> document, int size) {
        return document.stream().limit(size).mapToLong(o -> o).toArray();
    }
}
