package io.whorl.cluster;

import io.whorl.cluster.ClusterOrder.ClusterDates;
import io.whorl.cluster.ClusterOrder.ClusterDocuments;
import io.whorl.cluster.PairGraph.Links;
import io.whorl.cluster.PairGraph.PairSpool;
import io.whorl.pairs.GroupScores;
import io.whorl.pairs.PairScratch;
import io.whorl.store.Interrupts;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The clusters: their documents, grouped, and their figures. One thread at a time. */
final class ClusterTable {
    private final PairGraph graph;
    private final ClusterOptions.Link link;
    private final Links links;
    private final ClusterOrder order;
    private final GroupScores scores;
    private final ClusterDocuments documents;
    /** For each component, by its root, the number of documents. */
    private final ScratchInts componentSizes;
    /** Holds the pairs by cluster. */
    private final PairScratch scratch;

    /** For each cluster the document of its representing unit that represents it. */
    private final ScratchInts faces;

    private Optional<ClusterPairs> pairs = Optional.empty();
    private boolean closed;

    ClusterTable(
            PairGraph graph,
            ClusterOptions options,
            ClusterDates dates,
            Links links,
            ClusterOrder order,
            GroupScores scores,
            PairScratch kept,
            PairScratch scratch)
            throws IOException {
        this.graph = graph;
        link = options.link();
        this.links = links;
        this.order = order;
        this.scores = scores;
        this.scratch = scratch;
        componentSizes = kept.cells(graph.documents());
        boolean oldest = options.representative() == ClusterOptions.Representative.OLDEST;
        faces = oldest ? kept.cells(order.clusters()) : order.representatives();
        for (int k = 0; oldest && k < order.clusters(); k++) {
            faces.set(k, graph.oldest(order.representative(k), dates));
        }
        documents = new ClusterDocuments(graph, order, this::face, kept);
        for (int d = 0; d < graph.documents(); d++) {
            if (d == graph.unit(d)) {
                int root = graph.components().root(d);
                componentSizes.set(root, componentSizes.get(root) + graph.size(d));
            }
        }
    }

    int clusters() {
        return order.clusters();
    }

    long clustered() {
        return order.clustered();
    }

    PairGraph graph() {
        checkOpen();
        return graph;
    }

    /** The number of the cluster of a unit, from 1, or 0. */
    int numberFrom1(int unit) {
        return order.number(unit) + 1;
    }

    long size(long number) {
        return order.size((int) number);
    }

    int representative(long number) {
        return order.representative((int) number);
    }

    /** The document that represents a cluster. */
    int face(long number) {
        return faces.get(number);
    }

    String id(int document) {
        checkOpen();
        return graph.id(document);
    }

    double leastToRepresentative(long number) {
        int units = order.units((int) number);
        return units == 1 ? graph.self(representative(number)) : scores.leastToRepresentative(number, units);
    }

    double leastPair(long number) {
        int units = order.units((int) number);
        return units == 1 ? graph.self(representative(number)) : scores.leastPair(number, units);
    }

    long chained(long number) {
        int unit = representative(number);
        int all = componentSizes.get(graph.components().root(unit));
        return (long) all - graph.size(unit) - graph.direct(unit);
    }

    /** The document of a member: 0 is the representative. */
    int document(long number, long i) {
        return documents.get(number, i);
    }

    /** The pairs of a cluster. The first call groups the pairs of all clusters. */
    Iterator<Edge> edges(long number) {
        checkOpen();
        if (pairs.isEmpty()) {
            try (PairScratch grouped = scratch) {
                pairs = Optional.of(new ClusterPairs(graph, order, grouped));
            } catch (IOException e) {
                throw Interrupts.unchecked(e);
            }
        }
        return new ClusterEdges(this, number, pairs.get());
    }

    Member member(long number, long i) {
        int representative = representative(number);
        int document = document(number, i);
        int unit = graph.unit(document);
        if (link == ClusterOptions.Link.STAR) {
            return unit == representative
                    ? member(document, graph.self(document), face(number))
                    : member(document, links.score(unit), face(number));
        }
        if (unit == representative) {
            return member(document, graph.self(document), face(number));
        }
        return document != unit || !links.has(unit)
                ? member(document, graph.self(document), unit)
                : member(document, links.score(unit), links.other(unit));
    }

    private Member member(int document, double score, int to) {
        return new Member(id(document), score, id(to));
    }

    void close() throws IOException {
        closed = true;
        graph.close();
    }

    private void checkOpen() {
        if (closed) {
            throw closed();
        }
    }

    static IllegalStateException closed() {
        return new IllegalStateException("the clusters are closed; read them before close");
    }

    /** Iterates over the pairs of a cluster: documents of equal fingerprints, then the others. One thread at a time. */
    private static final class ClusterEdges implements Iterator<Edge> {
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

    /** The pairs within each cluster, best first: all pairs, grouped by cluster. One thread at a time. */
    private static final class ClusterPairs {
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
}
