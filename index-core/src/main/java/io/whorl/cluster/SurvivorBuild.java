package io.whorl.cluster;

import io.whorl.cluster.ClusterBuild.Stars;
import io.whorl.cluster.ClusterOrder.ClusterDates;
import io.whorl.cluster.ClusterOrder.Ranks;
import io.whorl.cluster.PairGraph.Links;
import io.whorl.cluster.PairGraph.PairSpool;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairResult;
import io.whorl.pairs.PairScratch;
import io.whorl.pairs.PairSearch;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToLongFunction;

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

    /**
     * The order in which documents survive: the keys of a rule, lowest first, then ids. Immutable after construction.
     */
    static final class RuleOrder {
        private final PairGraph graph;
        /** By document; empty if the order is that of ids. */
        private final Optional<ScratchLongs> keys;
        /** For each unit 1 plus its document that comes first; empty if the order is that of ids. */
        private final Optional<ScratchInts> leads;

        private long unknown;
        private long keyless;

        RuleOrder(PairGraph graph, Segment segment, SurvivorOptions options, DocumentKeys given, PairScratch kept)
                throws IOException {
            this.graph = graph;
            if (options.keep() == SurvivorOptions.Keep.FIRST) {
                keys = Optional.empty();
                leads = Optional.empty();
                return;
            }
            ScratchLongs of = kept.longs(graph.documents());
            switch (options.keep()) {
                case LONGEST -> fill(of, d -> -segment.documents().words(d));
                case OLDEST -> fill(of, new ClusterDates(segment, options.stars(), kept)::key);
                default -> read(given, segment, of);
            }
            for (int d = 0; d < graph.documents(); d++) {
                keyless += of.get(d) == DocumentKeys.NONE ? 1 : 0;
            }
            keys = Optional.of(of);
            leads = Optional.of(leads(of, kept));
        }

        private void fill(ScratchLongs of, IntToLongFunction key) {
            for (int d = 0; d < graph.documents(); d++) {
                of.set(d, key.applyAsLong(d));
            }
        }

        private void read(DocumentKeys given, Segment segment, ScratchLongs of) throws IOException {
            fill(of, d -> DocumentKeys.NONE);
            given.forEach((id, key) -> {
                long document = segment.documents().find(id);
                if (document < 0) {
                    unknown++;
                } else {
                    of.set(document, Math.min(key, of.get(document)));
                }
            });
        }

        private ScratchInts leads(ScratchLongs of, PairScratch kept) throws IOException {
            ScratchInts first = kept.cells(graph.documents());
            for (int d = 0; d < graph.documents(); d++) {
                int unit = graph.unit(d);
                int now = first.get(unit) - 1;
                // A family that is not joined consists of its first document only.
                boolean joined = d == unit || graph.size(unit) > 1;
                if (joined && (now < 0 || of.get(d) < of.get(now))) {
                    first.set(unit, d + 1);
                }
            }
            return first;
        }

        /** The keys by which {@link Ranks} sorts units. */
        List<Ranks.Key> rankKeys() {
            return keys.isEmpty()
                    ? List.of()
                    : List.of(this::first, unit -> keys.get().get(first(unit)));
        }

        /** The document of a unit that comes first. */
        int first(int unit) {
            return leads.isEmpty() ? unit : leads.get().get(unit) - 1;
        }

        /** The ids with keys that the index does not have. */
        long unknown() {
            return unknown;
        }

        /** The documents without a key. */
        long keyless() {
            return keyless;
        }
    }
}
