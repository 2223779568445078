package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads logs that continue each other, and verifies that they do. */
public final class LogChain {
    private LogChain() {}

    /**
     * Passes the commits of one log to a sink. If the log has ended, the next log continues it.
     *
     * @param directory of the logs
     * @param from where to start
     * @return where the log ends; ended if the next log has commits
     * @throws CorruptIndexException if the log is missing or damaged, or starts after another commit
     */
    public static LogTail readOne(Path directory, LogPlace from, Scheme scheme, LogSink sink) throws IOException {
        CountedCommits counted = new CountedCommits(sink);
        LogTail tail = read(directory, from, scheme, counted);
        requireAfter(from.after(), tail, counted.commits(), LogFiles.path(directory, from.log()));
        return !tail.ended() && LogFiles.hasCommits(directory, from.log() + 1)
                ? ended(directory, tail, scheme, sink)
                : tail;
    }

    /** Reads the rest of a log that must have ended, because a later log exists. If it has not ended, it is damaged. */
    private static LogTail ended(Path directory, LogTail before, Scheme scheme, LogSink sink) throws IOException {
        LogTail tail = read(directory, LogPlace.end(before), scheme, sink);
        if (!tail.ended()) {
            throw new CorruptIndexException(
                    LogFiles.path(directory, tail.number()),
                    tail.end(),
                    "its end is missing, but the next log has commits");
        }
        return tail;
    }

    private static LogTail read(Path directory, LogPlace from, Scheme scheme, LogSink sink) throws IOException {
        try {
            return LogReader.read(directory, from, scheme, sink);
        } catch (NoSuchFileException e) {
            throw new CorruptIndexException(LogFiles.path(directory, from.log()), 0, "the log is missing", e);
        }
    }

    /**
     * Verifies that the commits read from a log follow a given commit.
     *
     * @param commits how many were read
     * @throws CorruptIndexException if they do not
     */
    public static void requireAfter(long after, LogTail tail, long commits, Path log) {
        if (tail.sequence() - commits != after) {
            throw new CorruptIndexException(
                    log,
                    0,
                    "it continues after commit " + (tail.sequence() - commits) + ", but the last known one is "
                            + after);
        }
    }

    /**
     * Verifies that the logs contain all commits whose deletions the segments already contain. They do not in a copy
     * that was made file by file while a writer worked, if MANIFEST was copied long after the log.
     *
     * @param reached as MANIFEST says
     * @throws CorruptIndexException if they do not
     */
    public static void requireReached(long reached, LogTail last, Path directory) {
        if (last.sequence() < reached) {
            throw new CorruptIndexException(
                    LogFiles.path(directory, last.number()),
                    last.end(),
                    "it ends with commit " + last.sequence() + ", but MANIFEST was written after commit " + reached
                            + "; if this is a copy, copy the index again");
        }
    }

    /** Passes operations on, and counts the commits. */
    private static final class CountedCommits extends ForwardingSink {
        private long commits;

        CountedCommits(LogSink to) {
            super(to);
        }

        long commits() {
            return commits;
        }

        @Override
        public void commit(long sequence) throws IOException {
            commits++;
            super.commit(sequence);
        }
    }
}
