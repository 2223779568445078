package io.whorl.cluster;

import io.whorl.cluster.PairGraph.Links;
import io.whorl.cluster.SurvivorBuild.RuleOrder;
import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentTable;
import io.whorl.store.ScratchInts;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.function.IntUnaryOperator;

/** The stars around the survivors, and their figures. One thread at a time. */
final class SurvivorTable {
    private final PairGraph graph;
    private final RuleOrder rule;
    private final Links links;
    private final ClusterOrder order;
    private final ClusterDocuments documents;
    private final Survivors.Figures figures;

    SurvivorTable(Segment segment, PairGraph graph, RuleOrder rule, Links links, ClusterOrder order, PairScratch kept)
            throws IOException {
        this.graph = graph;
        this.rule = rule;
        this.links = links;
        this.order = order;
        documents = new ClusterDocuments(graph, order, k -> rule.first(order.representative(k)), kept);
        figures = figures(segment);
    }

    private Survivors.Figures figures(Segment segment) {
        DocumentTable table = segment.documents();
        long all = graph.documents();
        long empty = 0;
        long words = 0;
        for (long d = 0; d < all; d++) {
            empty += table.minutiae(d) == 0 ? 1 : 0;
            words += table.words(d);
        }
        long equal = 0;
        long droppedWords = 0;
        for (int k = 0; k < order.clusters(); k++) {
            equal += graph.size(order.representative(k)) - 1;
            for (int i = 1; i < order.size(k); i++) {
                droppedWords += table.words(documents.get(k, i));
            }
        }
        long dropped = order.clustered() - order.clusters();
        return new Survivors.Figures(
                all,
                dropped,
                order.clusters(),
                equal,
                empty,
                words,
                droppedWords,
                rule.keyless(),
                rule.unknown(),
                graph.ignored());
    }

    Survivors.Figures figures() {
        return figures;
    }

    /** The number of documents of a cluster, from 0. */
    int size(int cluster) {
        return order.size(cluster);
    }

    /** The survivor of a cluster. */
    String survivor(int cluster) {
        return graph.id(documents.get(cluster, 0));
    }

    /** A document of a cluster that does not survive: from 1, below the size. */
    Dropped dropped(int cluster, int i, String survivor) {
        int document = documents.get(cluster, i);
        int unit = graph.unit(document);
        boolean equal = unit == order.representative(cluster);
        double score = equal ? graph.self(unit) : links.score(unit);
        return new Dropped(graph.id(document), survivor, cluster + 1L, score);
    }

    PairGraph graph() {
        return graph;
    }

    void close() throws IOException {
        graph.close();
    }

    /** The documents of all clusters: of each the one that stands for it, then the others in order. Immutable. */
    private static final class ClusterDocuments {
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
}
