package io.whorl.pairs;

import io.whorl.store.Families;
import io.whorl.store.ScratchInts;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Optional;

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
            more.set(head, more.get(head) + 1);
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

    /** The next document of the family, or −1 after the last. */
    public int after(int document) {
        int after = next.get(document);
        return after == 0 ? -1 : after;
    }
}
