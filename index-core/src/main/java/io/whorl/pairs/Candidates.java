package io.whorl.pairs;

import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.IOException;

/** The pairs of documents that are worth counting. Thread-safe after construction. */
final class Candidates {
    /** For each document the start of its documents before it. */
    private final ScratchLongs starts;

    private final ScratchInts others;
    private final long pairs;
    private final long ignored;
    private final long tooShort;

    /**
     * @param sorted pairs by their second document, then by their first; pairs may repeat
     * @param most the number of pairs, with repeats
     * @param ignored super shingles that were ignored because too many documents have them
     * @param tooShort documents with too few minutiae for a super shingle
     */
    Candidates(LongTriples sorted, long most, int documents, long ignored, long tooShort, PairScratch kept)
            throws IOException {
        starts = kept.longs(documents + 1L);
        others = kept.cells(most);
        this.ignored = ignored;
        this.tooShort = tooShort;
        long n = 0;
        long document = 0;
        long other = -1;
        while (sorted.next()) {
            if (sorted.first() != document) {
                while (document < sorted.first()) {
                    starts.set(++document, n);
                }
                other = -1;
            }
            if (sorted.second() != other) {
                other = sorted.second();
                others.set(n++, (int) other);
            }
        }
        while (document < documents) {
            starts.set(++document, n);
        }
        pairs = n;
    }

    /** True if a document is in a pair with a document before it. */
    boolean has(int document) {
        return starts.get(document) < starts.get(document + 1L);
    }

    /** True if a document is in a pair with this one before it. */
    boolean contains(int document, int other) {
        long low = starts.get(document);
        long high = starts.get(document + 1L);
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (others.get(middle) < other) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < starts.get(document + 1L) && others.get(low) == other;
    }

    long pairs() {
        return pairs;
    }

    long ignored() {
        return ignored;
    }

    long tooShort() {
        return tooShort;
    }
}
