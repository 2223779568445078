package io.whorl.lucene.sketch;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.SchemeException;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lucene.Texts;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SketchFormatTest {
    static List<Scheme> schemes() {
        return List.of(
                Scheme.builder()
                        .granularity(2)
                        .selection("min-s", Map.of("s", "16"))
                        .build(),
                Scheme.builder()
                        .granularity(2)
                        .selection("min-s", Map.of("s", "500"))
                        .bits(64)
                        .build(),
                Scheme.builder()
                        .granularity(2)
                        .selection("mod", Map.of("m", "4"))
                        .bits(32)
                        .build(),
                Scheme.builder()
                        .granularity(3)
                        .selection("winnowing", Map.of("w", "5"))
                        .bits(47)
                        .build(),
                Scheme.builder().granularity(2).build());
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void sketchesAndExactFingerprintsFollowFromAllMinutiae(Scheme scheme) {
        SketchFormat format = SketchFormat.of(scheme);
        assertEquals(
                format.least() > 0 || scheme.selection().name().equals("full"),
                format.full().isPresent());
        if (format.full().isPresent()) {
            Texts texts = new Texts(new Random(8), 200);
            for (int words : new int[] {0, 1, 10, 17, 18, 700}) {
                String text = texts.text(words);
                assertArrayEquals(
                        format.orders(Fingerprinter.of(scheme).fingerprint(text)),
                        format.sketchOf(Fingerprinter.of(format.full().get()).fingerprint(text)));
            }
        }
    }

    @Test
    void otherBytesAreNotWellFormed() {
        SketchFormat format = SketchFormat.of(schemes().get(0));
        BytesRef sketch = format.encode(new long[] {1, 2, 3});
        assertTrue(format.isWellFormed(sketch));
        assertFalse(format.isWellFormed(new BytesRef(sketch.bytes, 0, sketch.length - 1)));
        assertFalse(format.isWellFormed(new BytesRef(sketch.bytes, 0, SketchFormat.HEADER - 1)));
        assertFalse(format.isWellFormed(new BytesRef()));
        sketch.bytes[0]++;
        assertFalse(format.isWellFormed(sketch));
    }

    @Test
    void schemesWithLevelsAreRefused() {
        Scheme levels = Scheme.builder().selection(Selection.of("mod-by-size")).build();
        SchemeException e = assertReason(SchemeException.Reason.INVALID, () -> SketchFormat.of(levels));
        assertTrue(e.getMessage().contains("mod-by-size"), e.getMessage());
    }

    @Test
    void theIdOfASchemeNeverChanges() {
        Scheme scheme = Scheme.builder()
                .granularity(3)
                .selection("min-s", Map.of("s", "64"))
                .build();
        assertEquals(
                SketchFormat.of(scheme).id(),
                SketchFormat.of(Scheme.fromJson(scheme.toJson())).id());
        assertArrayEquals(
                new long[0],
                SketchFormat.of(scheme).orders(Fingerprinter.of(scheme).fingerprint("")));
    }

    @Test
    void keysDependOnTheSetOnly() {
        long[] orders = new Random(3).longs(64).toArray();
        long[] shuffled = orders.clone();
        for (int i = 0; i < 32; i++) {
            long swap = shuffled[i];
            shuffled[i] = shuffled[63 - i];
            shuffled[63 - i] = swap;
        }
        assertArrayEquals(SketchFormat.groupKeys(orders, 16, 2), SketchFormat.groupKeys(shuffled, 16, 2));
        assertEquals(16, SketchFormat.groupKeys(orders, 16, 2).length);
    }

    @Test
    void anEmptySketchHasNoKeys() {
        assertEquals(0, SketchFormat.groupKeys(new long[0], 16, 2).length);
        assertEquals(0, SketchFormat.groupKeys(new long[] {5}, 0, 1).length);
        assertEquals(16, SketchFormat.groupKeys(new long[] {5}, 16, 2).length, "a single order fills all bins");
    }

    /** Sets of 100 with resemblance t share a key about as often as stated: within 0.06 in 1,000 pairs. */
    @Test
    void similarSetsShareAKeyAsOftenAsStated() {
        Random random = new Random(11);
        for (double t : new double[] {0.1, 0.3, 0.5, 0.8}) {
            int shared = (int) Math.round(200 * t / (1 + t));
            int alike = 0;
            for (int i = 0; i < 1_000; i++) {
                long[] a = random.longs(100).toArray();
                long[] b = LongStream.concat(Arrays.stream(a, 0, shared), random.longs(100 - shared))
                        .toArray();
                long[] keys = SketchFormat.groupKeys(b, 16, 2);
                alike +=
                        Arrays.stream(SketchFormat.groupKeys(a, 16, 2)).anyMatch(k -> Arrays.binarySearch(keys, k) >= 0)
                                ? 1
                                : 0;
            }
            double stated = 1 - Math.pow(1 - t * t, 16);
            assertTrue(Math.abs(alike / 1_000.0 - stated) < 0.06, t + ": " + alike + " of 1,000, stated " + stated);
        }
    }
}
