package io.whorl.score;

import io.whorl.hash.ChunkHash;
import io.whorl.strategy.ModBySize;
import java.util.Arrays;

/**
 * |V_i(D)| for the level i of a document and every higher level until it is 0 (BGMZ 3), four little-endian bytes each.
 * Two documents are compared at the larger of their levels.
 */
final class LevelSizes {
    /** The length of one size. */
    static final int BYTES = 4;

    private LevelSizes() {}

    static byte[] encode(long[] selected, int n, long words, ChunkHash hash) {
        long[] sorted = Arrays.copyOf(selected, n);
        Arrays.sort(sorted);
        int[] atDepth = new int[65];
        int deepest = -1;
        for (int i = 0; i < n; i++) {
            if (i == 0 || sorted[i] != sorted[i - 1]) {
                int depth = ModBySize.depth(hash.order(sorted[i]));
                atDepth[depth]++;
                deepest = Math.max(deepest, depth);
            }
        }
        int level = ModBySize.level(words);
        byte[] bytes = new byte[Math.max(0, deepest - level + 1) * BYTES];
        int size = 0;
        for (int depth = deepest; depth >= level; depth--) {
            size += atDepth[depth];
            for (int j = 0; j < BYTES; j++) {
                bytes[(depth - level) * BYTES + j] = (byte) (size >>> 8 * j);
            }
        }
        return bytes;
    }

    /**
     * Returns |V_level(D)|.
     *
     * @param extra the extra of D
     * @param words the number of surviving words of D
     * @param level the level of D or a higher one
     */
    static long size(byte[] extra, long words, int level) {
        int at = (level - ModBySize.level(words)) * BYTES;
        if (at + BYTES > extra.length) {
            return 0;
        }
        long size = 0;
        for (int j = 0; j < BYTES; j++) {
            size |= (extra[at + j] & 0xFFL) << 8 * j;
        }
        return size;
    }
}
