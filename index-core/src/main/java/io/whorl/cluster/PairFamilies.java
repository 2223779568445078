package io.whorl.cluster;

import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Optional;

/**
 * The families of documents of equal fingerprints: documents that share postings in the segment, and documents that are
 * in the same lists. The first document of a family represents it. Immutable and thread-safe.
 */
final class PairFamilies {
    /** For each document 1 plus the first of its family; 0 if it is the first. */
    private final ScratchInts first;
    /** For each document the next of its family, which is never document 0; 0 after the last. */
    private final ScratchInts next;
    /** For the first document of a family the number of the others. */
    private final ScratchInts more;

    private PairFamilies(long documents, PairScratch scratch) throws IOException {
        first = scratch.cells(documents);
        next = scratch.cells(documents);
        more = scratch.cells(documents);
    }

    /** @param equal finds equal documents that share no postings; without it, only shared postings make families */
    static PairFamilies of(Segment segment, Optional<EqualFingerprints> equal, PairScratch scratch) throws IOException {
        int documents = (int) segment.counts().documents();
        PairFamilies families = new PairFamilies(documents, scratch);
        for (int d = 0; d < documents; d++) {
            if (families.isFirst(d) && segment.documents().minutiae(d) > 0) {
                families.join(equal.isPresent() ? equal.get().first(d) : d, d, segment.families());
            }
        }
        // In descending order, so that the documents of a family are linked in ascending order.
        for (int d = documents - 1; d >= 0; d--) {
            families.link(d);
        }
        return families;
    }

    /** Adds a document, and those that share its postings, to a family. */
    private void join(int family, int document, Families stored) {
        if (family != document) {
            first.set(document, family + 1);
        }
        for (int d = document; !stored.isEmpty() && d >= 0; d = (int) stored.after(document, d)) {
            if (d != family) {
                first.set(d, family + 1);
            }
        }
    }

    private void link(int document) {
        int head = first(document);
        if (head != document) {
            next.set(document, next.get(head));
            next.set(head, document);
            more.add(head, 1);
        }
    }

    /** True if the document is the first of its family, or has none. */
    boolean isFirst(int document) {
        return first.get(document) == 0;
    }

    /** The first document of the family of a document. */
    int first(int document) {
        int stored = first.get(document);
        return stored == 0 ? document : stored - 1;
    }

    /** The number of documents of the family whose first document this is. */
    int size(int document) {
        return more.get(document) + 1;
    }

    /** The number of families of the documents that a cursor has left. */
    long count(DocumentLists.Cursor list) {
        long n = 0;
        while (list.next()) {
            n += isFirst((int) list.document()) ? 1 : 0;
        }
        return n;
    }

    /** The next document of the family, or −1 after the last. */
    int after(int document) {
        int after = next.get(document);
        return after == 0 ? -1 : after;
    }

    /**
     * Finds the documents that are in exactly the same lists and hold no minutia alone: their fingerprints are equal.
     * All documents start in one class, and each list splits every class into the documents that it names and the
     * others. Used once, by one thread.
     */
    static final class EqualFingerprints {
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

        /** @param alone the minutiae that a document holds alone; a document with such a minutia has no equal */
        EqualFingerprints(long documents, ScratchInts alone, PairScratch scratch) throws IOException {
            classOf = scratch.cells(documents);
            sizes = scratch.cells(documents + 1);
            target = scratch.cells(documents + 1);
            firsts = scratch.cells(documents + 1);
            splitBy = scratch.longs(documents + 1);
            classes = 1;
            for (long d = 0; d < documents; d++) {
                if (alone.get(d) > 0) {
                    classOf.set(d, NONE);
                } else {
                    sizes.add(0, 1);
                }
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
            sizes.add(to, 1);
            sizes.add(from, -1);
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
         * Returns the first document for which this was called among those that equal this one; the document itself if
         * it is the first. Call it after all lists are added, and only for documents that have minutiae.
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
}
