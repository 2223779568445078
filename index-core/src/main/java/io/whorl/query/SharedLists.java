package io.whorl.query;

import io.whorl.store.DocumentLists;

/**
 * For each document of a window, the lists it is in: the lists turned round, for as many documents at a time as fit.
 * Changed by {@link #index} alone; between two calls any thread may read.
 */
final class SharedLists {
    /** Entries turned round at a time, four bytes each. */
    static final int MOST = 1 << 24;

    private final DocumentLists lists;
    private final ListTally tally;
    private final int most;
    private final boolean[] ignored;
    /** Documents of each list. */
    private final long[] holders;
    /** Lists each document is in. */
    private final int[] sizes;
    private int first;
    private int[] start = new int[1];
    private int[] list = new int[0];

    /**
     * @param maxDf lists of more documents are ignored
     * @param most {@link #MOST}, but for tests
     */
    SharedLists(DocumentLists lists, ListTally tally, int documents, long maxDf, int most) {
        this.most = most;
        this.lists = lists;
        this.tally = tally;
        ignored = new boolean[tally.size()];
        holders = new long[tally.size()];
        sizes = new int[documents];
        for (int i = 0; i < tally.size(); i++) {
            DocumentLists.Cursor cursor = lists.cursor(tally.place(i));
            holders[i] = cursor.left();
            ignored[i] = holders[i] > maxDf;
            while (!ignored[i] && cursor.next()) {
                sizes[(int) cursor.document()]++;
            }
        }
    }

    boolean ignored(int i) {
        return ignored[i];
    }

    /** Turns round the lists of the documents from this one on; returns the first document beyond the window. */
    int index(int from) {
        int to = from;
        int entries = 0;
        while (to < sizes.length && (to == from || sizes[to] <= most - entries)) {
            entries += sizes[to++];
        }
        first = from;
        start = new int[to - from + 1];
        for (int d = from; d < to; d++) {
            start[d - from + 1] = start[d - from] + sizes[d];
        }
        list = new int[entries];
        int[] fill = start.clone();
        for (int i = 0; i < tally.size(); i++) {
            DocumentLists.Cursor cursor = lists.cursor(tally.place(i));
            while (!ignored[i] && cursor.next() && cursor.document() < to) {
                if (cursor.document() >= from) {
                    list[fill[(int) cursor.document() - from]++] = i;
                }
            }
        }
        return to;
    }

    /** Places in {@link #listAt} of the lists of a document in the window. */
    int startOf(int document) {
        return start[document - first];
    }

    int endOf(int document) {
        return start[document - first + 1];
    }

    /** The number of a list, for {@link #cursor} and {@link #minutiae}. */
    int listAt(int place) {
        return list[place];
    }

    DocumentLists.Cursor cursor(int i) {
        return lists.cursor(tally.place(i));
    }

    /** Minutiae that the list stands for. */
    int minutiae(int i) {
        return tally.count(i);
    }

    /** Documents of the list. */
    long holders(int i) {
        return holders[i];
    }
}
