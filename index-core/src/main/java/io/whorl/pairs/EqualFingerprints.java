package io.whorl.pairs;

import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.IOException;

/**
 * Finds the documents that are in exactly the same lists and hold no minutia alone: their fingerprints are equal. All
 * documents start in one class, and each list splits every class into the documents that it names and the others. Used
 * once, by one thread.
 */
final class EqualFingerprints {
    private static final int NONE = -1;

    /** The class of each document, or {@link #NONE}. */
    private final ScratchInts classOf;
    /** The number of documents in each class. */
    private final ScratchInts sizes;
    /** For each class the number, from 1, of the list that split it last. */
    private final ScratchLongs splitBy;
    /** The class that this list has split off; for an unused class, the next unused class. */
    private final ScratchInts target;
    /** For each class 1 plus the first document that {@link #first} was called with; 0 before. */
    private final ScratchInts firsts;

    private long list;
    private int free = NONE;
    private int classes;

    /** @param counts the minutiae that a document holds alone; a document with such a minutia has no equal */
    EqualFingerprints(long documents, ListCounts counts, PairScratch scratch) throws IOException {
        classOf = scratch.cells(documents);
        sizes = scratch.cells(documents + 1);
        target = scratch.cells(documents + 1);
        firsts = scratch.cells(documents + 1);
        splitBy = scratch.longs(documents + 1);
        classes = 1;
        for (long d = 0; d < documents; d++) {
            if (counts.alone(d) > 0) {
                classOf.set(d, NONE);
                continue;
            }
            sizes.set(0, sizes.get(0) + 1);
        }
    }

    /** Starts the next list. */
    void startList() {
        list++;
    }

    /** Adds a document of the list. Each is added once. */
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
     * Returns the first document for which this was called among those that equal this one; the document itself if it
     * is the first. Call it after all lists are added, and only for documents that have minutiae.
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
