package io.whorl.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Iterates over the pairs of a graph with the clusters of their documents. One thread at a time. */
final class Edges implements Iterator<Edge> {
    private final ClusterTable table;
    private final PairSpool.Reader pairs;
    private boolean ready;

    Edges(ClusterTable table) {
        this.table = table;
        pairs = table.graph().spool().read();
    }

    @Override
    public boolean hasNext() {
        table.graph();
        if (!ready) {
            try {
                ready = pairs.next();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return ready;
    }

    @Override
    public Edge next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more edges");
        }
        ready = false;
        return new Edge(
                table.id(pairs.a()),
                table.id(pairs.b()),
                pairs.score(),
                table.numberFrom1(pairs.a()),
                table.numberFrom1(pairs.b()));
    }
}
