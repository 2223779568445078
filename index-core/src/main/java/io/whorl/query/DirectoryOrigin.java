package io.whorl.query;

import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexDirectory;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * An index's directory, whose MANIFEST says what the index is.
 *
 * @param index the directory
 * @param generation of the MANIFEST that the snapshot is of
 */
record DirectoryOrigin(Path index, long generation) implements Origin {
    static SnapshotParts open(Path index) throws IOException {
        return IndexDirectory.readCurrent(index, manifest -> parts(index, manifest));
    }

    private static SnapshotParts parts(Path index, Manifest manifest) throws IOException {
        Segment segment = IndexDirectory.openSegment(index, manifest);
        return new SnapshotParts(segment.scheme(),
                List.of(new SealedPart(segment, DeadDocuments.none(segment.counts().documents()))), List.of(),
                new DirectoryOrigin(index, manifest.generation()));
    }

    @Override
    public long bytes() throws IOException {
        return IndexDirectory.bytes(index);
    }

    @Override
    public Snapshot refresh(Snapshot now) throws IOException {
        return IndexDirectory.readManifest(index).generation() == generation ? now : Snapshot.of(open(index), now);
    }
}
