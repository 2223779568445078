package io.whorl.cluster;

import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentTable;
import io.whorl.store.Segment;
import java.io.IOException;

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
}
