package io.whorl.cluster;

import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchInts;
import java.io.IOException;

/** The connected components of the graph of all pairs, by union-find (BGMZ 4). One thread at a time. */
final class Components {
    /** For each document 1 plus another of its component that leads to the root; 0 for a root. */
    private final ScratchInts parents;

    Components(int documents, PairScratch scratch) throws IOException {
        parents = scratch.cells(documents);
    }

    /** The document that stands for the component of a document. */
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

    /** Joins the components of two documents. */
    void join(int a, int b) {
        int x = root(a);
        int y = root(b);
        if (x != y) {
            parents.set(Math.max(x, y), Math.min(x, y) + 1);
        }
    }
}
