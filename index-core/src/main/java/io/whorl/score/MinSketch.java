package io.whorl.score;

import io.whorl.hash.ChunkHash;
import java.util.Arrays;

/**
 * The sketch MIN_s of a document: the distinct orders ({@link ChunkHash#order}) of its selected minutiae, unsigned
 * ascending, in ⌈W ÷ 8⌉ little-endian bytes each. Two sketches give an estimate of resemblance (BGMZ 3).
 */
final class MinSketch {
    private MinSketch() {}

    static byte[] encode(long[] selected, int n, ChunkHash hash) {
        long[] orders = new long[n];
        for (int i = 0; i < n; i++) {
            orders[i] = hash.order(selected[i]) ^ Long.MIN_VALUE;
        }
        Arrays.sort(orders);
        int distinct = 0;
        for (int i = 0; i < n; i++) {
            if (i == 0 || orders[i] != orders[distinct - 1]) {
                orders[distinct++] = orders[i];
            }
        }
        int width = width(hash.bits());
        byte[] bytes = new byte[distinct * width];
        for (int i = 0; i < distinct; i++) {
            for (int j = 0; j < width; j++) {
                bytes[i * width + j] = (byte) ((orders[i] ^ Long.MIN_VALUE) >>> 8 * j);
            }
        }
        return bytes;
    }

    /**
     * |MIN_s(A ∪ B) ∩ F(A) ∩ F(B)| ÷ |MIN_s(A ∪ B)| (BGMZ 3, theorem); 0 for two empty sketches.
     *
     * @param bits W
     */
    static double resemblance(byte[] a, byte[] b, int s, int bits) {
        int width = width(bits);
        int i = 0;
        int j = 0;
        int union = 0;
        int shared = 0;
        while (union < s && (i < a.length || j < b.length)) {
            int order =
                    i == a.length ? 1 : j == b.length ? -1 : Long.compareUnsigned(read(a, i, width), read(b, j, width));
            shared += order == 0 ? 1 : 0;
            i += order <= 0 ? width : 0;
            j += order >= 0 ? width : 0;
            union++;
        }
        return union == 0 ? 0 : (double) shared / union;
    }

    static int width(int bits) {
        return (bits + 7) / 8;
    }

    private static long read(byte[] bytes, int at, int width) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (bytes[at + i] & 0xFFL) << 8 * i;
        }
        return value;
    }
}
