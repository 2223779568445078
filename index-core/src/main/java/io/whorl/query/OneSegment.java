package io.whorl.query;

import io.whorl.assembly.SegmentAssembler;
import io.whorl.parts.LivePart;
import io.whorl.parts.MergedParts;
import io.whorl.parts.SealedPart;
import io.whorl.parts.SnapshotParts;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A snapshot as one segment without deleted documents: its only segment, or a scratch segment, which this releases when
 * it is closed. One thread at a time.
 */
final class OneSegment implements AutoCloseable {
    private final Segment segment;
    private final Optional<MergedParts> merged;
    private final boolean made;

    /** @param memory bytes of heap for a merge */
    OneSegment(SnapshotParts parts, long memory) throws IOException {
        boolean live = !parts.live().stream().allMatch(LivePart::isEmpty);
        boolean one = parts.sealed().size() == 1 && parts.sealed().get(0).dead().isEmpty() && !live;
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
