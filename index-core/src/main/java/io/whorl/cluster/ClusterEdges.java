package io.whorl.cluster;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Iterates over the pairs of a cluster: documents of equal fingerprints, then the others. One thread at a time. */
final class ClusterEdges implements Iterator<Edge> {
    private final ClusterTable table;
    private final long number;
    private final ClusterPairs pairs;
    /** The next member that may have the fingerprint of another one. */
    private long member;

    private long pair;

    ClusterEdges(ClusterTable table, long number, ClusterPairs pairs) {
        this.table = table;
        this.number = number;
        this.pairs = pairs;
        pair = pairs.start(number);
    }

    @Override
    public boolean hasNext() {
        PairGraph graph = table.graph();
        while (member < table.size(number)) {
            int document = table.document(number, member);
            if (graph.unit(document) != document) {
                return true;
            }
            member++;
        }
        return pair < pairs.start(number + 1);
    }

    @Override
    public Edge next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the cluster has no more edges");
        }
        PairGraph graph = table.graph();
        if (member < table.size(number)) {
            int copy = table.document(number, member++);
            return edge(graph.unit(copy), copy, graph.self(copy));
        }
        long at = pair++;
        return edge(pairs.a(at), pairs.b(at), pairs.score(at));
    }

    private Edge edge(int a, int b, double score) {
        return new Edge(table.id(a), table.id(b), score, number + 1, number + 1);
    }
}
