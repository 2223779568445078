package io.whorl.cluster;

import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.IOException;

/** For each document the document that it is linked to, and their score. One thread at a time. */
final class Links {
    /** For each document 1 plus the other one; 0 if it is not linked. */
    private final ScratchInts others;

    private final ScratchLongs scores;

    Links(int documents, PairScratch scratch) throws IOException {
        others = scratch.cells(documents);
        scores = scratch.longs(documents);
    }

    void set(int document, int other, double score) {
        others.set(document, other + 1);
        scores.set(document, Double.doubleToLongBits(score));
    }

    boolean has(int document) {
        return others.get(document) != 0;
    }

    /** The document that a linked document is linked to. */
    int other(int document) {
        return others.get(document) - 1;
    }

    double score(int document) {
        return Double.longBitsToDouble(scores.get(document));
    }
}
