package io.whorl.query;

import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** Questions about all documents of a snapshot at once, which one segment of them answers. Thread-safe. */
final class WholeSnapshot {
    private final SnapshotParts parts;
    private IndexStats stats;
    private List<long[]> documentWeights;

    WholeSnapshot(SnapshotParts parts) {
        this.parts = parts;
    }

    synchronized IndexStats stats() {
        if (stats == null) {
            try {
                SegmentCounts c = counts();
                stats = new IndexStats(c.documents(), c.words(), c.minutiae(), c.singletons(), c.postings(),
                        parts.origin().bytes(), parts.origin().segments(), parts.scheme());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return stats;
    }

    /**
     * What the documents of each part weigh by {@link DocumentWeights}: sealed parts with live documents first, then such
     * live ones.
     */
    synchronized List<long[]> documentWeights() {
        if (documentWeights == null) {
            if (isEmpty() || isOneSegment()) {
                documentWeights = parts.sealed().stream().filter(p -> !p.isEmpty()).map(p -> weights(p.segment())).toList();
            } else {
                try (MergedParts merged = new MergedParts(parts, 1)) {
                    Segment segment = merged.segment();
                    documentWeights = DocumentWeights.byPart(parts, segment, weights(segment));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return documentWeights;
    }

    private static long[] weights(Segment segment) {
        return segment.reading(() -> DocumentWeights.of(segment));
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

    Pairs pairs(PairsOptions options, PairsProgress progress) {
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

    private static Pairs pairs(Segment segment, PairsOptions options, PairsProgress progress) {
        ScratchSpace scratch = new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir")), MergedParts.RESERVE);
        return segment.reading(() -> new PairSearch(segment, options, scratch, progress).run());
    }

    private boolean isEmpty() {
        return parts.sealed().stream().allMatch(SealedPart::isEmpty) && parts.live().stream().allMatch(LivePart::isEmpty);
    }

    private boolean isOneSegment() {
        return parts.sealed().size() == 1 && parts.sealed().get(0).dead().isEmpty()
                && parts.live().stream().allMatch(LivePart::isEmpty);
    }
}
