package io.whorl.cluster;

import io.whorl.cluster.ClusterBuild.Stars;
import io.whorl.cluster.ClusterOrder.ClusterDates;
import io.whorl.cluster.ClusterOrder.ClusterDocuments;
import io.whorl.cluster.ClusterOrder.Ranks;
import io.whorl.cluster.PairGraph.Links;
import io.whorl.cluster.PairGraph.PairSpool;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairResult;
import io.whorl.pairs.PairScratch;
import io.whorl.pairs.PairSearch;
import io.whorl.series.SeriesTemplate;
import io.whorl.store.DocumentTable;
import io.whorl.store.Interrupts;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.IntToLongFunction;

/**
 * The documents of an index that are superfluous because a similar document survives. A rule puts all documents in an
 * order ({@link SurvivorOptions.Keep}). In this order, each document survives unless its score with an earlier survivor
 * reaches the threshold. So:
 *
 * <ul>
 *   <li>each dropped document has a score, counted exactly, with a survivor that comes before it by the rule; of
 *       several such survivors the one with the highest score is named, then the first one;
 *   <li>no two survivors are similar: no document drops out if the survivors are indexed again, unless that changes
 *       weights or frequencies above a limit;
 *   <li>nothing is dropped because of a chain of pairs.
 * </ul>
 *
 * <p>Documents of equal fingerprints count as one in these steps, at the place of the first of them by the rule.
 *
 * <p>Documents without minutiae are similar to none, and survive. Dropped documents are read one by one, those of the
 * largest cluster first, then in the order of their ids. The same index and options give the same result, with any
 * number of threads and any memory. Close the object to release memory and files. One thread at a time.
 */
public final class Survivors implements Iterator<Dropped>, AutoCloseable {
    /**
     * The figures of a decision.
     *
     * @param documents all documents of the index
     * @param dropped the documents that do not survive
     * @param clusters the survivors for which a document is dropped
     * @param equal the dropped documents whose fingerprint equals that of the survivor
     * @param withoutMinutiae the documents without minutiae, which survive
     * @param words the words of all documents
     * @param droppedWords the words of the dropped documents
     * @param withoutKey the documents without a key or a date, if the rule needs one; they come last in its order
     * @param unknownKeys the keys that were given for ids that the index does not have
     * @param ignored the minutiae that the document-frequency limit excluded
     */
    public record Figures(
            long documents,
            long dropped,
            long clusters,
            long equal,
            long withoutMinutiae,
            long words,
            long droppedWords,
            long withoutKey,
            long unknownKeys,
            Clusters.Ignored ignored) {
        /** The documents that survive. */
        public long kept() {
            return documents - dropped;
        }
    }

    private static final Figures NOTHING = new Figures(0, 0, 0, 0, 0, 0, 0, 0, 0, Clusters.Ignored.NOTHING);

    private final Optional<SurvivorTable> table;
    private String survivor = "";
    private int cluster = -1;
    private int next;
    private int size;
    private boolean closed;

    Survivors(Optional<SurvivorTable> table) {
        this.table = table;
    }

    /**
     * For the snapshots of this module: callers outside cannot name the type of the argument.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Survivors of(
            Segment segment,
            SurvivorOptions options,
            DocumentKeys keys,
            ScratchSpace space,
            Clusters.Progress progress) {
        try {
            return new Survivors(Optional.of(
                    new SurvivorBuild(segment, options, keys, space, progress, options.forPairs(), options.memory() / 4)
                            .run()));
        } catch (IOException e) {
            throw Interrupts.unchecked(e);
        }
    }

    /**
     * The survivors of an index without documents.
     *
     * @hidden
     */
    public static Survivors none() {
        return new Survivors(Optional.empty());
    }

    /** The figures. They can be read after {@link #close} too. */
    public Figures figures() {
        return table.map(SurvivorTable::figures).orElse(NOTHING);
    }

    /** What {@link SurvivorOptions#commonDf} excluded. */
    public Clusters.Common common() {
        return table.map(t -> t.graph().common()).orElse(new Clusters.Common(0, 0));
    }

    /** The number of documents that are in a series; 0 if no templates are left out. */
    public long inSeries() {
        return table.map(t -> t.graph().inSeries()).orElse(0L);
    }

    /** The templates that were left out, in the order of the first documents of their series. */
    public Iterator<SeriesTemplate> templates() {
        return table.map(t -> t.graph().templates()).orElse(Collections.emptyIterator());
    }

    /**
     * Removes what was kept in {@link SurvivorOptions#work}. Call it when the dropped documents are safe; until then,
     * the same call can be resumed and gives them again. Nothing can be read after it. Without such a directory it does
     * nothing.
     *
     * @throws UncheckedIOException if files cannot be removed
     */
    public void removeWork() {
        try {
            if (table.isPresent() && !closed) {
                table.get().graph().removeWork();
            }
        } catch (IOException e) {
            throw Interrupts.unchecked(e);
        }
    }

    @Override
    public boolean hasNext() {
        return !closed && (next < size || cluster + 1L < figures().clusters());
    }

    @Override
    public Dropped next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more dropped documents");
        }
        SurvivorTable of = table.orElseThrow();
        if (next == size) {
            cluster++;
            next = 1;
            size = of.size(cluster);
            survivor = of.survivor(cluster);
        }
        return of.dropped(cluster, next++, survivor);
    }

    /** Releases memory and files; no more documents can be read. A second call has no effect. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (table.isPresent()) {
            try {
                table.get().close();
            } catch (IOException e) {
                throw Interrupts.unchecked(e);
            }
        }
    }

    /** Decides which documents of a segment survive. Used once. */
    static final class SurvivorBuild {
        private final Segment segment;
        private final SurvivorOptions options;
        private final DocumentKeys keys;
        private final ScratchSpace space;
        private final Clusters.Progress progress;
        private final PairMemory memory;
        private final long quarter;

        /** @param quarter bytes for arrays by document, and again for sorting */
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
            PairResult pairs =
                    new PairSearch(segment, request, memory, space, done -> progress.at(done, documents)).run();
            PairSpool spool = new PairSpool(space);
            try (PairScratch kept = new PairScratch(quarter, space)) {
                PairGraph graph = new PairGraph(pairs, spool, stars, kept);
                RuleOrder rule = new RuleOrder(graph, segment, options, keys, kept);
                Ranks ranks = new Ranks(graph, rule.rankKeys(), kept, quarter, space);
                Links links = new Links(graph.documents(), kept);
                Stars.link(graph, ranks, links, true, quarter, space);
                ClusterOrder order = new ClusterOrder(graph, ranks, stars.link(), links, kept, quarter, space);
                return new SurvivorTable(segment, graph, rule, links, order, kept);
            } catch (IOException | RuntimeException | Error e) {
                ClusterBuild.close(pairs, e);
                ClusterBuild.close(spool, e);
                throw e;
            }
        }

        /**
         * The order in which documents survive: the keys of a rule, lowest first, then ids. Immutable after
         * construction.
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

    /** The stars around the survivors, and their figures. One thread at a time. */
    private static final class SurvivorTable {
        private final PairGraph graph;
        private final SurvivorBuild.RuleOrder rule;
        private final Links links;
        private final ClusterOrder order;
        private final ClusterDocuments documents;
        private final Survivors.Figures figures;

        SurvivorTable(
                Segment segment,
                PairGraph graph,
                SurvivorBuild.RuleOrder rule,
                Links links,
                ClusterOrder order,
                PairScratch kept)
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
}
