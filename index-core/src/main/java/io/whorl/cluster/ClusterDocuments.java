package io.whorl.cluster;

import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchInts;
import java.io.IOException;
import java.util.function.IntUnaryOperator;

/** The documents of all clusters: of each the one that stands for it, then the others in order. Immutable. */
final class ClusterDocuments {
    /** For each cluster the index of its first document in {@link #documents}. */
    private final ScratchInts starts;
    /** Cluster by cluster. */
    private final ScratchInts documents;

    /** @param firsts gives for each cluster the document that stands for it, one of its representative unit */
    ClusterDocuments(PairGraph graph, ClusterOrder order, IntUnaryOperator firsts, PairScratch kept)
            throws IOException {
        starts = kept.cells(order.clusters() + 1L);
        documents = kept.cells(order.clustered());
        ScratchInts next = kept.cells(order.clusters());
        for (int k = 0; k < order.clusters(); k++) {
            int start = starts.get(k);
            documents.set(start, firsts.applyAsInt(k));
            next.set(k, start + 1);
            starts.set(k + 1L, start + order.size(k));
        }
        for (int d = 0; d < graph.documents(); d++) {
            int unit = graph.unit(d);
            int k = order.number(unit);
            if (k >= 0 && d != documents.get(starts.get(k)) && (d == unit || graph.size(unit) > 1)) {
                documents.set(next.get(k), d);
                next.set(k, next.get(k) + 1);
            }
        }
    }

    /** A document of a cluster, both from 0. */
    int get(long cluster, long i) {
        return documents.get(starts.get(cluster) + i);
    }
}
