package io.whorl.cluster;

import io.whorl.cluster.ClusterOrder.ClusterDates;
import io.whorl.cluster.ClusterOrder.Ranks;
import io.whorl.cluster.PairGraph.Links;
import io.whorl.cluster.PairGraph.PairSpool;
import io.whorl.pairs.GroupScores;
import io.whorl.pairs.LongTriples;
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
    private final long quarter;

    /** @param quarter bytes for arrays by document, and again for sorting */
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
            // No member may be older than its representative.
            boolean upwards = options.representative() == ClusterOptions.Representative.OLDEST;
            Stars.link(graph, ranks, links, upwards, quarter, space);
        }
        ClusterOrder order = new ClusterOrder(graph, ranks, options.link(), links, kept, quarter, space);
        long n = order.clusters();
        GroupScores scores = new GroupScores(
                order.numbers(), order.representatives(), kept.longs(n), kept.longs(n), kept.longs(n), kept.longs(n));
        graph.count(scores, request, memory, done -> progress.at(documents + done, 2 * documents));
        // Sorting is over, so its quarter is free for the pairs by cluster.
        return new ClusterTable(graph, options, dates, links, order, scores, kept, new PairScratch(quarter, space));
    }

    /**
     * Chooses the representatives of stars, and links every member to one. In the order of the ranks, each unit that is
     * not a member yet becomes a representative, and the units of lower rank that score enough with it become members.
     * Then each member moves to the representative with which it scores highest. All passes are sequential over sorted
     * pairs.
     */
    static final class Stars {
        private final PairGraph graph;
        private final Ranks ranks;
        private final Links links;
        /** True if a member moves to representatives of higher rank only. */
        private final boolean upwards;

        private Stars(PairGraph graph, Ranks ranks, Links links, boolean upwards) {
            this.graph = graph;
            this.ranks = ranks;
            this.links = links;
            this.upwards = upwards;
        }

        /**
         * @param links receives the links of members; a unit without a link is a representative
         * @param upwards whether the representative of a member always has a higher rank than the member
         */
        static void link(PairGraph graph, Ranks ranks, Links links, boolean upwards, long memory, ScratchSpace space)
                throws IOException {
            Stars stars = new Stars(graph, ranks, links, upwards);
            stars.choose(memory, space);
            stars.moveToBest();
        }

        private void choose(long memory, ScratchSpace space) throws IOException {
            try (LongTriples byRank = new LongTriples(memory, space)) {
                for (PairSpool.Reader pair = graph.spool().read(); pair.next(); ) {
                    int a = ranks.of(pair.a());
                    int b = ranks.of(pair.b());
                    // Only the unit of higher rank can be the representative: it is decided first.
                    if (b < a || graph.measure().symmetric()) {
                        byRank.add(Math.min(a, b), Math.max(a, b), Double.doubleToLongBits(pair.score()));
                    }
                }
                byRank.sort();
                while (byRank.next()) {
                    int unit = ranks.unit((int) byRank.first());
                    int other = ranks.unit((int) byRank.second());
                    // All pairs of a unit with units of higher rank come before its pairs with units of lower rank.
                    if (!links.has(unit) && !links.has(other)) {
                        links.set(other, unit, Double.longBitsToDouble(byRank.third()));
                    }
                }
            }
        }

        private void moveToBest() throws IOException {
            for (PairSpool.Reader pair = graph.spool().read(); pair.next(); ) {
                move(pair.a(), pair.b(), pair.score());
                if (graph.measure().symmetric()) {
                    move(pair.b(), pair.a(), pair.score());
                }
            }
        }

        private void move(int unit, int representative, double score) {
            if (!links.has(unit) || links.has(representative)) {
                return;
            }
            if (upwards && ranks.of(representative) > ranks.of(unit)) {
                return;
            }
            double current = links.score(unit);
            if (score > current || score == current && ranks.of(representative) < ranks.of(links.other(unit))) {
                links.set(unit, representative, score);
            }
        }
    }
}
