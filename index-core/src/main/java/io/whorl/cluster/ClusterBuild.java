package io.whorl.cluster;

import io.whorl.pairs.GroupScores;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairResult;
import io.whorl.pairs.PairScratch;
import io.whorl.pairs.PairSearch;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.Closeable;
import java.io.IOException;

/** Makes the clusters of a segment. Used once. */
final class ClusterBuild {
    private final Segment segment;
    private final ClusterOptions options;
    private final ScratchSpace space;
    private final Clusters.Progress progress;
    private final PairRequest request;
    private final PairMemory memory;
    /** Half of the memory counts pairs, a quarter holds arrays by document, and a quarter sorts. */
    private final long quarter;

    ClusterBuild(Segment segment, ClusterOptions options, ScratchSpace space, Clusters.Progress progress) {
        this(
                segment,
                options,
                space,
                progress,
                PairMemory.of(
                        options.memory() / 2,
                        options.threads(),
                        options.measure().weighted()),
                options.memory() / 4);
    }

    /** With other shares of the memory, for tests. */
    ClusterBuild(
            Segment segment,
            ClusterOptions options,
            ScratchSpace space,
            Clusters.Progress progress,
            PairMemory memory,
            long quarter) {
        this.segment = segment;
        this.options = options;
        this.space = space;
        this.progress = progress;
        this.memory = memory;
        this.quarter = quarter;
        request = options.request();
    }

    ClusterTable run() throws IOException {
        long documents = segment.counts().documents();
        PairResult pairs =
                new PairSearch(segment, request, memory, space, done -> progress.at(done, 2 * documents)).run();
        PairSpool spool = new PairSpool(space);
        try (PairScratch kept = new PairScratch(quarter, space)) {
            return table(new PairGraph(pairs, spool, options, kept), kept, documents);
        } catch (IOException | RuntimeException | Error e) {
            close(pairs, e);
            close(spool, e);
            throw e;
        }
    }

    /** Closes what a failure leaves behind. */
    static void close(Closeable resource, Throwable failure) {
        try {
            resource.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private ClusterTable table(PairGraph graph, PairScratch kept, long documents) throws IOException {
        ClusterDates dates = new ClusterDates(segment, options, kept);
        Ranks ranks = new Ranks(graph, options.representative(), dates, kept, quarter, space);
        Links links = graph.nearest();
        if (options.link() == ClusterOptions.Link.STAR) {
            links = new Links(graph.documents(), kept);
            if (options.representative() == ClusterOptions.Representative.OLDEST) {
                // No member may be older than its representative.
                Stars.linkUpwards(graph, ranks, links, quarter, space);
            } else {
                Stars.link(graph, ranks, links, quarter, space);
            }
        }
        ClusterOrder order = new ClusterOrder(graph, ranks, options.link(), links, kept, quarter, space);
        long n = order.clusters();
        GroupScores scores = new GroupScores(
                order.numbers(), order.representatives(), kept.longs(n), kept.longs(n), kept.longs(n), kept.longs(n));
        graph.count(scores, request, memory, done -> progress.at(documents + done, 2 * documents));
        // Sorting is over, so its quarter is free for the pairs by cluster.
        return new ClusterTable(graph, options, dates, links, order, scores, kept, new PairScratch(quarter, space));
    }
}
