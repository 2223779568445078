package io.whorl.cluster;

import io.whorl.cluster.Cluster.Member;
import io.whorl.cluster.Clusters.Edge;
import io.whorl.cluster.Clusters.Progress;
import io.whorl.pairs.GroupScores;
import io.whorl.pairs.PairRequest.PairMemory;
import io.whorl.pairs.PairResult;
import io.whorl.pairs.PairScratch;
import io.whorl.pairs.PairSearch;
import io.whorl.store.FileErrors;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The clusters of a segment, around representatives or around survivors. One thread at a time. */
final class ClusterTable {
    final PairGraph graph;
    final ClusterOrder order;
    private final boolean star;
    private final GroupScores scores;
    /** For each component, by its root, the number of documents. */
    private final ScratchInts componentSizes;
    /** Holds the pairs by cluster. */
    private final PairScratch scratch;

    private Optional<ClusterPairs> pairs = Optional.empty();

    /**
     * Makes the clusters. Survivors have no least scores and no components.
     *
     * @param quarter bytes for arrays by document, and again for sorting
     */
    static ClusterTable of(
            Segment segment,
            ClusterOrder.Rules rules,
            PairMemory memory,
            long quarter,
            ScratchSpace space,
            Progress progress)
            throws IOException {
        long documents = segment.counts().documents();
        long total = rules.representative().isPresent() ? 2 * documents : documents;
        PairResult pairs =
                new PairSearch(segment, rules.pairs(), memory, space, done -> progress.at(done, total)).run();
        try (PairScratch kept = new PairScratch(quarter, quarter, space)) {
            return new ClusterTable(segment, rules, pairs, kept, done -> progress.at(documents + done, total));
        } catch (IOException | RuntimeException | Error e) {
            PairSearch.closeAfter(pairs, e);
            throw e;
        }
    }

    private ClusterTable(
            Segment segment, ClusterOrder.Rules rules, PairResult found, PairScratch kept, LongConsumer progress)
            throws IOException {
        graph = new PairGraph(found, rules.pairs(), kept);
        order = new ClusterOrder(graph, segment, rules, kept);
        star = rules.link() == ClusterOptions.Link.STAR;
        boolean survivors = rules.representative().isEmpty();
        scores = new GroupScores(order.numbers, order.representatives, survivors ? 0 : order.clusters, kept);
        componentSizes = kept.cells(survivors ? 0 : graph.documents);
        if (!survivors) {
            found.add(scores, progress);
            for (int d = 0; d < graph.documents; d++) {
                if (d == graph.unit(d)) {
                    componentSizes.add(graph.root(d), graph.size(d));
                }
            }
        }
        // Sorting is over, so its quarter is free for the pairs by cluster.
        scratch = kept.another();
    }

    /** The number of the cluster of a unit, from 1, or 0. */
    int numberFrom1(int unit) {
        return order.number(unit) + 1;
    }

    String id(int document) {
        checkOpen();
        return graph.pairs.reading(() -> graph.pairs.id(document));
    }

    double leastToRepresentative(long cluster) {
        int units = order.units(cluster);
        return units == 1
                ? graph.self(order.representatives.get(cluster))
                : scores.leastToRepresentative(cluster, units);
    }

    double leastPair(long cluster) {
        int units = order.units(cluster);
        return units == 1 ? graph.self(order.representatives.get(cluster)) : scores.leastPair(cluster, units);
    }

    long chained(long cluster) {
        int unit = order.representatives.get(cluster);
        return (long) componentSizes.get(graph.root(unit)) - graph.size(unit) - graph.direct(unit);
    }

    /** The score of a document of a cluster with the one that it is compared with. */
    double score(long cluster, int document) {
        int unit = graph.unit(document);
        return isAlike(cluster, document) ? graph.self(document) : order.links.score(unit);
    }

    Member member(long cluster, long i) {
        int document = order.document(cluster, i);
        int unit = graph.unit(document);
        int to = star || unit == order.representatives.get(cluster)
                ? order.document(cluster, 0)
                : isAlike(cluster, document) ? unit : order.links.other(unit);
        return new Member(id(document), score(cluster, document), id(to));
    }

