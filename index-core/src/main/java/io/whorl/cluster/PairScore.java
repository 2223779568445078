package io.whorl.cluster;

import io.whorl.cluster.PairTables.PairFamilies;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.parts.PartSearch.SegmentSide;
import io.whorl.score.Comparison;
import io.whorl.score.Frames;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchBits;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import java.io.IOException;
import java.util.Arrays;

/**
 * Scores pairs of documents of a segment. The counters give what two documents share in the lists that make pairs; this
 * adds what they share in other lists, and leaves the same minutiae out of both documents. One thread at a time.
 */
final class PairScore {
    private final PairTables tables;
    private final Measure measure;
    private final Comparison comparison;
    private final PairFamilies families;
    private final OtherLists.Both both;
    private final SegmentSide sideA;
    private final SegmentSide sideB;
    /** The weight of a minutia that makes no pairs is not higher. */
    private final long mostWeight;

    private int first;
    private boolean equal;
    /** Whether minutiae of frames are left out. */
    private boolean withoutFrame;
    /** What the counters give: the shared minutiae of lists that make pairs, and their weight. */
    private long counted;

    private long countedWeight;

    PairScore(PairTables tables) {
        this.tables = tables;
        measure = tables.measure;
        families = tables.families;
        both = tables.others.new Both();
        comparison = Comparison.of(tables.segment.scheme());
        sideA = new SegmentSide(tables.segment);
        sideB = new SegmentSide(tables.segment);
        mostWeight = measure.weighted() ? tables.rarity(1) : 0;
    }

    /** Turns to the pairs within a family. Nothing is left out of equal fingerprints. */
    void within(int family) {
        turn(family, true, sideA.at(family, 0).minutiae(), 0);
    }

    /**
     * Turns to the pairs of the documents of two families.
     *
     * @param inPairs the number of minutiae that they share in lists that make pairs
     * @param weight the weight of these, if the measure is weighted
     * @param least pairs with a lower score need no figures
     * @return false if the score is lower
     */
    boolean across(int a, int b, long inPairs, long weight, double least) {
        turn(a, false, inPairs, weight);
        boolean differ = tables.differ(a, b);
        // Most pairs share too little even if they share all that was not counted.
        long more = Math.min(tables.uncounted(a), tables.uncounted(b));
        boolean framed = tables.frame(a) > 0 && tables.frame(b) > 0;
        if (!differ) {
            counted += more;
            if (more > 0 && measure.weighted()) {
                countedWeight = Math.min(weight + more * mostWeight, Math.min(weight(a), weight(b)));
            }
            double enough = framed ? Frames.leastContent(least) : least;
            if (content(a, b) < enough && (measure.symmetric() || content(b, a) < enough)) {
                return false;
            }
            counted = inPairs;
            countedWeight = weight;
        }
        if (more > 0 || framed || differ) {
            both.read(a, b);
        }
        return true;
    }

    private void turn(int a, boolean same, long inPairs, long weight) {
        first = a;
        equal = same;
        counted = inPairs;
        countedWeight = weight;
        both.clear();
    }

    /** The number of minutiae that the documents share outside of frames. */
    long shared() {
        return counted + both.outside.minutiae[Sums.SHARED];
    }

    /** The score of two documents of the families. */
    double of(int a, int b) {
        double content = content(a, b);
        if (equal || both.frames.minutiae[Sums.SHARED] == 0) {
            return content;
        }
        withoutFrame = false;
        return Frames.score(content, plain(a, b, both.frames));
    }

    private double content(int a, int b) {
        withoutFrame = !equal;
        return plain(a, b, both.none);
    }

    /** @param more what counts besides what is outside of frames */
    private double plain(int a, int b, Sums more) {
        if (!measure.weighted()) {
            comparison.set(shared() + more.minutiae[Sums.SHARED], side(sideA, a), side(sideB, b));
        } else if (equal) {
            comparison.weighing(1, 1);
            comparison.weigh(sideA, sideB, 1, 1);
        } else {
            long sum = countedWeight + both.outside.weights[Sums.SHARED] + more.weights[Sums.SHARED];
            comparison.weighing(1, weight(families.first(a)));
            comparison.weigh(sideA, sideB, sum, weight(families.first(b)));
        }
        return comparison.score(measure);
    }

    private SegmentSide side(SegmentSide side, int document) {
        return side.at(document, equal ? 0 : leftOut(families.first(document)));
    }

    private long leftOut(int document) {
        int only = only(document);
        return tables.template(document)
                + (withoutFrame ? tables.frame(document) : both.frames.minutiae[only])
                + both.outside.minutiae[only];
    }

    private long weight(int document) {
        int only = only(document);
        return tables.weight(document, withoutFrame)
                - (withoutFrame ? 0 : both.frames.weights[only])
                - both.outside.weights[only];
    }

    private int only(int document) {
        return document == first ? Sums.ONLY_A : Sums.ONLY_B;
    }

