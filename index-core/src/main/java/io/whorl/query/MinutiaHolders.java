package io.whorl.query;

import java.util.Arrays;

/**
 * Which documents of a list hold a minutia: a hash table of minutiae, each with a chain of documents. One thread at a
 * time.
 */
final class MinutiaHolders {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long[] keys = new long[1 << 10];
    /** For each key 1 plus the first link of its chain; 0 for a free place. */
    private int[] heads = new int[1 << 10];

    private int used;
    private int[] next = new int[1 << 10];
    private int[] document = new int[1 << 10];
    private int links;

    /** Adds the minutiae of a document. */
    void add(int number, long[] minutiae) {
        if (links + minutiae.length > next.length) {
            int room = Math.max(links + minutiae.length, 2 * next.length);
            next = Arrays.copyOf(next, room);
            document = Arrays.copyOf(document, room);
        }
        for (long minutia : minutiae) {
            int at = place(minutia);
            if (heads[at] == 0 && 2 * ++used > keys.length) {
                grow();
                at = place(minutia);
            }
            keys[at] = minutia;
            next[links] = heads[at];
            document[links] = number;
            heads[at] = ++links;
        }
    }

    /**
     * Adds to the counters of each document that holds some minutiae.
     *
     * @param weights of the minutiae; empty if they are not weighted
     * @param shared receives the number of shared minutiae, by document
     * @param sums receives the sum of their weights, if they are weighted
     */
    void count(long[] minutiae, long[] weights, int[] shared, long[] sums) {
        for (int i = 0; i < minutiae.length; i++) {
            for (int link = heads[place(minutiae[i])]; link != 0; link = next[link - 1]) {
                int holder = document[link - 1];
                shared[holder]++;
                if (weights.length > 0) {
                    sums[holder] += weights[i];
                }
            }
        }
    }

    /** The place of a minutia, or the free place where it belongs. */
    private int place(long minutia) {
        int mask = keys.length - 1;
        int at = (int) (minutia * GOLDEN >>> 32) & mask;
        while (heads[at] != 0 && keys[at] != minutia) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldHeads = heads;
        keys = new long[2 * oldKeys.length];
        heads = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldHeads[i] != 0) {
                int at = place(oldKeys[i]);
                keys[at] = oldKeys[i];
                heads[at] = oldHeads[i];
            }
        }
    }
}
