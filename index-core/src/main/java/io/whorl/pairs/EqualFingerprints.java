package io.whorl.pairs;

import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.IOException;

/**
 * Finds the documents that are in exactly the same lists: those that hold no minutia alone have equal fingerprints. All
 * begin in one class, and each list splits every class into those that it names and the others. Used once, by one
 * thread.
 */
final class EqualFingerprints {
    private static final int NONE = -1;

    /** For each document its class, or {@link #NONE}. */
    private final ScratchInts classOf;
    /** For each class how many documents are in it. */
    private final ScratchInts sizes;
    /** The number of the list, from 1, that split a class last, and the class that its documents went to. */
    private final ScratchLongs splitBy;
    /** Of a class that is not in use, the next such one. */
    private final ScratchInts target;
    /** For each class the first document asked about and 1; 0 before that. */
    private final ScratchInts firsts;

    private long list;
    private int free = NONE;
    private int classes = 1;

    /** @param counts tells which documents hold a minutia alone: such a document has no equal */
    EqualFingerprints(long documents, ListCounts counts, PairScratch scratch) throws IOException {
        classOf = scratch.cells(documents);
        sizes = scratch.cells(documents + 1);
        target = scratch.cells(documents + 1);
        firsts = scratch.cells(documents + 1);
        splitBy = scratch.longs(documents + 1);
        int together = 0;
        for (long d = 0; d < documents; d++) {
            boolean alone = counts.alone(d) > 0;
            classOf.set(d, alone ? NONE : 0);
            together += alone ? 0 : 1;
        }
        sizes.set(0, together);
    }

    /** Hears that another list begins. */
    void startList() {
        list++;
    }

    /** Hears of a document of the list; once of each. */
    void inList(long document) {
        int from = classOf.get(document);
        if (from == NONE) {
            return;
        }
        if (splitBy.get(from) != list) {
            if (sizes.get(from) == 1) {
                return;
            }
            splitBy.set(from, list);
            target.set(from, newClass());
        }
        move(document, from, target.get(from));
    }

    private void move(long document, int from, int to) {
        classOf.set(document, to);
        sizes.set(to, sizes.get(to) + 1);
        sizes.set(from, sizes.get(from) - 1);
        if (sizes.get(from) == 0) {
            target.set(from, free);
            free = from;
        }
    }

    private int newClass() {
        if (free == NONE) {
            return classes++;
        }
        int recycled = free;
        free = target.get(recycled);
        return recycled;
    }

    /**
     * The first document asked about of those that equal this one; itself if it is the first. Asked once all lists were
     * heard of, and only about documents that have minutiae.
     */
    int first(int document) {
        int of = classOf.get(document);
        if (of == NONE || sizes.get(of) == 1) {
            return document;
        }
        if (firsts.get(of) == 0) {
            firsts.set(of, document + 1);
        }
        return firsts.get(of) - 1;
    }
}
