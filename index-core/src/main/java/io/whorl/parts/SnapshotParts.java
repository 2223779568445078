package io.whorl.parts;

import io.whorl.live.LiveTier.TierHeap;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The parts of a snapshot, from the files of an index or from its writer. An id is live in one part at most.
 * Thread-safe.
 *
 * @param scheme the scheme of every part, with its selection written out in full
 * @param stored what the index stores of its documents
 * @param indexes the directories of the indexes that the parts are of
 * @param segments sealed segments of these indexes. A snapshot may have more, made from a log
 * @param commit the number of the commit; empty if the parts are of several indexes
 * @param threads the number of threads that search for one query
 * @param newer reads the current state
 */
public record SnapshotParts(
        Scheme scheme,
        StoredKinds stored,
        List<Part> parts,
        List<Path> indexes,
        int segments,
        OptionalLong commit,
        int threads,
        Newer newer) {
    /** Reads the current state of an index. */
    public interface Newer {
        /** @return its parts, held for the caller, or nothing if the index has not changed since these were read */
        Optional<SnapshotParts> read() throws IOException;
    }

    /**
     * The parts of an index as its files are now, without a writer; the caller holds them.
     *
     * @param index its directory
     */
    public static SnapshotParts ofFiles(Path index) throws IOException {
        return DirectorySource.open(index, TierHeap.OF_PROCESS, Optional.empty())
                .snapshot();
    }

    public List<SealedPart> sealed() {
        return parts.stream()
                .filter(SealedPart.class::isInstance)
                .map(SealedPart.class::cast)
                .toList();
    }

    public long documents() {
        return parts.stream().mapToLong(Part::documents).sum();
    }

    /** Bytes of all files of the indexes except LOCK. */
    public long bytes() throws IOException {
        long bytes = 0;
        for (Path index : indexes) {
            bytes += IndexFiles.bytes(index);
        }
        return bytes;
    }

    /** Whether the parts are those of several indexes, whose stored weights do not count the other indexes. */
    public boolean isSharded() {
        return commit.isEmpty();
    }
}
