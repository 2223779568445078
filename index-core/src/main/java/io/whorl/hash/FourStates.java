package io.whorl.hash;

/**
 * Up to four overlapping chunks at a time, their states abreast in local variables. What differs between the algorithms
 * is only the loop over the bytes, which each writes out for itself: a call per byte would cost more than the step.
 */
abstract class FourStates implements SlidingHash {
    /** The most units in a chunk. */
    static final int MOST = 4;

    /** The states of the four youngest chunks, oldest first; with n below four, the first 4 − n are of no use. */
    final long[] open = new long[MOST];
    private final int n;
    private int missing;

    FourStates(int n) {
        this.n = n;
    }

    @Override
    public final void start() {
        open[MOST - 1] = begin();
        missing = n - 1;
    }

    @Override
    public final int slide(byte[] bytes, int[] end, int count, long[] out) {
        advance(bytes, end, count, MOST - n, out);
        // Before n units there is no whole chunk: what the loop left there is dropped, once a document.
        int skip = Math.min(missing, count);
        missing -= skip;
        int done = count - skip;
        System.arraycopy(out, skip, out, 0, done);
        finishAll(out, done);
        return done;
    }

    /** The state before any byte. */
    abstract long begin();

    /**
     * Moves {@link #open} on by these units, and leaves in {@code out[k]} the state of the chunk that began
     * {@code oldest} places after the oldest, as it is at the end of unit {@code k}.
     */
    abstract void advance(byte[] bytes, int[] end, int count, int oldest, long[] out);

    /** States to minutiae, in place. */
    abstract void finishAll(long[] states, int count);
}
