package io.whorl.query;

import io.whorl.store.MinutiaTable;

/**
 * What one thread's queries use again and again: counters, all 0 between queries. After a query that failed they may
 * not be, and the buffers must be left.
 */
final class SearchBuffers {
    /**
     * Documents of a segment counted at a time: a mebibyte of counters, so that any index can be asked from a small
     * heap.
     */
    static final int WINDOW = 1 << 18;

    /** Minutiae of a query whose holders are kept. */
    private static final int KEPT = 1 << 16;

    /** Documents of a segment counted at a time. */
    final int window;
    /**
     * Of a query of more minutiae their holders in a part are looked up for each question, for there may be many parts.
     */
    final int kept;
    /** How many minutiae each document of the window, or of a live view, shares with the query. */
    int[] shared = new int[0];
    /** The documents whose count is not 0; one more than there are counts. */
    int[] touched = new int[1];

    private long[] sums = new long[0];
    final MinutiaTable.Scratch lookUps = new MinutiaTable.Scratch();

    SearchBuffers() {
        this(WINDOW, KEPT);
    }

    /** With windows of another size and no holders kept, so that tests reach the borders. */
    SearchBuffers(int window) {
        this(window, 0);
    }

    private SearchBuffers(int window, int kept) {
        this.window = window;
        this.kept = kept;
    }

    /** What the minutiae that each document shares with the query add up to: as many as there are counters. */
    long[] sums() {
        if (sums.length < shared.length) {
            sums = new long[shared.length];
        }
        return sums;
    }

    /** Sees that there are so many counters; between queries only. */
    void reserve(int counters) {
        if (counters > shared.length) {
            // A live tier grows from query to query.
            int length = shared.length == 0 ? counters : Math.max(counters, shared.length * 2);
            shared = new int[length];
            touched = new int[length + 1];
        }
    }
}
