package io.whorl.lab.experiment.sketch;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.hash.ChunkHash;
import java.util.Arrays;

/**
 * The sketch of a document: π(shingle) for each kept shingle and a permutation π (BGMZ 3).
 *
 * @param orders in ascending unsigned order
 * @param words the number of words of the whole document
 */
record Shingles(long[] orders, long words) {
    static Shingles of(Fingerprint sketch, ChunkHash hash) {
        long[] orders = new long[sketch.size()];
        for (int i = 0; i < orders.length; i++) {
            orders[i] = hash.order(sketch.minutia(i)) ^ Long.MIN_VALUE;
        }
        // Flipping the top bit makes signed order equal to unsigned order.
        Arrays.sort(orders);
        for (int i = 0; i < orders.length; i++) {
            orders[i] ^= Long.MIN_VALUE;
        }
        return new Shingles(orders, sketch.words());
    }
}
