package io.whorl.rebuild;

import io.whorl.CorruptIndexException;
import io.whorl.log.LogFiles;
import io.whorl.log.LogReader;
import io.whorl.log.LogSink;
import io.whorl.log.LogTail;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * What documents an index holds, told by number: another commit, other documents. A merge changes neither.
 *
 * @param generation of MANIFEST; it goes back only where an index was made anew
 * @param commit number of the last commit; {@link #UNKNOWN} where the log that has it is damaged
 */
record IndexStamp(long generation, long commit) {
    static final long UNKNOWN = -1;

    private static final LogSink NOBODY = new LogSink() {
        @Override
        public void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) {
            // Only the number of the last commit is asked for.
        }

        @Override
        public void delete(byte[] id) {
            // The same.
        }

        @Override
        public void commit(long sequence) {
            // The same.
        }
    };

    static IndexStamp of(Path index, Manifest manifest) throws IOException {
        if (manifest.log() == 0) {
            return new IndexStamp(manifest.generation(), manifest.sequence());
        }
        Path live = IndexFiles.live(index);
        try {
            LogTail tail = LogReader.read(live, manifest.log(), 0, manifest.scheme(), NOBODY);
            while (tail.ended() && LogFiles.hasCommits(live, tail.number() + 1)) {
                tail = LogReader.read(live, tail.number() + 1, 0, manifest.scheme(), NOBODY);
            }
            return new IndexStamp(manifest.generation(), Math.max(tail.sequence(), manifest.sequence()));
        } catch (CorruptIndexException | NoSuchFileException damaged) {
            // A damaged index is what a rebuild may be for.
            return new IndexStamp(manifest.generation(), UNKNOWN);
        }
    }

    /** Whether the index holds the documents that it held then. */
    boolean holdsWhat(IndexStamp then) {
        return commit == then.commit && generation >= then.generation;
    }
}
