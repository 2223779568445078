package io.whorl.parts;

import io.whorl.LimitExceededException;
import io.whorl.parts.SealedSearch.FoundMinutiae.ListNumbers;
import io.whorl.store.MinutiaTable;

/**
 * The buffers that the queries of one thread reuse, and the heap that the query may use besides. All counters are 0
 * between queries. After a query that failed they may not be, and the buffers must not be used again.
 */
public final class SearchBuffers {
    /** A mebibyte of counters, so that an index of any size can be queried with a small heap. */
    private static final int WINDOW = 1 << 18;

    private static final int KEPT = 1 << 16;

    /** A minutia takes itself twice, and where it is found in one part after another. */
    private static final int MINUTIA = 48;

    private static final int WEIGHTED_MINUTIA = 96;
    /** A list takes this in addition to {@link ListNumbers}. */
    private static final int LIST = 16;
    /** A list that continues beyond a window keeps its cursor. */
    private static final int CURSOR = 288;
    /** A query of up to so many minutiae is never refused: it takes a few hundred KiB. */
    private static final long LEAST = 1 << 10;

    /** The number of documents of a segment that are counted at a time. */
    final int window;
    /**
     * The number of minutiae of a query up to which what each part holds of them is kept. With more, they are looked up
     * again for each step, because there may be many parts.
     */
    final int kept;
    /** For each document of the window, or of a live view, the number of minutiae that it shares with the query. */
    int[] shared = new int[0];
    /** The documents whose count is not 0; it has one more entry than there are counters. */
    int[] touched = new int[1];

    private long[] sums = new long[0];
    final MinutiaTable.Scratch lookUps = new MinutiaTable.Scratch();
    private long bytesForLists;

    public SearchBuffers() {
        this(WINDOW, KEPT);
    }

    /** For tests: windows of another size, and look-ups that are not kept. */
    public SearchBuffers(int window) {
        this(window, 0);
    }

    private SearchBuffers(int window, int kept) {
        this.window = window;
        this.kept = kept;
    }

    /**
     * Turns to a query, whose minutiae and the lists that they lead to take all but a constant part of its heap.
     *
     * @param bytes the heap that the query may use
     * @param minutiae the number of its distinct minutiae
     * @param weighted whether the minutiae have weights
     * @return this
     * @throws LimitExceededException if there are more minutiae than the memory allows
     */
    public SearchBuffers forQuery(long bytes, long minutiae, boolean weighted) {
        int each = weighted ? WEIGHTED_MINUTIA : MINUTIA;
        LimitExceededException.require(
                "distinct minutiae of one query",
                minutiae,
                Math.max(LEAST, bytes / each),
                "this is what its memory (" + bytes + " bytes) allows: give more memory (java -Xmx), query with a"
                        + " selection that keeps fewer minutiae, such as mod, or query with pieces of the text");
        bytesForLists = bytes - minutiae * each;
        return this;
    }

    /**
     * The largest number of distinct lists in one part.
     *
     * @param windows whether documents are counted in several windows, so that cursors are kept
     */
    long mostLists(boolean windows) {
        return Math.max(LEAST, bytesForLists / (ListNumbers.BYTES + LIST + (windows ? CURSOR : 0)));
    }

    /** The sums of the weights of shared minutiae, as many as there are counters. */
    long[] sums() {
        if (sums.length < shared.length) {
            sums = new long[shared.length];
        }
        return sums;
    }

    /** Grows the buffers to so many counters, before the first part of a query is searched. */
    void reserve(int counters) {
        if (counters > shared.length) {
            // A live tier grows from query to query.
            int length = shared.length == 0 ? counters : Math.max(counters, shared.length * 2);
            shared = new int[length];
            touched = new int[length + 1];
        }
    }
}
