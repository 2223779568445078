package io.whorl.pairs;

import io.whorl.measure.Measure;
import io.whorl.score.Comparison;

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
    private final PairSide sideA;
    private final PairSide sideB;
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
        families = tables.families();
        leftOut = tables.leftOut();
        both = leftOut.others().both();
        comparison = Comparison.of(tables.segment().scheme());
        sideA = new PairSide(tables.segment());
        sideB = new PairSide(tables.segment());
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
            shared = counted + both.shared();
            sum = weight + both.sharedWeight();
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

    private PairSide side(PairSide side, int document) {
        return side.at(document, equal ? 0 : leftOut(families.first(document)));
    }

    private long leftOut(int document) {
        return leftOut.template(document)
                + (withoutCommon ? leftOut.common(document) : 0)
                + (document == first ? both.onlyA() : both.onlyB());
    }

    private long weight(int document) {
        return tables.weight(document, withoutCommon) - (document == first ? both.onlyAWeight() : both.onlyBWeight());
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
        PairSide least = sideA.at(document, leftOut.common(document));
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
}