    /** True if a document is compared with one of its own unit. */
    private boolean isAlike(long cluster, int document) {
        int unit = graph.unit(document);
        return unit == order.representatives.get(cluster) || !star && (document != unit || !order.links.has(unit));
    }

    void checkOpen() {
        if (graph.pairs.isClosed()) {
            throw new IllegalStateException("the clusters are closed; read them before close");
        }
    }

    /** The pairs of a cluster. The first call groups the pairs of all clusters. */
    Iterator<Edge> edges(long cluster) {
        checkOpen();
        if (pairs.isEmpty()) {
            pairs = Optional.of(FileErrors.unchecked(() -> {
                try (PairScratch grouped = scratch) {
                    return new ClusterPairs(graph, order, grouped);
                }
            }));
        }
        ClusterPairs of = pairs.get();
        Stream<Edge> copies = LongStream.range(0, order.size(cluster))
                .mapToInt(i -> order.document(cluster, i))
                .filter(d -> graph.unit(d) != d)
                .mapToObj(this::copy);
        Stream<Edge> others = LongStream.range(of.starts.get(cluster), of.starts.get(cluster + 1))
                .mapToObj(pair -> {
                    long both = of.documents.get(pair);
                    double score = Double.longBitsToDouble(of.scores.get(pair));
                    return edge((int) (both >>> Integer.SIZE), (int) both, score);
                });
        return whileOpen(Stream.concat(copies, others), "the cluster has no more edges");
    }

    /** All pairs of units, best first. */
    Iterator<Edge> edges() {
        checkOpen();
        PairResult.Reader pair = FileErrors.unchecked(graph.pairs::read);
        return whileOpen(
                Stream.generate(() -> FileErrors.unchecked(pair::nextAcross))
                        .takeWhile(more -> more)
                        .map(more -> edge(pair.a(), pair.b(), pair.score())),
                "there are no more edges");
    }

    /** The documents that have the fingerprint of an earlier one. */
    Iterator<Edge> copies() {
        return whileOpen(
                IntStream.range(0, graph.documents)
                        .filter(d -> graph.unit(d) != d && graph.isJoined(d))
                        .mapToObj(this::copy),
                "there are no more copies");
    }

    private Edge copy(int document) {
        return edge(graph.unit(document), document, graph.self(document));
    }

    private Edge edge(int a, int b, double score) {
        return new Edge(id(a), id(b), score, numberFrom1(graph.unit(a)), numberFrom1(graph.unit(b)));
    }

    /**
     * Reads results while the clusters are open. One thread at a time.
     *
     * @param end the message after the last
     */
    <T> Iterator<T> whileOpen(Stream<T> results, String end) {
        Iterator<T> read = results.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                checkOpen();
                return read.hasNext();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException(end);
                }
                return read.next();
            }
        };
    }

    /** The pairs within each cluster, best first: all pairs, grouped by cluster. */
    private static final class ClusterPairs {
        /** For each cluster the index of its first pair; one more for the end. */
        final ScratchLongs starts;
        /** For each pair document A in the high half and document B in the low half. */
        final ScratchLongs documents;

        final ScratchLongs scores;

        ClusterPairs(PairGraph graph, ClusterOrder order, PairScratch scratch) throws IOException {
            int clusters = order.clusters;
            starts = scratch.longs(clusters + 1L);
            graph.forEachPair((a, b, score) -> {
                if (isWithin(order, a, b)) {
                    starts.add(order.number(a) + 1L, 1);
                }
            });
            ScratchLongs next = scratch.longs(clusters);
            for (int k = 0; k < clusters; k++) {
                next.set(k, starts.get(k));
                starts.add(k + 1L, starts.get(k));
            }
            documents = scratch.longs(starts.get(clusters));
            scores = scratch.longs(starts.get(clusters));
            graph.forEachPair((a, b, score) -> {
                if (isWithin(order, a, b)) {
                    long at = next.get(order.number(a));
                    documents.set(at, (long) a << Integer.SIZE | b);
                    scores.set(at, Double.doubleToLongBits(score));
                    next.add(order.number(a), 1);
                }
            });
        }

        private static boolean isWithin(ClusterOrder order, int a, int b) {
            return order.number(a) >= 0 && order.number(a) == order.number(b);
        }
    }
}
