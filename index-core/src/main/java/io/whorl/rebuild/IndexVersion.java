package io.whorl.rebuild;

import io.whorl.log.LogReader;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Identifies the set of documents of an index by numbers: another commit means other documents. A merge changes neither
 * number.
 *
 * @param generation of MANIFEST; it decreases only if the index was created again
 * @param commit number of the last commit, or {@link #UNKNOWN} if the log that contains it is damaged
 */
record IndexVersion(long generation, long commit) {
    static final long UNKNOWN = -1;

    /** @param state the MANIFEST of the index; empty if there is no index yet */
    static IndexVersion of(Path index, Optional<Manifest> state) throws IOException {
        if (state.isEmpty()) {
            return new IndexVersion(0, 0);
        }
        Manifest manifest = state.get();
        if (manifest.log() == 0) {
            return new IndexVersion(manifest.generation(), manifest.sequence());
        }
        OptionalLong last = LogReader.lastCommit(IndexFiles.live(index), manifest.log(), manifest.scheme());
        // A rebuild may be the way to replace a damaged index.
        return new IndexVersion(
                manifest.generation(), last.isPresent() ? Math.max(last.getAsLong(), manifest.sequence()) : UNKNOWN);
    }

    /** Whether the index has the same documents as then. */
    boolean hasDocumentsOf(IndexVersion then) {
        return commit == then.commit && generation >= then.generation;
    }
}
