package io.whorl.rebuild;

import io.whorl.log.LogReader;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What documents an index holds, told by number: another commit, other documents. A merge changes neither.
 *
 * @param generation of MANIFEST; it goes back only where an index was made anew
 * @param commit number of the last commit; {@link #UNKNOWN} where the log that has it is damaged
 */
record IndexVersion(long generation, long commit) {
    static final long UNKNOWN = -1;

    /** @param state of the index; none where there is no index yet */
    static IndexVersion of(Path index, Optional<Manifest> state) throws IOException {
        if (state.isEmpty()) {
            return new IndexVersion(0, 0);
        }
        Manifest manifest = state.get();
        if (manifest.log() == 0) {
            return new IndexVersion(manifest.generation(), manifest.sequence());
        }
        OptionalLong last = LogReader.lastCommit(IndexFiles.live(index), manifest.log(), manifest.scheme());
        // A damaged index is what a rebuild may be for.
        return new IndexVersion(
                manifest.generation(), last.isPresent() ? Math.max(last.getAsLong(), manifest.sequence()) : UNKNOWN);
    }

    /** Whether the index holds the documents that it held then. */
    boolean holdsWhat(IndexVersion then) {
        return commit == then.commit && generation >= then.generation;
    }
}
