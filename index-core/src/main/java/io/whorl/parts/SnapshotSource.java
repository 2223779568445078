package io.whorl.parts;

import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.util.Optional;

/** Where the parts of a snapshot come from: the files of an index, or its writer. Thread-safe. */
public interface SnapshotSource {
    /** Bytes of all files of the index except LOCK. */
    long bytes() throws IOException;

    /** Sealed segments of the index. A snapshot may have more, made from a log. */
    int segments();

    /** What the index stores of its documents. */
    StoredKinds stored();

    /** The number of threads that search for one query. */
    default int threads() {
        return 1;
    }

    /** Whether the parts are those of several indexes, whose stored weights do not count the other indexes. */
    default boolean isSharded() {
        return false;
    }

    /**
     * Sets the weights of documents that have none yet. Must be called before stored weights are read. The caller holds
     * the parts.
     */
    default void weigh() {}

    /**
     * The current state of the index.
     *
     * @return its parts, held for the caller, or nothing if the index has not changed since this source was read
     */
    Optional<SnapshotParts> refresh() throws IOException;
}
