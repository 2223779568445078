package io.whorl.write;

import io.whorl.build.SegmentMerge;
import io.whorl.parts.SealedPart;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A segment of the index with its dead documents. The writer holds its files while a state contains it. No MANIFEST
 * names a new one yet; the state that will name it owns the reference to the segment.
 */
record SealedSegment(SegmentFile file, Segment segment, DeadDocuments dead) {
    /** Writes a segment file. */
    interface Writer {
        SegmentCounts write(Path file) throws IOException;
    }

    /** Makes a new segment; empty if it has no documents. */
    static Optional<SealedSegment> write(IndexDirectory directory, Writer writer) throws IOException {
        String name = directory.newSegmentName();
        Path file = directory.path().resolve(name);
        try {
            if (writer.write(file).documents() == 0) {
                Files.deleteIfExists(file);
                return Optional.empty();
            }
            return Optional.of(whole(name, Segment.openCounted(file)));
        } catch (IOException | RuntimeException e) {
            delete(file, e);
            throw e;
        }
    }

    static SealedSegment whole(String name, Segment segment) {
        return new SealedSegment(
                SegmentFile.whole(name, segment.length()),
                segment,
                DeadDocuments.none(segment.counts().documents()));
    }

    /** After a failure, releases a new segment and deletes its file, unless MANIFEST names it or may name it. */
    void discard(IndexDirectory directory, Exception failure) {
        boolean named = directory.manifest().stream()
                .flatMap(m -> m.segments().stream())
                .anyMatch(s -> s.name().equals(name()));
        if (!named && !directory.inDoubt()) {
            segment.release();
            delete(directory.path().resolve(name()), failure);
        }
    }

    private static void delete(Path file, Exception failure) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next writer deletes it.
            failure.addSuppressed(e);
        }
    }

    SealedSegment dead(DeadDocuments now) {
        return now == dead ? this : new SealedSegment(file, segment, now);
    }

    /** These segments with durable files of their dead documents, for MANIFEST. */
    static List<SealedSegment> named(List<SealedSegment> segments, IndexDirectory directory) throws IOException {
        SealedSegment[] named = segments.toArray(SealedSegment[]::new);
        for (int i = 0; i < named.length; i++) {
            SealedSegment s = named[i];
            named[i] = new SealedSegment(directory.writeDeadDocuments(s.file, s.dead), s.segment, s.dead);
        }
        return List.of(named);
    }

    /** The file name, which is unique among all segments of an index. */
    String name() {
        return file.name();
    }

    long liveDocuments() {
        return dead.documents() - dead.count();
    }

    /** About the share of the living documents in a quantity of the whole segment. */
    long liveShare(long whole) {
        return liveDocuments() == 0 ? 0 : (long) ((double) whole / dead.documents() * liveDocuments());
    }

    SegmentMerge.Input input() {
        return new SegmentMerge.Input(segment, dead);
    }

    /** The frequencies of minutiae in the living documents of some segments. */
    static CollectionFrequencies frequencies(List<SealedSegment> of) {
        return new CollectionFrequencies(of.stream()
                .map(s -> new CollectionFrequencies.Part(s.segment, s.dead))
                .toList());
    }

    /** Releases the files. */
    void release() {
        segment.release();
        dead.release();
    }

    /** A copy for a snapshot, which holds the files itself. */
    SealedPart part() {
        SealedPart part = new SealedPart(segment, dead);
        part.take();
        return part;
    }
}
