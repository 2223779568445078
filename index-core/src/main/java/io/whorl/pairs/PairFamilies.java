package io.whorl.pairs;

import io.whorl.hash.SplitMix64;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The families of documents of equal fingerprints: documents that share postings in the segment, and documents that are
 * in the same lists. The first document of a family represents it. Immutable and thread-safe.
 */
public final class PairFamilies {
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
    public boolean isFirst(int document) {
        return first.get(document) == 0;
    }

    /** The first document of the family of a document. */
    public int first(int document) {
        int stored = first.get(document);
        return stored == 0 ? document : stored - 1;
    }

    /** The number of documents of the family whose first document this is. */
    public int size(int document) {
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
    public int after(int document) {
        int after = next.get(document);
        return after == 0 ? -1 : after;
    }

    /**
     * Finds the documents that are in exactly the same lists and hold no minutia alone: their fingerprints are equal.
     * Two sums over the lists of a document, of 64 bits each, stand for them. What a list adds depends on a secret
     * number of each search, so that no one can write documents of equal sums. Used once, by one thread.
     */
    static final class EqualFingerprints {
        private final long secret = new SplittableRandom().nextLong();
        private final ListCounts counts;
        private final ScratchLongs sums;
        private final ScratchLongs otherSums;
        /** For each document 1 plus the first that equals it; 0 for a document without an equal. */
        private final ScratchInts firsts;

        private long ofList;
        private long otherOfList;

        /** @param counts the minutiae that a document holds alone; a document with such a minutia has no equal */
        EqualFingerprints(long documents, ListCounts counts, PairScratch scratch) throws IOException {
            this.counts = counts;
            sums = scratch.longs(documents);
            otherSums = scratch.longs(documents);
            firsts = scratch.cells(documents);
        }

        /** Starts the list at a place. */
        void startList(long place) {
            ofList = SplitMix64.mix(secret ^ place);
            otherOfList = SplitMix64.mix(secret + ofList);
        }

        /** Adds a document of the list. Each is added once. */
        void inList(long document) {
            sums.add(document, ofList);
            otherSums.add(document, otherOfList);
        }

        /** Ends adding. */
        void find(PairScratch scratch) throws IOException {
            try (LongTriples bySum = scratch.triples()) {
                for (long d = 0; d < sums.size(); d++) {
                    if (counts.alone(d) == 0) {
                        bySum.add(sums.get(d), d, 0);
                    }
                }
                long first = -1;
                for (LongTriples.Sorted sorted = bySum.sort(); sorted.next(); ) {
                    long d = sorted.second();
                    if (first < 0 || sums.get(first) != sums.get(d)) {
                        first = d;
                    } else if (otherSums.get(first) == otherSums.get(d)) {
                        firsts.set(d, (int) first + 1);
                    }
                }
            }
        }

        /** The first document that equals this one; the document itself if it is the first. */
        int first(int document) {
            return firsts.get(document) == 0 ? document : firsts.get(document) - 1;
        }
    }
}
