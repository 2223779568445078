package io.whorl.parts;

import io.whorl.store.MinutiaTable;

/**
 * The buffers that the queries of one thread reuse. All counters are 0 between queries. After a query that failed they
 * may not be, and the buffers must not be used again.
 */
public final class SearchBuffers {
    /** A mebibyte of counters, so that an index of any size can be queried with a small heap. */
    private static final int WINDOW = 1 << 18;

    private static final int KEPT = 1 << 16;

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
