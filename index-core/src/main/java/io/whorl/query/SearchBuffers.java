package io.whorl.query;

import io.whorl.store.MinutiaTable;

/**
 * What one thread's queries of one segment use again and again: the counters of a window, all 0 between queries. After a
 * query that failed they may not be, and the buffers must be left.
 */
final class SearchBuffers {
    /** Documents counted at a time: a mebibyte of counters, so that any index can be asked from a small heap. */
    private static final int WINDOW = 1 << 18;

    /** How many minutiae each document of the window shares with the query. */
    final int[] shared;
    /** The documents of the window whose count is not 0; one more than there are documents. */
    final int[] touched;
    final MinutiaTable.Scratch lookUps = new MinutiaTable.Scratch();

    SearchBuffers(long documents) {
        this(documents, WINDOW);
    }

    /** With windows of another size, so that tests reach the borders between them. */
    SearchBuffers(long documents, int window) {
        shared = new int[(int) Math.min(window, Math.max(1, documents))];
        touched = new int[shared.length + 1];
    }
}
