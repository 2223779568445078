package io.whorl.query;

/**
 * How the memory for pairs is shared out.
 *
 * @param arrays bytes of heap for arrays that grow with the index; past that they are in a scratch file
 * @param places places of lists held at a time by {@link SharedLists}
 * @param counters documents that each thread counts at a time
 * @param pairs pairs that each thread holds
 * @param blocks bytes for the buffers that merge spilled pairs
 */
record PairMemory(long arrays, int places, int counters, int pairs, long blocks) {
    /** A place, where a document's places begin, and where the next is put. */
    private static final int PLACE = 16;
    /** A count, and the number of a document that is counted. */
    private static final int COUNTER = 8;

    private static final int SUM = 8;
    /** Sorting takes the space twice. */
    private static final int RECORD = 2 * PairRecords.LONGS * Long.BYTES;

    private static final int MOST = 1 << 26;

    /** A quarter each for the arrays, the places, the counters and the pairs. */
    static PairMemory of(PairsOptions options) {
        long quarter = options.memory() / 4;
        long each = quarter / options.threads();
        return new PairMemory(
                quarter,
                number(quarter / PLACE),
                number(each / (COUNTER + (options.measure().weighted() ? SUM : 0))),
                number(each * 3 / 4 / RECORD),
                quarter / 4);
    }

    private static int number(long value) {
        return (int) Math.max(1, Math.min(MOST, value));
    }
}
