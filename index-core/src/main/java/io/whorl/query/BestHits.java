package io.whorl.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the best of many hits; ties go to the smaller ordinal, which is the smaller id. One thread at a time. */
final class BestHits {
    /** A document, what it shares with the query, and its score. */
    record Hit(double score, long document, long shared) {}

    private static final Comparator<Hit> BEST_FIRST = (a, b) -> {
        int byScore = Double.compare(b.score, a.score);
        return byScore != 0 ? byScore : Long.compare(a.document, b.document);
    };

    private final int top;
    private final PriorityQueue<Hit> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());

    BestHits(int top) {
        this.top = top;
    }

    void offer(double score, long document, long shared) {
        if (worstFirst.size() == top) {
            Hit worst = worstFirst.peek();
            if (score < worst.score || score == worst.score && document > worst.document) {
                return;
            }
            worstFirst.poll();
        }
        worstFirst.add(new Hit(score, document, shared));
    }

    boolean full() {
        return worstFirst.size() == top;
    }

    /** The least score kept; only where there is one. */
    double worst() {
        return worstFirst.peek().score;
    }

    List<Hit> sorted() {
        List<Hit> hits = new ArrayList<>(worstFirst);
        hits.sort(BEST_FIRST);
        return hits;
    }
}
