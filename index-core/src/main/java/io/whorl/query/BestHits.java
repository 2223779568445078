package io.whorl.query;

import io.whorl.parts.PartSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** The best hits of one part. One thread at a time. */
final class BestHits {
    private final PartSearch part;
    private final boolean inOrderOfIds;
    private final int top;
    private final PriorityQueue<Hit> worstFirst = new PriorityQueue<>(Hit.BEST_FIRST.reversed());

    BestHits(PartSearch part, int top) {
        this.part = part;
        this.top = top;
        inOrderOfIds = part.inOrderOfIds();
    }

    /** Adds a document; false if it is not among the best so far. */
    boolean offer(double score, long document, long shared) {
        if (worstFirst.size() < top) {
            return worstFirst.add(new Hit(part, score, document, shared));
        }
        Hit worst = worstFirst.peek();
        // Nearly all documents are rejected here, before anything is allocated.
        if (score < worst.score() || inOrderOfIds && score == worst.score() && document > worst.document()) {
            return false;
        }
        Hit hit = new Hit(part, score, document, shared);
        if (Hit.BEST_FIRST.compare(hit, worst) > 0) {
            return false;
        }
        worstFirst.poll();
        return worstFirst.add(hit);
    }

    boolean full() {
        return worstFirst.size() == top;
    }

    /** The lowest score kept. There must be a hit. */
    double worst() {
        return worstFirst.peek().score();
    }

    List<Hit> sorted() {
        List<Hit> hits = new ArrayList<>(worstFirst);
        hits.sort(Hit.BEST_FIRST);
        return hits;
    }
}
