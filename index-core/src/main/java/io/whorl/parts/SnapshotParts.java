package io.whorl.parts;

import io.whorl.live.LiveTier.TierHeap;
import io.whorl.scheme.Scheme;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a snapshot, from the files of an index or from its writer. An id is live in one part at most.
 * Thread-safe.
 */
public interface SnapshotParts {
    /**
     * The parts of an index as its files are now, without a writer; the caller holds them.
     *
     * @param index its directory
     */
    static SnapshotParts ofFiles(Path index) throws IOException {
        return DirectorySource.open(index, TierHeap.OF_PROCESS, Optional.empty());
    }

    /** The scheme of every part, with its selection written out in full. */
    Scheme scheme();

    List<Part> parts();

    default List<SealedPart> sealed() {
        return parts().stream()
                .filter(SealedPart.class::isInstance)
                .map(SealedPart.class::cast)
                .toList();
    }

    default long documents() {
        return parts().stream().mapToLong(Part::documents).sum();
    }

    /** Bytes of all files of the index except LOCK. */
    long bytes() throws IOException;

    /** Sealed segments of the index. A snapshot may have more, made from a log. */
    int segments();

    /** What the index stores of its documents. */
    StoredKinds stored();

    /**
     * An index as of a commit.
     *
     * @param index its directory
     * @param sequence the number of the commit
     */
    record Origin(Path index, long sequence) {}

    /** The index and the commit of these parts; empty if they are of several indexes. */
    default Optional<Origin> origin() {
        return Optional.empty();
    }

    /** The number of threads that search for one query. */
    default int threads() {
        return 1;
    }

    /** Whether the parts are those of several indexes, whose stored weights do not count the other indexes. */
    default boolean isSharded() {
        return false;
    }

    /**
     * The current state of the index.
     *
     * @return its parts, held for the caller, or nothing if the index has not changed since these parts were read
     */
    Optional<? extends SnapshotParts> refresh() throws IOException;
}