    /**
     * Compares two documents in full, without frames.
     *
     * @param inBoth the number of minutiae that they share
     */
    Comparison compare(int a, int b, long inBoth) {
        int x = families.first(a);
        int y = families.first(b);
        if (x == y) {
            within(x);
        } else {
            turn(x, false, 0, 0);
            both.read(x, y);
        }
        withoutFrame = x != y;
        comparison.set(inBoth, side(sideA, a), side(sideB, b));
        return comparison;
    }

    /** The smallest number of counted minutiae with which a document can reach a score with this one. */
    long leastCounted(int document, double score) {
        if (measure.weighted() || !measure.symmetric() || tables.series.isPresent()) {
            return 1;
        }
        // Without what may be left out, fewer minutiae are enough.
        double enough = tables.frame(document) > 0 ? Frames.leastContent(score) : score;
        SegmentSide least = sideA.at(document, tables.frame(document));
        long shared = Ranges.first(1, least.minutiae() + 1, n -> comparison.most(measure, n, least) >= enough);
        return Math.max(1, shared - tables.uncounted(document));
    }

    /** Sums of minutiae that two documents hold, in frames or outside of them, and of their weights. */
    private static final class Sums {
        /** The minutiae that count and make no pairs. */
        private static final int SHARED = 0;
        /** The minutiae that are to be left out of A because they are template of B. */
        private static final int ONLY_A = 1;
        /** The minutiae that are to be left out of B because they are template of A. */
        private static final int ONLY_B = 2;

        private final long[] minutiae = new long[3];
        private final long[] weights = new long[3];
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
        /** By list: the number of minutiae, negative if it makes no pairs, and that of documents. */
        private ScratchInts counts;

        private ScratchInts holders;
        private ScratchBits frames;

        private int lists;

        OtherLists(PairTables tables, ScratchArrays kept) throws IOException {
            this.tables = tables;
            chosen = kept.bits(tables.lists.count());
            starts = kept.longs(tables.documents + 1L);
        }

        void add(long place) {
            chosen.add(place);
        }

        /** @param sizes for each document the length of its row; overwritten */
        void fill(ScratchInts sizes, PairTables.Filter filter, ScratchArrays kept) throws IOException {
            long end = 0;
            for (int d = 0; d < tables.documents; d++) {
                starts.set(d, end);
                end += tables.families.isFirst(d) ? sizes.get(d) : 0;
                sizes.set(d, 0);
            }
            starts.set(tables.documents, end);
            rows = kept.cells(end);
            long most = end == 0 ? 0 : chosen.count();
            counts = kept.cells(most);
            holders = kept.cells(most);
            frames = kept.bits(most);
            if (most > 0) {
                tables.lists.forEach((place, list) -> fill(place, list, sizes, filter));
            }
        }

        private void fill(long place, DocumentLists.Cursor list, ScratchInts sizes, PairTables.Filter filter) {
            if (!chosen.contains(place)) {
                return;
            }
            counts.set(lists, tables.count(place));
            holders.set(lists, (int) list.remaining());
            if (tables.isFrame(place)) {
                frames.add(lists);
            }
            filter.open(place);
            while (list.next()) {
                int d = (int) list.document();
                if (tables.families.isFirst(d)) {
                    rows.set(starts.get(d) + sizes.get(d), 2 * lists + (filter.leavesOut(d) ? 1 : 0));
                    sizes.add(d, 1);
                }
            }
            lists++;
        }

        /** What the first documents of two families both hold of these lists. One thread at a time. */
        final class Both {
            private final Sums none = new Sums();
            private final Sums outside = new Sums();
            private final Sums frames = new Sums();
            private boolean filled;

            /** Forgets the documents that were compared last. Most pairs have no such lists. */
            void clear() {
                if (filled) {
                    for (Sums sums : new Sums[] {outside, frames}) {
                        Arrays.fill(sums.minutiae, 0);
                        Arrays.fill(sums.weights, 0);
                    }
                    filled = false;
                }
            }

            void read(int a, int b) {
                clear();
                long i = starts.get(a);
                long j = starts.get(b);
                long endA = starts.get(a + 1L);
                long endB = starts.get(b + 1L);
                while (i < endA && j < endB) {
                    int ofA = rows.get(i);
                    int ofB = rows.get(j);
                    if (ofA >>> 1 == ofB >>> 1) {
                        add(ofA >>> 1, (ofA & 1) != 0, (ofB & 1) != 0);
                    }
                    i += ofA >>> 1 <= ofB >>> 1 ? 1 : 0;
                    j += ofB >>> 1 <= ofA >>> 1 ? 1 : 0;
                }
            }

            private void add(int list, boolean templateOfA, boolean templateOfB) {
                int count = counts.get(list);
                if (templateOfA == templateOfB && (templateOfA || count > 0)) {
                    return;
                }
                filled = true;
                Sums to = OtherLists.this.frames.contains(list) ? frames : outside;
                int kind = templateOfA ? Sums.ONLY_B : templateOfB ? Sums.ONLY_A : Sums.SHARED;
                to.minutiae[kind] += Math.abs(count);
                to.weights[kind] += Math.abs(count) * tables.rarity(holders.get(list));
            }
        }
    }
}
