package io.whorl.store;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredText.TextEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The stored forms of texts and fingerprints give everything back, and no damage goes unnoticed. */
class StoredFormsTest {
    private static final int[] WIDTHS = {32, 33, 40, 63, 64};
    private final TextEncoder encoder = new TextEncoder();

    private static StoredFingerprint random(Random random, int n, int bits, boolean counted) {
        TreeSet<Long> minutiae = new TreeSet<>(Long::compareUnsigned);
        long mask = -1L >>> Long.SIZE - bits;
        while (minutiae.size() < n) {
            long minutia = random.nextLong() & mask;
            // Neighbours, gaps of all sizes, and both ends of the range.
            minutiae.add(random.nextInt(8) == 0 ? minutia >>> random.nextInt(bits) : minutia);
            if (random.nextInt(8) == 0 && minutiae.size() < n) {
                minutiae.add(minutiae.first() + 1 & mask);
            }
            if (random.nextInt(64) == 0 && minutiae.size() < n) {
                minutiae.add(random.nextBoolean() ? 0 : mask);
            }
        }
        int[] frequencies = new int[counted ? n : 0];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] =
                    1 + (random.nextInt(4) == 0 ? random.nextInt(Integer.MAX_VALUE) >>> random.nextInt(31) : 0);
        }
        return new StoredFingerprint(
                minutiae.stream().mapToLong(Long::longValue).toArray(), frequencies);
    }

    private static byte[] encode(StoredFingerprint f, boolean counted) {
        return new FingerprintEncoder(counted).encode(f.minutiae(), f.frequencies(), f.minutiae().length);
    }

    @Test
    void everyFingerprintComesBack() {
        Random random = new Random(1);
        for (int bits : WIDTHS) {
            for (boolean counted : new boolean[] {false, true}) {
                FingerprintEncoder reused = new FingerprintEncoder(counted);
                for (int n = 0; n < 600; n += 1 + n / 6) {
                    StoredFingerprint f = random(random, n, bits, counted);
                    byte[] stored = reused.encode(f.minutiae(), f.frequencies(), n);
                    assertEquals(f, StoredFingerprint.decode(stored, n, bits, counted));
                    assertArrayEquals(encode(f, counted), stored);
                    assertTrue(stored.length >= StoredFingerprint.CHECKSUM, "an empty form");
                }
            }
        }
    }

    /** A uniform fingerprint of n minutiae of W bits cannot take less than log2(2^W ÷ n) + log2(e) bits a minutia. */
    @Test
    void theSizeIsNearTheLeastPossible() {
        Random random = new Random(2);
        long[] minutiae = random.longs(20_000, 0, 1L << 40).distinct().sorted().toArray();
        for (int n : new int[] {100, 1_000, minutiae.length}) {
            long[] some = Arrays.copyOf(minutiae, n);
            double spread = (double) some[n - 1] / n;
            double least = n * (Math.log(spread) / Math.log(2) + 1 / Math.log(2)) / 8;
            byte[] stored = new FingerprintEncoder(false).encode(some, new int[0], n);
            assertTrue(stored.length < least * 1.02 + 8, stored.length + " bytes; the least is " + least);
        }
    }

    @Test
    void aFingerprintInPiecesHasTheSameBytes() {
        Random random = new Random(3);
        StoredFingerprint f = random(random, 5_000, 40, true);
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        FingerprintEncoder encoder = new FingerprintEncoder(true);
        encoder.begin();
        for (int i = 0; i < f.minutiae().length; i++) {
            encoder.add(f.minutiae()[i], f.frequencies()[i]);
            if (random.nextInt(100) == 0) {
                pieces.write(encoder.bytes(), 0, encoder.size());
                encoder.clear();
            }
        }
        long length = encoder.end();
        pieces.write(encoder.bytes(), 0, encoder.size());
        assertEquals(length, pieces.size());
        assertArrayEquals(encode(f, true), pieces.toByteArray());
    }

    @Test
    void damageIsNoticed() {
        Random random = new Random(5);
        for (boolean counted : new boolean[] {false, true}) {
            for (int n : new int[] {0, 1, 3, 150}) {
                StoredFingerprint f = random(random, n, 40, counted);
                byte[] stored = encode(f, counted);
                for (int i = 0; i < stored.length; i++) {
                    byte[] damaged = stored.clone();
                    damaged[i] ^= (byte) (1 << random.nextInt(8));
                    assertRefused(damaged, n, counted);
                    assertRefused(Arrays.copyOf(stored, i), n, counted);
                }
                assertRefused(stored, n + 1, counted);
                if (n > 0) {
                    assertRefused(stored, n - 1, counted);
                }
            }
        }
        assertRefused(StoredFingerprint.NONE, 0, false);
        byte[] one = encode(new StoredFingerprint(new long[] {7}, new int[0]), false);
        assertMessage(
                IllegalArgumentException.class,
                "2147483647 minutiae",
                () -> StoredFingerprint.decode(one, Integer.MAX_VALUE, 40, false));
    }

    private static void assertRefused(byte[] damaged, long n, boolean counted) {
        String reason = assertThrows(
                        IllegalArgumentException.class, () -> StoredFingerprint.decode(damaged, n, 40, counted))
                .getMessage();
        assertTrue(reason.startsWith("it") || reason.startsWith("a "), reason);
    }

    /** Forged forms have valid checksums, so every other check must hold. */
    @Test
    void forgedFormsAreRefusedOrDecodedInBounds() {
        Random random = new Random(6);
        int decoded = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] forged = new byte[4 + random.nextInt(40)];
            random.nextBytes(forged);
            for (int b = random.nextInt(3); b > 0; b--) {
                forged[random.nextInt(forged.length)] = 0;
            }
            int checksum = Checksum.of(forged, 0, forged.length - 4);
            for (int b = 0; b < 4; b++) {
                forged[forged.length - 4 + b] = (byte) (checksum >>> 8 * b);
            }
            int bits = WIDTHS[i % WIDTHS.length];
            try {
                long[] minutiae = StoredFingerprint.decode(forged, random.nextInt(12), bits, i % 2 == 0)
                        .minutiae();
                for (int m = 0; m < minutiae.length; m++) {
                    assertTrue(m == 0 || Long.compareUnsigned(minutiae[m - 1], minutiae[m]) < 0, "not ascending");
                    assertEquals(0, minutiae[m] & ~(-1L >>> Long.SIZE - bits));
                }
                decoded++;
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().startsWith("it") || e.getMessage().startsWith("a "), e.getMessage());
            }
        }
        assertTrue(decoded > 0, "no forged form was decoded");
    }

    @Test
    void aFormThatFitsTheLimitExactlyIsEncodedAndALargerOneIsRefused() {
        Random random = new Random(6);
        for (boolean counted : new boolean[] {false, true}) {
            for (int n : new int[] {0, 1, 127, 128, 129, 5_000}) {
                StoredFingerprint f = random(random, n, 40, counted);
                byte[] expected = encode(f, counted);
                int length = expected.length;
                FingerprintEncoder exact = new FingerprintEncoder(counted, length);
                assertArrayEquals(expected, exact.encode(f.minutiae(), f.frequencies(), n));
                FingerprintEncoder less = new FingerprintEncoder(counted, length - 1);
                LimitExceededException e =
                        assertThrows(LimitExceededException.class, () -> less.encode(f.minutiae(), f.frequencies(), n));
                assertEquals("bytes of a stored fingerprint", e.limit());
                assertEquals(length - 1, e.most());
                assertTrue(e.value() >= length && e.value() <= length + StoredFingerprint.CHECKSUM, e.getMessage());
                StoredFingerprint small = random(random, 1, 40, counted);
                if (length > 64) {
                    assertArrayEquals(
                            encode(small, counted), less.encode(small.minutiae(), small.frequencies(), 1), "reused");
                }
            }
        }
    }

    /** Twice a gibibyte is more than an int. */
    @Test
    void theBufferGrowsUpToTheLargestArray() {
        int most = Integer.MAX_VALUE - 8;
        assertEquals(1 << 14, FingerprintEncoder.grown(1 << 13, most));
        assertEquals(most, FingerprintEncoder.grown(1 << 30, most));
        assertEquals(most, FingerprintEncoder.grown(most - 1, most));
    }

    // The stored form of texts gives every text back, and no damage goes unnoticed.

    /** BuildTest stores texts of all kinds. A text that does not get smaller is stored as it is. */
    @Test
    void aTextTakesAtMostAHeaderMoreThanItsBytes() {
        Random random = new Random(1);
        for (int length = 0; length < 70_000; length += 1 + length / 3) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            byte[] stored = encoder.encode(noise);
            assertArrayEquals(noise, StoredText.decode(stored));
            assertTrue(stored.length > 0 && stored.length <= length + StoredText.MOST_HEADER, length + " bytes");
        }
    }

    @Test
    void damageOfATextIsNoticed() {
        for (byte[] text : new byte[][] {
            {}, "a".getBytes(StandardCharsets.UTF_8), "one two three ".repeat(9).getBytes(StandardCharsets.UTF_8)
        }) {
            byte[] stored = encoder.encode(text);
            for (int i = 0; i < stored.length; i++) {
                for (int bit = 0; bit < 8; bit++) {
                    byte[] damaged = stored.clone();
                    damaged[i] ^= (byte) (1 << bit);
                    assertDamaged(text, damaged);
                }
                assertDamaged(text, Arrays.copyOf(stored, i));
            }
        }
        assertThrows(IllegalArgumentException.class, () -> StoredText.decode(StoredText.NONE));
        byte[] forged = {0, 0, 0, 0, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7, 3, 0};
        assertMessage(IllegalArgumentException.class, "it has 2147483647 bytes in 2", () -> StoredText.decode(forged));
        StoredText.checkLength(StoredText.MOST);
        assertMessage(
                LimitExceededException.class, "split the document", () -> StoredText.checkLength(StoredText.MOST + 1));
    }

    /** Bits that do not matter, such as those after the end of the deflated bytes, may change. */
    private static void assertDamaged(byte[] text, byte[] damaged) {
        try {
            assertArrayEquals(text, StoredText.decode(damaged));
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("it"), e.getMessage());
        }
    }
}
