package io.whorl.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the best of many pairs; ties by the first ordinal, then the second. One thread at a time. */
final class BestPairs {
    /** Two documents, what they share, and their score. */
    record Hit(double score, int a, int b, int shared) {}

    private static final Comparator<Hit> BEST_FIRST =
            Comparator.comparingDouble(Hit::score).reversed().thenComparingInt(Hit::a).thenComparingInt(Hit::b);

    private final int top;
    private final PriorityQueue<Hit> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());

    BestPairs(int top) {
        this.top = top;
    }

    /** Whether it is among the best so far. */
    boolean offer(double score, int a, int b, int shared) {
        return add(new Hit(score, a, b, shared));
    }

    void addAll(BestPairs others) {
        others.worstFirst.forEach(this::add);
    }

    private boolean add(Hit hit) {
        worstFirst.add(hit);
        return worstFirst.size() <= top || worstFirst.poll() != hit;
    }

    List<Hit> sorted() {
        List<Hit> hits = new ArrayList<>(worstFirst);
        hits.sort(BEST_FIRST);
        return hits;
    }
}
