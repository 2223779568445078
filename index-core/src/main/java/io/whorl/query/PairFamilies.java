package io.whorl.query;

import io.whorl.store.Families;
import io.whorl.store.Segment;

/**
 * Offers what was counted of two documents for all pairs of those that share their postings. One thread at a time.
 */
final class PairFamilies {
    /** Takes a pair in whichever orders the measure asks for; says whether one of them is among the best so far. */
    interface Target {
        boolean offer(int a, int b, int shared, long sum);
    }

    private final Families families;
    /** Minutiae that each document holds alone, which no list tells of. */
    private final int[] alone;
    private final boolean alike;
    private final Target target;

    PairFamilies(Segment segment, int[] alone, Target target) {
        families = segment.families();
        this.alone = alone;
        this.target = target;
        // There a size depends on words, in which aliases differ.
        alike = !segment.scheme().selection().name().equals("mod-by-size");
    }

    boolean isEmpty() {
        return families.isEmpty();
    }

    /** Minutiae that a document, and with it its aliases, holds in no list. */
    int alone(int document) {
        return isEmpty() ? 0 : alone[document];
    }

    /** Every alias beside every other and the first itself. */
    void within(int first, int shared, long sum) {
        for (int a = first; a >= 0; a = after(first, a)) {
            if (isLast(first, a, after(first, a), shared, sum)) {
                return;
            }
        }
    }

    /** Every member of one family beside every one of another. */
    void across(int firstA, int firstB, int shared, long sum) {
        for (int a = firstA; a >= 0; a = after(firstA, a)) {
            if (isLast(firstB, a, firstB, shared, sum)) {
                return;
            }
        }
    }

    /**
     * Offers a document beside the members of a family from one of them on. All score the same, and ties go by ordinals: once
     * one is turned away all after it would be, so that a family of thousands is not gone through for nothing.
     *
     * @return whether the first was, so that no later document need be tried
     */
    private boolean isLast(int firstB, int a, int from, int shared, long sum) {
        for (int b = from; b >= 0; b = after(firstB, b)) {
            if (!target.offer(Math.min(a, b), Math.max(a, b), shared, sum) && alike) {
                return b == from;
            }
        }
        return false;
    }

    private int after(int first, int member) {
        return (int) families.after(first, member);
    }
}
