package io.whorl.corpus.text;

import java.util.Arrays;

/** What has been opened, of several kinds, and where. */
final class WikitextStack {
    private final int[] counts;
    private int[] entries = new int[64];
    private int size;

    WikitextStack(int kinds) {
        counts = new int[kinds];
    }

    void push(int kind, int position) {
        if (size + 2 > entries.length) {
            entries = Arrays.copyOf(entries, 2 * entries.length);
        }
        entries[size++] = kind;
        entries[size++] = position;
        counts[kind]++;
    }

    boolean has(int kind) {
        return counts[kind] > 0;
    }

    /** Where the last of this kind was opened; all that was opened within it is forgotten. There must be one. */
    int popTo(int kind) {
        int popped;
        do {
            size -= 2;
            popped = entries[size];
            counts[popped]--;
        } while (popped != kind);
        return entries[size + 1];
    }
}
