package io.whorl.pairs;

/**
 * The shares of the memory of a search for pairs. A full share causes another window, scratch file or spilled run, and
 * never another result.
 *
 * @param arrays bytes of heap for arrays that grow with the index; beyond that they are in a scratch file
 * @param places places of lists that {@link SharedLists} holds at a time
 * @param counters documents that each thread counts at a time
 * @param pairs pairs that each thread holds
 * @param blocks bytes for the buffers that merge spilled pairs
 */
public record PairMemory(long arrays, int places, int counters, int pairs, long blocks) {
    /** A place, the start of a document's places, and the position of the next. */
    private static final int PLACE = 16;
    /** A count, and the number of a counted document. */
    private static final int COUNTER = 8;

    private static final int SUM = 8;
    private static final int MOST = 1 << 26;

    /** Gives a quarter each to the arrays, the places, the counters, and the pairs with their buffers. */
    public static PairMemory of(long bytes, int threads, boolean weighted) {
        long quarter = bytes / 4;
        long each = quarter / threads;
        return new PairMemory(
                quarter,
                number(quarter / PLACE),
                number(each / (COUNTER + (weighted ? SUM : 0))),
                number(each * 3 / 4 / LongTriples.ROOM),
                quarter / 4);
    }

    private static int number(long value) {
        return (int) Math.max(1, Math.min(MOST, value));
    }
}
