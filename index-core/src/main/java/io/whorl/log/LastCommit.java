package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Finds the last commit in an index's logs. */
public final class LastCommit {
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

    private LastCommit() {}

    /**
     * Reads a log, and those that go on with it.
     *
     * @param directory of the logs
     * @param number of the first of them
     * @return the commit's number; nothing where a log is damaged or gone
     * @throws io.whorl.UnsupportedFormatException if a log is of a newer version
     */
    public static OptionalLong in(Path directory, long number, Scheme scheme) throws IOException {
        try {
            LogTail tail = LogReader.read(directory, number, 0, scheme, NOBODY);
            while (tail.ended() && LogFiles.hasCommits(directory, tail.number() + 1)) {
                tail = LogReader.read(directory, tail.number() + 1, 0, scheme, NOBODY);
            }
            return OptionalLong.of(tail.sequence());
        } catch (CorruptIndexException | NoSuchFileException damaged) {
            return OptionalLong.empty();
        }
    }
}
