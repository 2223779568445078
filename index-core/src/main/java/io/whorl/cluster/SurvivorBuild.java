package io.whorl.cluster;

import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairResult;
import io.whorl.pairs.PairScratch;
import io.whorl.pairs.PairSearch;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;

/** Decides which documents of a segment survive. Used once. */
final class SurvivorBuild {
    private final Segment segment;
    private final SurvivorOptions options;
    private final DocumentKeys keys;
    private final ScratchSpace space;
    private final Clusters.Progress progress;
    private final PairMemory memory;
    private final long quarter;

    SurvivorBuild(
            Segment segment,
            SurvivorOptions options,
            DocumentKeys keys,
            ScratchSpace space,
            Clusters.Progress progress) {
        this(
                segment,
                options,
                keys,
                space,
                progress,
                PairMemory.of(
                        options.memory() / 2,
                        options.threads(),
                        options.measure().weighted()),
                options.memory() / 4);
    }

    /**
     * With other shares of the memory, for tests.
     *
     * @param quarter for arrays by document, and again for sorting
     */
    SurvivorBuild(
            Segment segment,
            SurvivorOptions options,
            DocumentKeys keys,
            ScratchSpace space,
            Clusters.Progress progress,
            PairMemory memory,
            long quarter) {
        this.segment = segment;
        this.options = options;
        this.keys = keys;
        this.space = space;
        this.progress = progress;
        this.memory = memory;
        this.quarter = quarter;
    }

    SurvivorTable run() throws IOException {
        long documents = segment.counts().documents();
        ClusterOptions stars = options.stars();
        PairRequest request = options.request();
        PairResult pairs = new PairSearch(segment, request, memory, space, done -> progress.at(done, documents)).run();
        PairSpool spool = new PairSpool(space);
        try (PairScratch kept = new PairScratch(quarter, space)) {
            PairGraph graph = new PairGraph(pairs, spool, stars, kept);
            RuleOrder rule = new RuleOrder(graph, segment, options, keys, kept);
            Ranks ranks = new Ranks(graph, rule.rankKeys(), kept, quarter, space);
            Links links = new Links(graph.documents(), kept);
            Stars.linkUpwards(graph, ranks, links, quarter, space);
            ClusterOrder order = new ClusterOrder(graph, ranks, stars.link(), links, kept, quarter, space);
            return new SurvivorTable(segment, graph, rule, links, order, kept);
        } catch (IOException | RuntimeException | Error e) {
            ClusterBuild.close(pairs, e);
            ClusterBuild.close(spool, e);
            throw e;
        }
    }
}
