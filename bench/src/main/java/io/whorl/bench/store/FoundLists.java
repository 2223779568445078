package io.whorl.bench.store;

import java.util.Arrays;

/** Lists of documents in reusable arrays. */
public final class FoundLists {
    private int[] documents = new int[1 << 10];
    private int[] ends = new int[1 << 10];
    private int filled;
    private int lists;

    /** Removes all lists. */
    public void clear() {
        filled = 0;
        lists = 0;
    }

    /** Adds a document to the current list. */
    void add(int document) {
        if (filled == documents.length) {
            documents = Arrays.copyOf(documents, 2 * filled);
        }
        documents[filled++] = document;
    }

    /** Ends the current list and starts the next. */
    void end() {
        if (lists == ends.length) {
            ends = Arrays.copyOf(ends, 2 * lists);
        }
        ends[lists++] = filled;
    }

    /** Returns the number of lists. */
    public int size() {
        return lists;
    }

    /** Returns the total length of all lists. */
    public int documents() {
        return filled;
    }

    /** Returns a copy of one list. */
    public int[] list(int i) {
        return Arrays.copyOfRange(documents, i == 0 ? 0 : ends[i - 1], ends[i]);
    }
}
