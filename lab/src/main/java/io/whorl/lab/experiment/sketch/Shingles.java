package io.whorl.lab.experiment.sketch;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.hash.ChunkHash;
import java.util.Arrays;

/**
 * A document's sketch as the permutation orders it: π of each shingle kept (BGMZ 3).
 *
 * @param orders ascending unsigned
 * @param words of the whole document
 */
record Shingles(long[] orders, long words) {
    static Shingles of(Fingerprint sketch, ChunkHash hash) {
        long[] orders = new long[sketch.size()];
        for (int i = 0; i < orders.length; i++) {
            orders[i] = hash.order(sketch.minutia(i)) ^ Long.MIN_VALUE;
        }
        // Signed order of numbers whose top bits are flipped is unsigned order.
        Arrays.sort(orders);
        for (int i = 0; i < orders.length; i++) {
            orders[i] ^= Long.MIN_VALUE;
        }
        return new Shingles(orders, sketch.words());
    }
}
