package io.whorl.query;

import io.whorl.cluster.Clusters;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.history.ChangeOptions;
import io.whorl.history.Changes;
import io.whorl.parts.MergedParts;
import io.whorl.parts.PartSearch;
import io.whorl.parts.SnapshotParts;
import io.whorl.score.TermWeights;
import io.whorl.score.TermWeights.DocumentWeight;
import io.whorl.store.LogFrequency;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * The operations that read all documents of a snapshot: statistics, exact weights, pairs and clusters. They work on one
 * segment, so several parts are merged first. Thread-safe.
 */
final class WholeSnapshot {
    private static final long MEMORY = Runtime.getRuntime().maxMemory() / 8;

    private final SnapshotParts parts;
    private IndexStats stats;
    private DocumentWeights exactWeights;
    private DocumentWeights mergedWeights;

    WholeSnapshot(SnapshotParts parts) {
        this.parts = parts;
    }

    synchronized IndexStats stats() {
        if (stats == null) {
            stats = merged(1, MEMORY, merged -> {
                SegmentCounts c = merged.counts();
                return new IndexStats(
                        c.documents(),
                        c.words(),
                        c.minutiae(),
                        c.singletons(),
                        c.postings(),
                        parts.bytes(),
                        parts.sealed().stream()
                                .mapToLong(part -> part.segment().texts().length())
                                .sum(),
                        parts.sealed().stream()
                                .mapToLong(part -> part.segment().fingerprints().length())
                                .sum(),
                        parts.segments(),
                        parts.scheme());
            });
        }
        return stats;
    }

    /**
     * Σ ln(1 + N ÷ f_t) over all minutiae of each document. Every commit changes N and f_t, so each snapshot needs a
     * pass over the index: the first call reads all parts.
     */
    synchronized DocumentWeights exactWeights() {
        if (exactWeights == null) {
            long documents = parts.documents();
            exactWeights = documents == 0
                    ? DocumentWeights.NONE
                    : merged(1, MEMORY, merged -> {
                        Map<Object, LongUnaryOperator> sums =
                                merged.sums(holders -> TermWeights.rarity(documents, holders));
                        return (part, document) -> sums.get(part.source()).applyAsLong(document);
                    });
        }
        return exactWeights;
    }

    /**
     * The weights that the records of the documents store; of several indexes, those that one index with all of their
     * documents would store. Then the first call reads all parts.
     */
    DocumentWeights storedWeights() {
        if (parts.isSharded() && parts.documents() > 0) {
            return mergedWeights();
        }
        parts.weigh();
        return DocumentWeights.stored(parts.documents());
    }

    private synchronized DocumentWeights mergedWeights() {
        if (mergedWeights == null) {
            long most = LogFrequency.most(parts.documents());
            DocumentWeight weight = new DocumentWeight(parts.documents());
            mergedWeights = merged(1, MEMORY, merged -> {
                Map<Object, LongUnaryOperator> sums = merged.sums(holders -> Math.min(most, LogFrequency.of(holders)));
                return (part, document) -> {
                    long minutiae = part.side(document).minutiae();
                    long sum = sums.get(part.source()).applyAsLong(document);
                    return weight.of(minutiae, LogFrequency.value(LogFrequency.mean(sum, minutiae)));
                };
            });
        }
        return mergedWeights;
    }

    /** Works on one segment, in the space of the work directory if there is one. */
    <T> T similar(SimilarityOptions<?> options, SegmentWork<T> work) {
        return merged(options.threads(), options.memory(), merged -> {
            Segment segment = merged.segment();
            return segment.reading(() -> work.on(segment, scratchSpace(options.work())));
        });
    }

    interface SegmentWork<T> {
        T on(Segment segment, ScratchSpace space) throws IOException;
    }

    Changes changes(WholeSnapshot newer, ChangeOptions options, Clusters.Progress progress) {
        long memory = options.memory() / 4;
        return merged(
                1,
                memory,
                old -> newer.merged(
                        1,
                        memory,
                        young -> Changes.between(
                                old.segment(), young.segment(), options, scratchSpace(Optional.empty()), progress)));
    }

    private static ScratchSpace scratchSpace(Optional<Path> work) {
        return new ScratchSpace(
                work.orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))), MergedParts.RESERVE);
    }

    /** Works on all parts together. */
    private interface Work<T> {
        T on(MergedParts merged) throws IOException;
    }

    private <T> T merged(int threads, long memory, Work<T> work) {
        try (MergedParts merged = new MergedParts(parts, threads, memory)) {
            return work.on(merged);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
