package io.whorl.query;

import io.whorl.build.MergedSums;
import io.whorl.build.SegmentAssembler;
import io.whorl.build.SegmentMerge;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.DocumentKeys;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.Survivors;
import io.whorl.history.ChangeOptions;
import io.whorl.history.Changes;
import io.whorl.history.History;
import io.whorl.history.HistoryOptions;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairSearch;
import io.whorl.parts.LivePart;
import io.whorl.parts.MergedParts;
import io.whorl.parts.PartSearch;
import io.whorl.parts.SealedPart;
import io.whorl.parts.SnapshotParts;
import io.whorl.score.DocumentWeight;
import io.whorl.score.TermWeights;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.LogFrequency;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.TempFile;
import io.whorl.store.WeightSums;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/**
 * The operations that read all documents of a snapshot: statistics, exact weights, pairs and clusters. They work on one
 * segment, so several parts are merged first. Thread-safe.
 */
final class WholeSnapshot {
    private final SnapshotParts parts;
    private IndexStats stats;
    private DocumentWeights exactWeights;
    private DocumentWeights mergedWeights;

    WholeSnapshot(SnapshotParts parts) {
        this.parts = parts;
    }

    synchronized IndexStats stats() {
        if (stats == null) {
            try {
                SegmentCounts c = counts();
                stats = new IndexStats(
                        c.documents(),
                        c.words(),
                        c.minutiae(),
                        c.singletons(),
                        c.postings(),
                        parts.origin().bytes(),
                        parts.sealed().stream()
                                .mapToLong(part -> part.segment().texts().length())
                                .sum(),
                        parts.sealed().stream()
                                .mapToLong(part -> part.segment().fingerprints().length())
                                .sum(),
                        parts.origin().segments(),
                        parts.scheme());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return stats;
    }

    /** The exact weights of the documents. The first call reads all parts. */
    synchronized DocumentWeights exactWeights() {
        if (exactWeights == null) {
            try {
                exactWeights = isEmpty() ? DocumentWeights.NONE : summed();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return exactWeights;
    }

    /**
     * The weights that the records of the documents store; of several indexes, those that one index with all of their
     * documents would store. Then the first call reads all parts.
     *
     * @param documents live documents of the snapshot
     */
    DocumentWeights storedWeights(long documents) {
        if (parts.origin().isSharded() && !isEmpty()) {
            return mergedWeights();
        }
        parts.origin().weigh();
        return DocumentWeights.stored(documents);
    }

    private synchronized DocumentWeights mergedWeights() {
        if (mergedWeights == null) {
            try {
                mergedWeights = new ShardedWeights(parts).asMerged();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return mergedWeights;
    }

    private DocumentWeights summed() throws IOException {
        if (parts.origin().isSharded()) {
            return new ShardedWeights(parts).exact();
        }
        Path scratch = Path.of(System.getProperty("java.io.tmpdir"));
        if (isOneSegment()) {
            return ExactWeights.of(parts.sealed().get(0).segment(), scratch).byOrdinal();
        }
        try (MergedParts merged = new MergedParts(parts, 1)) {
            return ExactWeights.of(merged.lastingSegment(), scratch).byId();
        }
    }

    private SegmentCounts counts() throws IOException {
        if (isEmpty()) {
            return new SegmentCounts(0, 0, 0, 0, 0);
        }
        if (isOneSegment()) {
            return parts.sealed().get(0).segment().counts();
        }
        try (MergedParts merged = new MergedParts(parts, 1)) {
            return merged.counts();
        }
    }

    Pairs pairs(PairsOptions options, Clusters.Progress progress) {
        return whole(options, new Pairs(Optional.empty()), segment -> {
            PairMemory memory = PairMemory.of(
                    options.memory(), options.threads(), options.measure().weighted());
            long documents = segment.counts().documents();
            return new Pairs(Optional.of(new PairSearch(
                            segment,
                            options.request(),
                            memory,
                            scratchSpace(options.work()),
                            done -> progress.at(done, documents))
                    .run()));
        });
    }

    Clusters clusters(ClusterOptions options, Clusters.Progress progress) {
        return whole(
                options,
                Clusters.none(),
                segment -> Clusters.of(segment, options, scratchSpace(options.work()), progress));
    }

    Survivors survivors(SurvivorOptions options, DocumentKeys keys, Clusters.Progress progress) {
        return whole(
                options,
                Survivors.none(),
                segment -> Survivors.of(segment, options, keys, scratchSpace(options.work()), progress));
    }

    /**
     * Searches the snapshot as one segment without deleted documents.
     *
     * @param nothing the result without documents
     */
    private <R> R whole(SimilarityOptions<?> options, R nothing, Function<Segment, R> search) {
        if (isEmpty()) {
            return nothing;
        }
        if (isOneSegment()) {
            Segment segment = parts.sealed().get(0).segment();
            return segment.reading(() -> search.apply(segment));
        }
        try (MergedParts merged = new MergedParts(parts, options.threads(), options.memory())) {
            Segment segment = merged.segment();
            return segment.reading(() -> search.apply(segment));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    History history(String id, HistoryOptions options) {
        try (OneSegment one = new OneSegment(parts, options.memory() / 2)) {
            Segment segment = one.segment();
            return segment.reading(() -> History.scanned(segment, id, options, scratchSpace(Optional.empty())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Changes changes(WholeSnapshot newer, ChangeOptions options, Clusters.Progress progress) {
        try (OneSegment old = new OneSegment(parts, options.memory() / 4);
                OneSegment young = new OneSegment(newer.parts, options.memory() / 4)) {
            return Changes.between(old.segment(), young.segment(), options, scratchSpace(Optional.empty()), progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ScratchSpace scratchSpace(Optional<Path> work) {
        return new ScratchSpace(
                work.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))), MergedParts.RESERVE);
    }

    private boolean isEmpty() {
        return parts.sealed().stream().allMatch(SealedPart::isEmpty)
                && parts.live().stream().allMatch(LivePart::isEmpty);
    }

    private boolean isOneSegment() {
        return parts.sealed().size() == 1
                && parts.sealed().get(0).dead().isEmpty()
                && parts.live().stream().allMatch(LivePart::isEmpty);
    }

    /**
     * A snapshot as one segment without deleted documents: its only segment, or a scratch segment, which this releases
     * when it is closed. One thread at a time.
     */
    private static final class OneSegment implements AutoCloseable {
        private final Segment segment;
        private final Optional<MergedParts> merged;
        private final boolean made;

        /** @param memory bytes of heap for a merge */
        OneSegment(SnapshotParts parts, long memory) throws IOException {
            boolean live = !parts.live().stream().allMatch(LivePart::isEmpty);
            boolean one =
                    parts.sealed().size() == 1 && parts.sealed().get(0).dead().isEmpty() && !live;
            boolean empty = !live && parts.sealed().stream().allMatch(SealedPart::isEmpty);
            made = empty && !one;
            merged = one || empty ? Optional.empty() : Optional.of(new MergedParts(parts, 1, memory));
            if (one) {
                segment = parts.sealed().get(0).segment();
            } else {
                segment = merged.isPresent() ? merged.get().segment() : empty(parts);
            }
        }

        private static Segment empty(SnapshotParts parts) throws IOException {
            Path scratch = Files.createTempDirectory("whorl-");
            try (SegmentAssembler none = new SegmentAssembler(parts.scheme(), 0, 1, scratch)) {
                Path file = scratch.resolve("empty");
                none.writeScratch(file, CollectionFrequencies.none());
                return Segment.openPrivateCounted(file);
            } finally {
                Files.deleteIfExists(scratch);
            }
        }

        Segment segment() {
            return segment;
        }

        @Override
        public void close() {
            merged.ifPresent(MergedParts::close);
            if (made) {
                segment.release();
            }
        }
    }

    /** The weights of the documents of several indexes, as in one index with all of them. */
    private static final class ShardedWeights {
        private static final long MEMORY =
                Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8);

        private final SnapshotParts parts;
        private final long documents;
        private final Map<Segment, Integer> inputs = new IdentityHashMap<>();

        ShardedWeights(SnapshotParts parts) {
            this.parts = parts;
            documents = parts.documents();
            for (int i = 0; i < parts.sealed().size(); i++) {
                inputs.put(parts.sealed().get(i).segment(), i);
            }
        }

        /** Σ ln(1 + N ÷ f_t), as {@link ExactWeights}. */
        DocumentWeights exact() throws IOException {
            MergedSums sums = sums(holders -> TermWeights.rarity(documents, holders));
            return (part, document) -> sums.get(inputs.get(part.source()), document);
        }

        /** The weights that the segment of a merged index stores. */
        DocumentWeights asMerged() throws IOException {
            long most = LogFrequency.most(documents);
            MergedSums sums = sums(holders -> Math.min(most, LogFrequency.of(holders)));
            DocumentWeight weight = new DocumentWeight(documents);
            return (part, document) -> {
                long minutiae = part.side(document).minutiae();
                long sum = sums.get(inputs.get(part.source()), document);
                return weight.of(minutiae, LogFrequency.value(LogFrequency.mean(sum, minutiae)));
            };
        }

        private MergedSums sums(LongUnaryOperator summand) throws IOException {
            List<SegmentMerge.Input> all =
                    parts.sealed().stream().map(ShardedWeights::input).toList();
            ScratchSpace scratch = new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir")), MergedParts.RESERVE);
            return MergedSums.of(all, summand, MEMORY, scratch);
        }

        private static SegmentMerge.Input input(SealedPart part) {
            return new SegmentMerge.Input(part.segment(), part.dead());
        }
    }

    /**
     * Σ ln(1 + N ÷ f_t) over all minutiae of each document of a snapshot. Every commit changes N and f_t, so each
     * snapshot needs a pass over the index. The sums take eight bytes a document, in a scratch file if there are many.
     * Thread-safe.
     */
    private static final class ExactWeights {
        /** The weights of so many documents stay in heap. */
        private static final int IN_HEAP = 1 << 15;

        private static final long MEMORY =
                Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

        private final Segment segment;
        private final ScratchLongs weights;

        private ExactWeights(Segment segment, ScratchLongs weights) {
            this.segment = segment;
            this.weights = weights;
        }

        /**
         * @param segment a segment without deleted documents
         * @param scratch a directory for a file that is unlinked at once
         */
        static ExactWeights of(Segment segment, Path scratch) throws IOException {
            long documents = segment.counts().documents();
            if (documents <= IN_HEAP) {
                return of(segment, new ScratchLongs(documents, Optional.empty()));
            }
            // The mapping remains valid after the file is closed.
            try (TempFile file = new TempFile(scratch)) {
                return of(segment, new ScratchLongs(documents, Optional.of(file)));
            }
        }

        private static ExactWeights of(Segment segment, ScratchLongs weights) {
            return segment.reading(() -> {
                addUp(segment, weights);
                for (long d = 0; d < weights.size() && !segment.families().isEmpty(); d++) {
                    long next = segment.families().next(d);
                    if (next > d) {
                        weights.set(next, weights.get(d));
                    }
                }
                return new ExactWeights(segment, weights);
            });
        }

        private static void addUp(Segment segment, ScratchLongs weights) {
            long documents = weights.size();
            long alone = TermWeights.rarity(documents, 1);
            WeightSums lists =
                    new WeightSums(segment.lists(), holders -> TermWeights.rarity(documents, holders), weights, MEMORY);
            MinutiaCursor cursor = segment.table().cursor();
            while (cursor.next()) {
                if (cursor.payload() < documents) {
                    weights.set(cursor.payload(), weights.get(cursor.payload()) + alone);
                } else {
                    lists.add(cursor.payload() - documents);
                }
            }
            lists.flush();
        }

        /** The weights if the segment is the only part of the snapshot. */
        DocumentWeights byOrdinal() {
            return (part, document) -> weights.get(document);
        }

        /** The weights if the segment was merged from the parts of the snapshot. */
        DocumentWeights byId() {
            return (part, document) ->
                    segment.reading(() -> weights.get(segment.documents().find(part.id(document))));
        }
    }

    /** The weights of whole documents, in the unit of {@link io.whorl.score.TermWeights#rarity}. Thread-safe. */
    @FunctionalInterface
    interface DocumentWeights {
        /** For measures that need no weights of documents. */
        DocumentWeights NONE = (part, document) -> 0;

        /** @param part the part that holds the document */
        long of(PartSearch part, long document);

        /**
         * The weights that the records of the documents store.
         *
         * @param documents live documents of the snapshot
         */
        static DocumentWeights stored(long documents) {
            DocumentWeight weight = new DocumentWeight(documents);
            return (part, document) -> weight.of(part.side(document).minutiae(), part.meanLog(document));
        }
    }
}
