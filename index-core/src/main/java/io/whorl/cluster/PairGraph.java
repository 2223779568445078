package io.whorl.cluster;

import io.whorl.measure.Measure;
import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.IOException;

/**
 * The graph of all pairs that reach the threshold. Its vertices are units: a family of documents of equal fingerprints,
 * named by its first document, or a single document. One thread at a time.
 */
final class PairGraph {
    final PairSearch pairs;
    final int documents;
    final Measure measure;
    /** For each unit the most similar other unit. */
    final Links nearest;

    private final double minScore;
    /** For each document 1 plus another of its component that leads to the root; 0 for a root. */
    private final ScratchInts parents;
    /** For each unit the sum of the scores of other documents with it. */
    private final ScratchLongs sums;
    /** For each unit the number of other documents whose score with it reaches the threshold. */
    private final ScratchInts direct;

    PairGraph(PairSearch pairs, double minScore, PairScratch kept) throws IOException {
        this.pairs = pairs;
        this.minScore = minScore;
        documents = pairs.tables.documents;
        measure = pairs.tables.measure;
        parents = kept.cells(documents);
        direct = kept.cells(documents);
        nearest = new Links(documents, kept);
        sums = kept.longs(documents);
        forEachDirection((unit, to, score) -> {
            join(unit, to);
            link(unit, to, score);
        });
    }

    /** Receives pairs of units. */
    interface Visitor {
        void pair(int a, int b, double score) throws IOException;
    }

    /** Reads all pairs of units, best first. */
    void forEachPair(Visitor visitor) throws IOException {
        for (PairSearch.Reader pair = pairs.read(); pair.nextAcross(); ) {
            visitor.pair(pair.a(), pair.b(), pair.score());
        }
    }

    /** Reads all pairs of units, best first: a unit and one with which it scores enough. */
    void forEachDirection(Visitor visitor) throws IOException {
        forEachPair((a, b, score) -> {
            visitor.pair(a, b, score);
            if (measure.symmetric()) {
                visitor.pair(b, a, score);
            }
        });
    }

    private void link(int unit, int to, double score) {
        int size = size(unit);
        direct.add(to, size);
        sums.set(to, Double.doubleToLongBits(sum(to) + size * score));
        // Pairs come in descending order of scores.
        if (!nearest.has(unit)) {
            nearest.set(unit, to, score);
        }
    }

    /** Joins the components of two documents by union-find (BGMZ 4). */
    private void join(int a, int b) {
        int x = root(a);
        int y = root(b);
        if (x != y) {
            parents.set(Math.max(x, y), Math.min(x, y) + 1);
        }
    }

    /** The document that stands for the connected component of a document. */
    int root(int document) {
        int at = document;
        for (int parent = parents.get(at); parent != 0; parent = parents.get(at)) {
            int above = parents.get(parent - 1);
            if (above != 0) {
                // Halves the path, so that later calls are short.
                parents.set(at, above);
            }
            at = parent - 1;
        }
        return at;
    }

    int unit(int document) {
        return pairs.tables.alike ? pairs.tables.families.first(document) : document;
    }

    /** The number of documents of a unit that are joined. */
    int size(int unit) {
        return pairs.tables.alike && self(unit) >= minScore ? pairs.tables.families.size(unit) : 1;
    }

    /** True if a document is joined to its unit: a family that is not joined has its first document only. */
    boolean isJoined(int document) {
        int unit = unit(document);
        return document == unit || size(unit) > 1;
    }

    /** The score of a document with itself. */
    double self(int document) {
        return measure == Measure.SHARED ? pairs.reading(() -> pairs.minutiae(document)) : 1;
    }

    /** True if a document stands for a unit that has a pair, or for a family. */
    boolean isRanked(int document) {
        return unit(document) == document && (size(document) > 1 || nearest.has(document) || direct(document) > 0);
    }

    double sum(int unit) {
        return Double.longBitsToDouble(sums.get(unit));
    }

    int direct(int unit) {
        return direct.get(unit);
    }

    /** For each document the document that it is linked to, and their score. One thread at a time. */
    static final class Links {
        /** For each document 1 plus the other one; 0 if it is not linked. */
        private final ScratchInts others;

        private final ScratchLongs scores;

        Links(int documents, PairScratch kept) throws IOException {
            others = kept.cells(documents);
            scores = kept.longs(documents);
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
}
