package io.whorl.query;

import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Questions about all documents of a snapshot at once, which one segment answers. Thread-safe. */
final class WholeSnapshot {
    private final SnapshotParts parts;
    private IndexStats stats;

    WholeSnapshot(SnapshotParts parts) {
        this.parts = parts;
    }

    synchronized IndexStats stats() {
        if (stats == null) {
            try {
                SegmentCounts c = isOneSegment() ? segment().counts() : counted();
                stats = new IndexStats(c.documents(), c.words(), c.minutiae(), c.singletons(), c.postings(),
                        parts.origin().bytes(), parts.sealed().size(), parts.scheme());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return stats;
    }

    Pairs pairs(PairsOptions options) {
        try {
            Segment segment = isOneSegment() ? segment() : merged();
            return segment.reading(() -> new PairSearch(segment, options).run());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isOneSegment() {
        return parts.sealed().size() == 1 && parts.sealed().get(0).dead().isEmpty()
                && parts.live().stream().allMatch(p -> p.view().documents() == p.dead().count());
    }

    private Segment segment() {
        return parts.sealed().get(0).segment();
    }

    private SegmentCounts counted() throws IOException {
        throw new IOException("parts cannot be counted yet");
    }

    private Segment merged() throws IOException {
        throw new IOException("parts cannot be merged yet");
    }
}
