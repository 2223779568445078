package io.whorl.bench.store;

import java.util.Arrays;

/** Lists of documents, one after another in arrays that are used again. */
public final class FoundLists {
    private int[] documents = new int[1 << 10];
    private int[] ends = new int[1 << 10];
    private int filled;
    private int lists;

    /** Forgets all lists. */
    public void clear() {
        filled = 0;
        lists = 0;
    }

    /** Adds a document to the list that is being made. */
    void add(int document) {
        if (filled == documents.length) {
            documents = Arrays.copyOf(documents, 2 * filled);
        }
        documents[filled++] = document;
    }

    /** Ends the list that is being made; what is added after belongs to the next. */
    void end() {
        if (lists == ends.length) {
            ends = Arrays.copyOf(ends, 2 * lists);
        }
        ends[lists++] = filled;
    }

    /** How many lists there are. */
    public int size() {
        return lists;
    }

    /** Documents in all lists. */
    public int documents() {
        return filled;
    }

    /** The documents of one list, copied. */
    public int[] list(int i) {
        return Arrays.copyOfRange(documents, i == 0 ? 0 : ends[i - 1], ends[i]);
    }
}
