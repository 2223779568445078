package io.whorl.hash;

import java.util.Arrays;

/**
 * The sliding hash for any hash function and any number of units. It keeps a state for each unfinished chunk, oldest
 * first, and advances all of them by each unit.
 */
final class AnySlidingHash implements SlidingHash {
    private final ChunkHash hash;
    private final int n;
    private long[] open = new long[4];
    private int live;

    AnySlidingHash(ChunkHash hash, int n) {
        this.hash = hash;
        this.n = n;
    }

    @Override
    public void start() {
        live = 0;
    }

    @Override
    public int slide(byte[] bytes, int[] end, int count, long[] out) {
        int done = 0;
        int from = 0;
        for (int k = 0; k < count; k++) {
            begin();
            hash.absorbAll(open, 0, live, bytes, from, end[k]);
            if (live == n) {
                out[done++] = hash.finish(open[0]);
                live--;
                System.arraycopy(open, 1, open, 0, live);
            }
            from = end[k] + 1;
            hash.absorbAll(open, 0, live, bytes, end[k], from);
        }
        return done;
    }

    private void begin() {
        if (live == open.length) {
            open = Arrays.copyOf(open, live * 2);
        }
        open[live++] = hash.start();
    }
}
