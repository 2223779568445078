package io.whorl.query;

import io.whorl.score.TermWeights;
import java.util.Arrays;

/**
 * What some of a query's minutiae, held by the same documents equally often, add to each document's sum. Worked out
 * once for each small frequency, as most are. One thread at a time.
 */
final class MemberWeights {
    private static final int SMALL = 64;
    private static final long UNKNOWN = -1;

    private final TermWeights weights;
    private final long[] small = new long[SMALL];
    private int[] members = {};
    private int from;
    private int to;

    MemberWeights(TermWeights weights) {
        this.weights = weights;
    }

    /** Turns to other minutiae: those whose places in the query stand here. */
    void open(int[] places, int begin, int end) {
        members = places;
        from = begin;
        to = end;
        Arrays.fill(small, UNKNOWN);
    }

    /** How many minutiae there are. */
    int count() {
        return to - from;
    }

    /** What they add where a document holds each so often. */
    long of(long frequency) {
        if (frequency >= 0 && frequency < SMALL && small[(int) frequency] != UNKNOWN) {
            return small[(int) frequency];
        }
        return workedOut(frequency);
    }

    private long workedOut(long frequency) {
        if (frequency < 1 || frequency > Integer.MAX_VALUE) {
            throw new IndexOutOfBoundsException("a document is said to hold a minutia " + frequency + " times");
        }
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += weights.of(members[i], frequency);
        }
        if (frequency < SMALL) {
            small[(int) frequency] = sum;
        }
        return sum;
    }
}
