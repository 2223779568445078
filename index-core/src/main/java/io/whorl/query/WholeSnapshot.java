package io.whorl.query;

import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.DocumentKeys;
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
import io.whorl.parts.SealedPart;
import io.whorl.parts.SnapshotParts;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

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

    Pairs pairs(PairsOptions options, Pairs.Progress progress) {
        if (isEmpty()) {
            return new Pairs();
        }
        if (isOneSegment()) {
            return pairs(parts.sealed().get(0).segment(), options, progress);
        }
        try (MergedParts merged = new MergedParts(parts, options.threads(), options.memory())) {
            return pairs(merged.segment(), options, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Pairs pairs(Segment segment, PairsOptions options, Pairs.Progress progress) {
        ScratchSpace scratch = scratchSpace(options.work());
        PairMemory memory = PairMemory.of(
                options.memory(), options.threads(), options.measure().weighted());
        long documents = segment.counts().documents();
        return segment.reading(() -> new Pairs(
                new PairSearch(segment, options.request(), memory, scratch, done -> progress.at(done, documents))
                        .run()));
    }

    Clusters clusters(ClusterOptions options, Clusters.Progress progress) {
        if (isEmpty()) {
            return Clusters.none();
        }
        if (isOneSegment()) {
            return clusters(parts.sealed().get(0).segment(), options, progress);
        }
        try (MergedParts merged = new MergedParts(parts, options.threads(), options.memory())) {
            return clusters(merged.segment(), options, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Clusters clusters(Segment segment, ClusterOptions options, Clusters.Progress progress) {
        return segment.reading(() -> Clusters.of(segment, options, scratchSpace(options.work()), progress));
    }

    Survivors survivors(SurvivorOptions options, DocumentKeys keys, Clusters.Progress progress) {
        if (isEmpty()) {
            return Survivors.none();
        }
        if (isOneSegment()) {
            return survivors(parts.sealed().get(0).segment(), options, keys, progress);
        }
        try (MergedParts merged = new MergedParts(parts, options.threads(), options.memory())) {
            return survivors(merged.segment(), options, keys, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Survivors survivors(
            Segment segment, SurvivorOptions options, DocumentKeys keys, Clusters.Progress progress) {
        return segment.reading(() -> Survivors.of(segment, options, keys, scratchSpace(Optional.empty()), progress));
    }

    History history(String id, HistoryOptions options) {
        try (OneSegment one = new OneSegment(parts, options.memory() / 2)) {
            Segment segment = one.segment();
            return segment.reading(() -> History.scanned(segment, id, options, scratchSpace(Optional.empty())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Changes changes(WholeSnapshot newer, ChangeOptions options, Changes.Progress progress) {
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
}
