package io.whorl.parts;

import io.whorl.score.TermWeights;
import java.util.Arrays;

/**
 * What a group of the query's minutiae, which the same documents hold equally often, adds to the sum of each document.
 * It is calculated once for each small frequency, because most frequencies are small. One thread at a time.
 */
final class GroupWeight {
    private static final int SMALL = 64;
    private static final long UNKNOWN = -1;

    private final TermWeights weights;
    private final long[] small = new long[SMALL];
    private int[] members = {};
    private int from;
    private int to;

    GroupWeight(TermWeights weights) {
        this.weights = weights;
    }

    /** Turns to the group of the minutiae whose indices in the query are {@code indices[begin..end)}. */
    void open(int[] indices, int begin, int end) {
        members = indices;
        from = begin;
        to = end;
        Arrays.fill(small, UNKNOWN);
    }

    /** What the group adds to a document that holds each of its minutiae so often. */
    long of(long frequency) {
        if (frequency >= 0 && frequency < SMALL && small[(int) frequency] != UNKNOWN) {
            return small[(int) frequency];
        }
        return calculate(frequency);
    }

    private long calculate(long frequency) {
        if (frequency < 1 || frequency > Integer.MAX_VALUE) {
            throw new IndexOutOfBoundsException(
                    "frequency is " + frequency + "; it must be from 1 to " + Integer.MAX_VALUE);
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
