package io.whorl.corpus.internal.text;

import org.agrona.collections.IntArrayList;

/** A stack of the templates and tables that are open, with their positions in the output. */
final class WikitextOpenings {
    private final int[] openByKind;
    /** Kind and position of each opening, in turn. */
    private final IntArrayList entries = new IntArrayList();

    WikitextOpenings(int kinds) {
        openByKind = new int[kinds];
    }

    void push(int kind, int position) {
        entries.addInt(kind);
        entries.addInt(position);
        openByKind[kind]++;
    }

    boolean has(int kind) {
        return openByKind[kind] > 0;
    }

    /** Removes the last opening of this kind, which must exist, and everything inside it; returns its position. */
    int popTo(int kind) {
        int position;
        int popped;
        do {
            position = entries.popInt();
            popped = entries.popInt();
            openByKind[popped]--;
        } while (popped != kind);
        return position;
    }
}
