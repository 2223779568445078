package io.whorl.pairs;

import io.whorl.store.Families;
import io.whorl.store.ScratchInts;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Optional;

/**
 * The documents of equal fingerprints: those that share postings in the segment, and those that are in the same lists.
 * The first of each family stands for it. Immutable and thread-safe.
 */
final class PairFamilies {
    /** For each document the first of its family and 1; 0 where it is the first. */
    private final ScratchInts first;
    /** For each document the next of its family, which is never 0; 0 after the last. */
    private final ScratchInts next;
    /** For the first of a family how many more there are. */
    private final ScratchInts more;

    private PairFamilies(long documents, PairScratch scratch) throws IOException {
        first = scratch.cells(documents);
        next = scratch.cells(documents);
        more = scratch.cells(documents);
    }

    /** @param equal also finds those that share no postings; where it is absent, only those that do are families */
    static PairFamilies of(Segment segment, Optional<EqualFingerprints> equal, PairScratch scratch) throws IOException {
        int documents = (int) segment.counts().documents();
        PairFamilies families = new PairFamilies(documents, scratch);
        for (int d = 0; d < documents; d++) {
            if (families.isFirst(d) && segment.documents().minutiae(d) > 0) {
                families.join(equal.isPresent() ? equal.get().first(d) : d, d, segment.families());
            }
        }
        // From the last on, so that each family's documents are linked in ascending order.
        for (int d = documents - 1; d >= 0; d--) {
            families.link(d);
        }
        return families;
    }

    /** Puts a document, and those that share its postings, into a family. */
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

    boolean isFirst(int document) {
        return first.get(document) == 0;
    }

    /** The first of the family. */
    int first(int document) {
        int said = first.get(document);
        return said == 0 ? document : said - 1;
    }

    /** Documents of the family that this one is the first of. */
    int size(int document) {
        return more.get(document) + 1;
    }

    /** The next of the family, or −1 after the last. */
    int after(int document) {
        int after = next.get(document);
        return after == 0 ? -1 : after;
    }
}
