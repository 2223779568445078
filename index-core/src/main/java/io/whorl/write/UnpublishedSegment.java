package io.whorl.write;

import io.whorl.store.IndexDirectory;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A new segment file that no MANIFEST names yet; without a segment if no document remained. The state that will name it
 * owns the reference to the segment.
 */
record UnpublishedSegment(Path file, Optional<Segment> segment) {
    /** Writes a segment file. */
    interface Writer {
        SegmentCounts write(Path file) throws IOException;
    }

    static UnpublishedSegment by(IndexDirectory directory, Writer writer) throws IOException {
        Path file = directory.path().resolve(directory.newSegmentName());
        UnpublishedSegment none = new UnpublishedSegment(file, Optional.empty());
        try {
            if (writer.write(file).documents() > 0) {
                return new UnpublishedSegment(file, Optional.of(Segment.openCounted(file)));
            }
            Files.deleteIfExists(file);
            return none;
        } catch (IOException | RuntimeException e) {
            none.discard(e);
            throw e;
        }
    }

    long bytes() {
        return segment.map(Segment::length).orElse(0L);
    }

    /** The segment for the next state. */
    Optional<SealedSegment> sealed() {
        return segment.map(
                s -> SealedSegment.whole(SegmentFile.whole(file.getFileName().toString(), s.length()), s));
    }

    /** Deletes the file after a failure, unless MANIFEST names it or may name it. */
    void discard(IndexDirectory directory, Exception failure) {
        String name = file.getFileName().toString();
        boolean named = directory.manifest().stream()
                .flatMap(m -> m.segments().stream())
                .anyMatch(s -> s.name().equals(name));
        if (!named && !directory.inDoubt()) {
            discard(failure);
        }
    }

    private void discard(Exception failure) {
        segment.ifPresent(Segment::release);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next writer deletes it.
            failure.addSuppressed(e);
        }
    }
}
