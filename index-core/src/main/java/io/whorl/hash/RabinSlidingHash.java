package io.whorl.hash;

/**
 * The sliding hash of {@link RabinHash} for up to four units. The states of the overlapping chunks are in local
 * variables. Each byte of each chunk needs a table look-up, so more chunks at a time would not be faster.
 */
final class RabinSlidingHash implements SlidingHash {
    /** The maximum number of units in a chunk. */
    static final int MOST = 4;

    private final int n;
    private final RabinHash hash;
    private final long[] overflow;
    /** The states of the four youngest chunks, oldest first. If n is less than four, the first 4 − n are unused. */
    private final long[] open = new long[MOST];

    private int missing;

    RabinSlidingHash(int n, RabinHash hash, long[] overflow) {
        this.n = n;
        this.hash = hash;
        this.overflow = overflow;
    }

    @Override
    public void start() {
        open[MOST - 1] = hash.start();
        missing = n - 1;
    }

    @Override
    public int slide(byte[] bytes, int[] end, int count, long[] out) {
        advance(bytes, end, count, MOST - n, out);
        // The first n - 1 units of a document complete no chunk; their states are dropped.
        int skip = Math.min(missing, count);
        missing -= skip;
        int done = count - skip;
        System.arraycopy(out, skip, out, 0, done);
        for (int i = 0; i < done; i++) {
            out[i] = hash.finish(out[i]);
        }
        return done;
    }

    /**
     * Advances {@link #open} by these units. Sets {@code out[k]} to the state, at the end of unit {@code k}, of the
     * chunk at index {@code oldest} of the open ones.
     */
    private void advance(byte[] bytes, int[] end, int count, int oldest, long[] out) {
        int shift = 64 - hash.bits();
        long[] table = overflow;
        long h0 = open[0];
        long h1 = open[1];
        long h2 = open[2];
        long h3 = open[3];
        int at = 0;
        for (int k = 0; k < count; k++) {
            for (int stop = end[k]; at < stop; at++) {
                int c = bytes[at] & 0xFF;
                h0 = RabinHash.step(h0, c, table, shift);
                h1 = RabinHash.step(h1, c, table, shift);
                h2 = RabinHash.step(h2, c, table, shift);
                h3 = RabinHash.step(h3, c, table, shift);
            }
            at++;
            out[k] = oldest == 0 ? h0 : oldest == 1 ? h1 : oldest == 2 ? h2 : h3;
            h0 = RabinHash.step(h1, ' ', table, shift);
            h1 = RabinHash.step(h2, ' ', table, shift);
            h2 = RabinHash.step(h3, ' ', table, shift);
            h3 = hash.start();
        }
        open[0] = h0;
        open[1] = h1;
        open[2] = h2;
        open[3] = h3;
    }
}
