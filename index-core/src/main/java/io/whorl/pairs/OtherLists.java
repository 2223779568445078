package io.whorl.pairs;

import io.whorl.score.TermWeights;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import java.io.IOException;

/**
 * The lists that make no pairs, because too many documents hold them, and those that are template of some of their
 * documents only. For each document it has the numbers of these lists in ascending order. So a pair is compared by
 * merging two rows, however many documents hold the lists. Thread-safe after {@link #fill}.
 */
final class OtherLists {
    private final Segment segment;
    private final ListCounts counts;
    private final PairFamilies families;
    private final ScratchBits chosen;
    /** For each document the start of its row; one more for the end. */
    private final ScratchLongs starts;
    /** Twice the number of a list, plus 1 if the list is template of the document. */
    private ScratchInts rows;
    /** By list: the number of minutiae, and of documents. */
    private ScratchInts minutiae;

    private ScratchInts holders;
    /** The lists that make no pairs. */
    private ScratchBits ignored;
    /** The lists of common minutiae. */
    private ScratchBits common;

    private int lists;

    OtherLists(Segment segment, ListCounts counts, PairFamilies families, PairScratch kept) throws IOException {
        this.segment = segment;
        this.counts = counts;
        this.families = families;
        chosen = kept.bits(counts.numbers());
        starts = kept.longs(segment.counts().documents() + 1);
    }

    /** Adds the list at a place. */
    void add(long place) {
        chosen.add(counts.number(place));
    }

    /** @param sizes for each document the length of its row; overwritten */
    void fill(ScratchInts sizes, LeftOut leftOut, PairScratch kept) throws IOException {
        long documents = segment.counts().documents();
        long end = 0;
        for (int d = 0; d < documents; d++) {
            starts.set(d, end);
            end += families.isFirst(d) ? sizes.get(d) : 0;
            sizes.set(d, 0);
        }
        starts.set(documents, end);
        rows = kept.cells(end);
        long most = end == 0 ? 0 : chosen.count();
        minutiae = kept.cells(most);
        holders = kept.cells(most);
        ignored = kept.bits(most);
        common = kept.bits(most);
        if (end == 0) {
            return;
        }
        LeftOut.Filter filter = leftOut.filter();
        ListWalk.forEach(segment.lists(), (place, list) -> {
            if (!chosen.contains(counts.number(place))) {
                return;
            }
            minutiae.set(lists, counts.minutiae(place));
            if (counts.isIgnored(place)) {
                ignored.add(lists);
            }
            holders.set(lists, (int) list.left());
            filter.open(place);
            if (filter.isCommon()) {
                common.add(lists);
            }
            while (list.next()) {
                int d = (int) list.document();
                boolean template = filter.isTemplateOf(d);
                if (families.isFirst(d) && (template || !filter.leavesOut(d))) {
                    int n = sizes.get(d);
                    sizes.set(d, n + 1);
                    rows.set(starts.get(d) + n, 2 * lists + (template ? 1 : 0));
                }
            }
            lists++;
        });
    }

    /** Creates a reader for one thread. */
    Both both() {
        return new Both();
    }

    /** What the first documents of two families both hold of these lists. One thread at a time. */
    final class Both {
        private final long documents = segment.counts().documents();
        private long shared;
        private long sharedWeight;
        private long onlyA;
        private long onlyAWeight;
        private long onlyB;
        private long onlyBWeight;

        /** Forgets the documents that were compared last. */
        void clear() {
            shared = 0;
            sharedWeight = 0;
            onlyA = 0;
            onlyAWeight = 0;
            onlyB = 0;
            onlyBWeight = 0;
        }

        /**
         * Compares two documents.
         *
         * @param withoutCommon whether common minutiae are left out of both, and counted elsewhere
         */
        void read(int a, int b, boolean withoutCommon) {
            clear();
            long i = starts.get(a);
            long j = starts.get(b);
            long endA = starts.get(a + 1L);
            long endB = starts.get(b + 1L);
            while (i < endA && j < endB) {
                int ofA = rows.get(i);
                int ofB = rows.get(j);
                if (ofA >>> 1 == ofB >>> 1 && !(withoutCommon && common.contains(ofA >>> 1))) {
                    add(ofA >>> 1, (ofA & 1) != 0, (ofB & 1) != 0);
                }
                i += ofA >>> 1 <= ofB >>> 1 ? 1 : 0;
                j += ofB >>> 1 <= ofA >>> 1 ? 1 : 0;
            }
        }

        private void add(int list, boolean templateOfA, boolean templateOfB) {
            if (templateOfA == templateOfB && (templateOfA || !ignored.contains(list))) {
                return;
            }
            int n = minutiae.get(list);
            long weight = n * TermWeights.rarity(documents, holders.get(list));
            if (templateOfA) {
                onlyB += n;
                onlyBWeight += weight;
            } else if (templateOfB) {
                onlyA += n;
                onlyAWeight += weight;
            } else {
                shared += n;
                sharedWeight += weight;
            }
        }

        /** The minutiae that count and make no pairs. */
        long shared() {
            return shared;
        }

        long sharedWeight() {
            return sharedWeight;
        }

        /** The minutiae that are to be left out of A because they are template of B. */
        long onlyA() {
            return onlyA;
        }

        long onlyAWeight() {
            return onlyAWeight;
        }

        /** The minutiae that are to be left out of B because they are template of A. */
        long onlyB() {
            return onlyB;
        }

        long onlyBWeight() {
            return onlyBWeight;
        }
    }
}
