package io.whorl.query;

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

    PairCounter(Segment segment, SharedLists lists, PairsOptions options) {
        this.lists = lists;
        this.options = options;
        score = new PairScore(segment, options.measure());
        best = new BestPairs(options.top());
        shared = new int[Math.toIntExact(segment.counts().documents())];
        touched = new int[shared.length];
    }

    void count(int a) {
        int n = 0;
        for (int at = lists.startOf(a); at < lists.endOf(a); at++) {
            int list = lists.listAt(at);
            int minutiae = lists.minutiae(list);
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
            }
        }
        for (int i = 0; i < n; i++) {
            int b = touched[i];
            offer(a, b, shared[b]);
            if (!options.measure().symmetric()) {
                offer(b, a, shared[b]);
            }
            shared[b] = 0;
        }
    }

    private void offer(int a, int b, int count) {
        double value = score.of(a, b, count);
        if (value >= options.minScore()) {
            best.offer(value, a, b, count);
        }
    }

    BestPairs best() {
        return best;
    }
}
