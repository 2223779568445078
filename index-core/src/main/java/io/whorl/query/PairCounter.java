package io.whorl.query;

import io.whorl.measure.TermWeights;
import io.whorl.store.DocumentLists;
import io.whorl.store.Segment;

/** Counts what one document after another shares with the documents after it. One thread at a time. */
final class PairCounter {
    private final SharedLists lists;
    private final PairsOptions options;
    private final PairScore score;
    private final BestPairs best;
    private final int[] shared;
    private final int[] touched;
    private final boolean weighted;
    /** What the shared minutiae weigh; empty where the measure does not ask. */
    private final long[] sums;
    private final PairFamilies families;

    /**
     * @param alone minutiae that each document holds alone; asked for where documents share postings
     * @param documentWeights see {@link PairScore}
     */
    PairCounter(Segment segment, SharedLists lists, PairsOptions options, int[] alone, long[] documentWeights) {
        this.lists = lists;
        this.options = options;
        score = new PairScore(segment, options.measure(), documentWeights);
        best = new BestPairs(options.top());
        shared = new int[Math.toIntExact(segment.counts().documents())];
        touched = new int[shared.length];
        weighted = options.measure().weighted();
        sums = new long[weighted ? shared.length : 0];
        families = new PairFamilies(segment, alone, this::offer);
    }

    void count(int a) {
        int n = 0;
        int own = families.alone(a);
        long ownSum = weighted ? own * TermWeights.rarity(shared.length, 1) : 0;
        for (int at = lists.startOf(a); at < lists.endOf(a); at++) {
            int list = lists.listAt(at);
            int minutiae = lists.minutiae(list);
            long weight = weighted ? minutiae * TermWeights.rarity(shared.length, lists.holders(list)) : 0;
            own += minutiae;
            ownSum += weight;
            DocumentLists.Cursor cursor = lists.cursor(list);
            while (cursor.next()) {
                int b = (int) cursor.document();
                if (b <= a) {
                    continue;
                }
                if (shared[b] == 0) {
                    touched[n++] = b;
                }
                shared[b] += minutiae;
                if (weighted) {
                    sums[b] += weight;
                }
            }
        }
        if (own > 0 && !families.isEmpty()) {
            families.within(a, own, ownSum);
        }
        for (int i = 0; i < n; i++) {
            int b = touched[i];
            long sum = weighted ? sums[b] : 0;
            if (families.isEmpty()) {
                offer(a, b, shared[b], sum);
            } else {
                families.across(a, b, shared[b], sum);
            }
            shared[b] = 0;
            if (weighted) {
                sums[b] = 0;
            }
        }
    }

    private boolean offer(int a, int b, int count, long sum) {
        boolean kept = offerOrdered(a, b, count, sum);
        return !options.measure().symmetric() && offerOrdered(b, a, count, sum) || kept;
    }

    private boolean offerOrdered(int a, int b, int count, long sum) {
        double value = score.of(a, b, count, sum);
        return value >= options.minScore() && best.offer(value, a, b, count);
    }

    BestPairs best() {
        return best;
    }
}
