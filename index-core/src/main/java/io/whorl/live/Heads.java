package io.whorl.live;

/**
 * From minutiae to the heads of their chains ({@link DocumentChains}). One thread adds while others read; a reader that
 * sees a head sees everything that the head leads to.
 */
interface Heads {
    /** The number of slots that are read ahead at a time. */
    int AHEAD = 128;

    /** The head of a minutia, or {@link DocumentChains#NONE}. */
    int find(long minutia);

    /**
     * Looks up some minutiae. Their slots are touched first, so that the cache misses overlap.
     *
     * @param heads receives the head of {@code minutiae[from + i]} at {@code i}, or {@link DocumentChains#NONE}
     * @param scratch of {@value #AHEAD} elements
     * @return a value that the caller must keep, or the compiler would remove the reads ahead
     */
    int findAll(long[] minutiae, int from, int to, int[] heads, int[] scratch);

    /** Passes every minutia and its head to a sink. Minutiae that are added at the same time may be missing. */
    void forEach(HeadSink sink);

    /** Receives minutiae and the heads of their chains. */
    interface HeadSink {
        void head(long minutia, int head);
    }
}
