package io.whorl.history;

import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import java.io.IOException;

/**
 * The minutiae that the two documents of each id share, which both indexes have. Pairs of families are counted once,
 * however many ids they have in common. One thread at a time.
 */
final class SameIds {
    private final IndexSide older;
    private final IndexSide newer;
    /** For each first document of a family in the old index the index of its first pair. */
    private final ScratchInts starts;
    /** For each pair the first document of the family in the new index; ascending for one family of the old index. */
    private final ScratchInts others;

    private final ScratchInts shared;
    private final ScratchLongs sums;
    private final long pairs;

    SameIds(IndexSide older, IndexSide newer, PairScratch kept, long memory, ScratchSpace space) throws IOException {
        this.older = older;
        this.newer = newer;
        try (LongTriples sorted = new LongTriples(memory, space)) {
            long most = 0;
            for (int d = 0; d < older.documents(); d++) {
                if (older.partner(d) >= 0) {
                    sorted.add(older.first(d), newer.first(older.partner(d)), d);
                    most++;
                }
            }
            sorted.sort();
            starts = kept.cells(older.documents() + 1L);
            others = kept.cells(most);
            shared = kept.cells(most);
            sums = kept.longs(most);
            pairs = read(sorted);
        }
    }

    private long read(LongTriples sorted) throws IOException {
        long n = 0;
        long family = -1;
        while (sorted.next()) {
            boolean repeated = sorted.first() == family && others.get(n - 1) == sorted.second();
            for (; family < sorted.first(); family++) {
                starts.set(family + 1, (int) n);
            }
            if (!repeated) {
                others.set(n++, (int) sorted.second());
            }
        }
        for (; family < older.documents() - 1L; family++) {
            starts.set(family + 1, (int) n);
        }
        starts.set(older.documents(), (int) n);
        return n;
    }

    /** Counts a minutia that both indexes have. Its holders have been read on both sides. */
    void add(int inOlder, int inNewer, long weight) {
        int[] holders = older.holders();
        for (int i = 0; i < inOlder; i++) {
            int end = starts.get(holders[i] + 1L);
            for (int p = starts.get(holders[i]); p < end; p++) {
                if (newer.isHolder(others.get(p), inNewer)) {
                    shared.set(p, shared.get(p) + 1);
                    sums.set(p, sums.get(p) + weight);
                }
            }
        }
    }

    /** The index of the pair of a document of the old index that has a partner. */
    int pair(int document) {
        int family = older.first(document);
        int wanted = newer.first(older.partner(document));
        int low = starts.get(family);
        int high = starts.get(family + 1L) - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (others.get(middle) < wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    int shared(int pair) {
        return shared.get(pair);
    }

    long sum(int pair) {
        return sums.get(pair);
    }

    /** The number of distinct pairs of families. */
    long pairs() {
        return pairs;
    }
}
