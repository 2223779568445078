package io.whorl.cluster;

import io.whorl.pairs.PairScratch;
import io.whorl.store.ScratchLongs;
import java.io.IOException;

/** The pairs within each cluster, best first: all pairs, grouped by cluster. One thread at a time. */
final class ClusterPairs {
    /** For each cluster the index of its first pair. */
    private final ScratchLongs starts;
    /** For each pair document A in the high half and document B in the low half. */
    private final ScratchLongs documents;

    private final ScratchLongs scores;

    ClusterPairs(PairGraph graph, ClusterOrder order, PairScratch scratch) throws IOException {
        int clusters = order.clusters();
        starts = scratch.longs(clusters + 1L);
        for (PairSpool.Reader pair = graph.spool().read(); pair.next(); ) {
            int k = common(order, pair);
            if (k >= 0) {
                starts.set(k + 1L, starts.get(k + 1L) + 1);
            }
        }
        ScratchLongs next = scratch.longs(clusters);
        for (int k = 0; k < clusters; k++) {
            next.set(k, starts.get(k));
            starts.set(k + 1L, starts.get(k + 1L) + starts.get(k));
        }
        documents = scratch.longs(starts.get(clusters));
        scores = scratch.longs(starts.get(clusters));
        for (PairSpool.Reader pair = graph.spool().read(); pair.next(); ) {
            int k = common(order, pair);
            if (k >= 0) {
                long at = next.get(k);
                documents.set(at, (long) pair.a() << Integer.SIZE | pair.b());
                scores.set(at, Double.doubleToLongBits(pair.score()));
                next.set(k, at + 1);
            }
        }
    }

    /** The cluster of both documents of a pair; −1 if they have none in common. */
    private static int common(ClusterOrder order, PairSpool.Reader pair) {
        int k = order.number(pair.a());
        return k == order.number(pair.b()) ? k : -1;
    }

    /** The index of the first pair of a cluster; for the number of clusters, the number of all pairs. */
    long start(long cluster) {
        return starts.get(cluster);
    }

    int a(long pair) {
        return (int) (documents.get(pair) >>> Integer.SIZE);
    }

    int b(long pair) {
        return (int) documents.get(pair);
    }

    double score(long pair) {
        return Double.longBitsToDouble(scores.get(pair));
    }
}
