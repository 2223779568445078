package io.whorl.pairs;

import io.whorl.pairs.PairRuns.PairRecords;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Scores the counted pairs and passes them on: each pair on its own, or one pair for all pairs of families. One thread
 * at a time.
 */
final class PairOffers {
    private final PairRequest request;
    private final PairFamilies families;
    private final PairScore score;
    private final PairSink best;
    private final boolean expanded;
    private final boolean alike;
    private final AtomicLong found;
    private final Optional<Candidates> candidates;

    /**
     * @param found counts the families whose pairs score enough
     * @param candidates the pairs that are counted; without it, all pairs
     */
    PairOffers(
            PairTables tables, PairRequest request, PairSink best, AtomicLong found, Optional<Candidates> candidates) {
        this.candidates = candidates;
        this.request = request;
        this.best = best;
        this.found = found;
        families = tables.families();
        score = tables.score();
        alike = tables.alike();
        expanded = request.expanded() || !alike;
    }

    /** False if the pairs of this document with documents before it need not be counted. */
    boolean wants(int document) {
        return best.wants(document)
                && (candidates.isEmpty()
                        || candidates.get().has(document)
                        // Its family is a pair in any case.
                        || families.size(document) > 1);
    }

    /** False if a pair need not be scored. */
    boolean wants(int other, int document) {
        return best.wants(other, document)
                && (candidates.isEmpty() || candidates.get().contains(document, other));
    }

    /** The smallest number of counted minutiae with which a pair of this document can score enough. */
    long leastCounted(int document) {
        return score.leastCounted(document, leastScore());
    }

    private double leastScore() {
        return Math.max(request.minScore(), best.leastScore());
    }

    /** Offers one pair for a family, or all its pairs. */
    void within(int first) {
        int second = families.after(first);
        score.within(first);
        double value = score.of(first, second);
        if (value >= request.minScore()) {
            found.incrementAndGet();
        }
        if (!expanded) {
            offer(first, second, value, score.shared() | PairRecords.FAMILY);
            return;
        }
        for (int a = first; a >= 0; a = families.after(a)) {
            if (isLast(a, families.after(a))) {
                return;
            }
        }
    }

    /**
     * Offers the pair of the first documents of two families, or all pairs with a document of each.
     *
     * @param counted the number of minutiae that they share in lists that make pairs
     * @param weight the weight of these, if the measure is weighted
     */
    void across(int firstA, int firstB, int counted, long weight) {
        if (!score.across(firstA, firstB, counted, weight, leastScore())) {
            return;
        }
        if (!expanded) {
            offerBoth(firstA, firstB);
            return;
        }
        for (int a = firstA; a >= 0; a = families.after(a)) {
            if (isLast(a, firstB)) {
                return;
            }
        }
    }

    /**
     * Offers the pairs of a document with the documents of a family from a given one on. They all have the same score,
     * and ties are ordered by ordinal. So if one pair is left out, all later pairs would be, and the rest of the family
     * is skipped.
     *
     * @return true if the first pair was left out, so that no later document need be tried
     */
    private boolean isLast(int a, int from) {
        for (int b = from; b >= 0; b = families.after(b)) {
            if (!offerBoth(Math.min(a, b), Math.max(a, b)) && alike) {
                return b == from;
            }
        }
        return false;
    }

    private boolean offerBoth(int a, int b) {
        boolean kept = offer(a, b, score.of(a, b), score.shared());
        return !request.measure().symmetric() && offer(b, a, score.of(b, a), score.shared()) || kept;
    }

    private boolean offer(int a, int b, double value, long rest) {
        return value >= request.minScore() && best.offer(value, a, b, rest);
    }
}
