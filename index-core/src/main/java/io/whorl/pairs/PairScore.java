package io.whorl.pairs;

import io.whorl.measure.Measure;
import io.whorl.pairs.ListCounts.ListWalk;
import io.whorl.parts.SegmentSide;
import io.whorl.score.Comparison;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.IOException;

/**
 * Scores pairs of documents of a segment. The counters give what two documents share in the lists that make pairs; this
 * adds what they share in other lists, and leaves the same minutiae out of both documents. One thread at a time.
 */
final class PairScore {
    private final PairTables tables;
    private final Measure measure;
    private final Comparison comparison;
    private final PairFamilies families;
    private final LeftOut leftOut;
    private final OtherLists.Both both;
    private final SegmentSide sideA;
    private final SegmentSide sideB;
    /** The weight of a minutia that makes no pairs is not higher. */
    private final long mostWeight;

    /** The document of the last pairs, of which many follow one another. */
    private int row = -1;

    private int rowUncounted;
    private boolean rowWithoutCommon;

    private int first;
    private boolean equal;
    private boolean withoutCommon;
    private long shared;
    private long sum;

    PairScore(PairTables tables, Measure measure) {
        this.tables = tables;
        this.measure = measure;
        families = tables.families;
        leftOut = tables.leftOut;
        both = leftOut.others.new Both();
        comparison = Comparison.of(tables.segment.scheme());
        sideA = new SegmentSide(tables.segment);
        sideB = new SegmentSide(tables.segment);
        mostWeight = measure.weighted() ? tables.rarity(1) : 0;
    }

    /** Turns to the pairs within a family. Nothing is left out of equal fingerprints. */
    void within(int family) {
        first = family;
        equal = true;
        shared = sideA.at(family, 0).minutiae();
    }

    /**
     * Turns to the pairs of the documents of two families.
     *
     * @param counted the number of minutiae that they share in lists that make pairs
     * @param weight the weight of these, if the measure is weighted
     * @param least pairs with a lower score need no figures
     * @return false if the score is lower
     */
    boolean across(int a, int b, long counted, long weight, double least) {
        turn(a, b);
        boolean differ = leftOut.differ(a, b);
        // Most pairs share too little even if they share all that was not counted.
        long more = rowUncounted == 0 ? 0 : Math.min(rowUncounted, leftOut.uncounted(a));
        shared = counted + more;
        sum = weight;
        if (more > 0 && measure.weighted()) {
            sum = Math.min(weight + more * mostWeight, Math.min(weight(a), weight(b)));
        }
        if (!differ && of(a, b) < least && (measure.symmetric() || of(b, a) < least)) {
            return false;
        }
        if (more > 0 || differ) {
            both.read(a, b, withoutCommon);
            shared = counted + both.shared;
            sum = weight + both.sharedWeight;
        }
        return true;
    }

    private void turn(int a, int b) {
        if (b != row) {
            row = b;
            rowUncounted = leftOut.uncounted(b);
            rowWithoutCommon = leftOut.leavesCommonOut(b);
        }
        first = a;
        equal = false;
        withoutCommon = rowWithoutCommon || leftOut.leavesCommonOut(a);
        both.clear();
    }

    /** The number of minutiae that the documents share. */
    long shared() {
        return shared;
    }

    /** The score of two documents of the families. */
    double of(int a, int b) {
        if (!measure.weighted()) {
            comparison.set(shared, side(sideA, a), side(sideB, b));
        } else if (equal) {
            comparison.weighing(1, 1);
            comparison.weigh(sideA, sideB, 1, 1);
        } else {
            comparison.weighing(1, weight(families.first(a)));
            comparison.weigh(sideA, sideB, sum, weight(families.first(b)));
        }
        return comparison.score(measure);
    }

    private SegmentSide side(SegmentSide side, int document) {
        return side.at(document, equal ? 0 : leftOut(families.first(document)));
    }

    private long leftOut(int document) {
        return leftOut.template(document)
                + (withoutCommon ? leftOut.common(document) : 0)
                + (document == first ? both.onlyA : both.onlyB);
    }

    private long weight(int document) {
        return tables.weight(document, withoutCommon) - (document == first ? both.onlyAWeight : both.onlyBWeight);
    }

    /**
     * Compares two documents in full.
     *
     * @param inBoth the number of minutiae that they share
     */
    Comparison compare(int a, int b, long inBoth) {
        int x = families.first(a);
        int y = families.first(b);
        if (x == y) {
            within(x);
        } else {
            turn(x, y);
            both.read(x, y, withoutCommon);
        }
        comparison.set(inBoth, side(sideA, a), side(sideB, b));
        return comparison;
    }

    /** The smallest number of counted minutiae with which a document can reach a score with this one. */
    long leastCounted(int document, double score) {
        if (measure.weighted() || !measure.symmetric() || leftOut.hasTemplates()) {
            return 1;
        }
        // Without what may be left out, fewer minutiae are enough.
        SegmentSide least = sideA.at(document, leftOut.common(document));
        long low = 1;
        long high = least.minutiae() + 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (comparison.most(measure, middle, least) >= score) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return Math.max(1, low - leftOut.uncounted(document));
    }

    /**
     * The lists that make no pairs, because too many documents hold them, and those that are template of some of their
     * documents only. For each document it has the numbers of these lists in ascending order. So a pair is compared by
     * merging two rows, however many documents hold the lists. Thread-safe after {@link #fill}.
     */
    static final class OtherLists {
        private final PairTables tables;
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

        OtherLists(PairTables tables, PairScratch kept) throws IOException {
            this.tables = tables;
            chosen = kept.bits(tables.counts.numbers());
            starts = kept.longs(tables.documents + 1L);
        }

        void add(long place) {
            chosen.add(tables.counts.number(place));
        }

        /** @param sizes for each document the length of its row; overwritten */
        void fill(ScratchInts sizes, LeftOut.Filter filter, PairScratch kept) throws IOException {
            long end = 0;
            for (int d = 0; d < tables.documents; d++) {
                starts.set(d, end);
                end += tables.families.isFirst(d) ? sizes.get(d) : 0;
                sizes.set(d, 0);
            }
            starts.set(tables.documents, end);
            rows = kept.cells(end);
            long most = end == 0 ? 0 : chosen.count();
            minutiae = kept.cells(most);
            holders = kept.cells(most);
            ignored = kept.bits(most);
            common = kept.bits(most);
            if (most > 0) {
                ListWalk.forEach(tables.segment.lists(), (place, list) -> fill(place, list, sizes, filter));
            }
        }

        private void fill(long place, DocumentLists.Cursor list, ScratchInts sizes, LeftOut.Filter filter) {
            if (!chosen.contains(tables.counts.number(place))) {
                return;
            }
            minutiae.set(lists, tables.counts.minutiae(place));
            if (tables.counts.isIgnored(place)) {
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
                if (tables.families.isFirst(d) && (template || !filter.leavesOut(d))) {
                    rows.set(starts.get(d) + sizes.get(d), 2 * lists + (template ? 1 : 0));
                    sizes.add(d, 1);
                }
            }
            lists++;
        }

        /** What the first documents of two families both hold of these lists. One thread at a time. */
        final class Both {
            /** The minutiae that count and make no pairs. */
            private long shared;

            private long sharedWeight;
            /** The minutiae that are to be left out of A because they are template of B. */
            private long onlyA;

            private long onlyAWeight;
            /** The minutiae that are to be left out of B because they are template of A. */
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
                long weight = n * tables.rarity(holders.get(list));
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
        }
    }
}
