package io.whorl.cluster;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** Iterates over the documents that have the fingerprint of an earlier one. One thread at a time. */
final class Copies implements Iterator<Edge> {
    private final ClusterTable table;
    private int document;

    Copies(ClusterTable table) {
        this.table = table;
    }

    @Override
    public boolean hasNext() {
        PairGraph graph = table.graph();
        while (document < graph.documents() && !isCopy(graph)) {
            document++;
        }
        return document < graph.documents();
    }

    private boolean isCopy(PairGraph graph) {
        int unit = graph.unit(document);
        return unit != document && graph.size(unit) > 1;
    }

    @Override
    public Edge next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more copies");
        }
        int copy = document++;
        int unit = table.graph().unit(copy);
        long cluster = table.numberFrom1(unit);
        return new Edge(table.id(unit), table.id(copy), table.graph().self(copy), cluster, cluster);
    }
}
