package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.LogFailedException;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.IndexFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;

/**
 * Appends commits to a log. One thread at a time, and one that nobody interrupts: an interrupt closes the file under
 * the writer, which has then failed.
 */
public final class LogWriter implements Closeable {
    private final Path directory;
    private final Path file;
    private final FileChannel channel;
    private final LogHeader header;
    private final FrameWriter output;
    private long end;
    private long sequence;
    private boolean ended;
    private boolean closed;
    /** Set by the first failure after which nobody knows what the disk holds. */
    private Throwable failure;

    /** @param channel of the log's file, open for writing */
    LogWriter(Path directory, FileChannel channel, LogHeader header, long end, long sequence) {
        this.directory = directory;
        this.file = LogFiles.path(directory, header.number());
        this.channel = channel;
        this.header = header;
        this.output = new FrameWriter(channel);
        this.end = end;
        this.sequence = sequence;
    }

    /**
     * Makes a new log, durably.
     *
     * @param directory where logs are kept; it exists
     * @param number the log's, from 0
     * @param sequence of the last commit before this log, from 0
     * @throws java.nio.file.FileAlreadyExistsException if there is a file of that name
     */
    public static LogWriter create(Path directory, long number, Scheme scheme, long sequence) throws IOException {
        if (number < 0 || sequence < 0) {
            throw new IllegalArgumentException(
                    "number is " + number + " and sequence " + sequence + "; neither may be negative");
        }
        Path file = LogFiles.path(directory, number);
        LogHeader header = LogHeader.of(number, sequence, new SecureRandom().nextLong(), scheme);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            Channels.writeFully(channel, header.encode(), 0);
            channel.force(true);
            IndexFiles.force(directory);
            return new LogWriter(directory, channel, header, LogHeader.SIZE, sequence);
        } catch (IOException | RuntimeException e) {
            // Nothing was committed to it, and its name would be in the way of the next attempt.
            try {
                channel.close();
                Files.deleteIfExists(file);
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
    }

    /**
     * Goes on with a log that has been read to its end: cuts what is torn, and forces what was found whole, since the
     * process that wrote it may have died before it did.
     *
     * @throws CorruptIndexException if the log is not the one that was read
     * @throws IllegalArgumentException if the log has ended
     */
    public static LogWriter resume(Path directory, LogTail tail, Scheme scheme) throws IOException {
        if (tail.ended()) {
            throw new IllegalArgumentException("log " + tail.number() + " has ended; go on with the next one");
        }
        Path file = LogFiles.path(directory, tail.number());
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            LogHeader header = LogHeader.read(file, channel, tail.number(), scheme);
            if (channel.size() < tail.end()) {
                throw new CorruptIndexException(
                        file, channel.size(), "it had " + tail.end() + " whole bytes when it was read");
            }
            channel.truncate(tail.end());
            channel.force(true);
            return new LogWriter(directory, channel, header, tail.end(), tail.sequence());
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Appends one commit; when this returns, it is durable. The commit is left as it is.
     *
     * @param next its sequence, one more than that of the commit before
     * @throws IOException if there was no room, or the like: the log is as it was before, and the commit can be tried
     *     again
     * @throws LogFailedException if it is not known what the disk holds; so does every later call
     */
    public void append(CommitBuffer commit, long next) throws IOException {
        checkOpen();
        if (!commit.fits(header.bits(), header.frequencies())) {
            throw new IllegalArgumentException("the commit is not encoded for this log: W is " + header.bits() + " and "
                    + (header.frequencies() ? "frequencies are kept" : "no frequencies are kept"));
        }
        check("sequence", next, sequence + 1);
        write(FrameHeader.COMMIT, commit.chunks(), next);
        sequence = next;
    }

    /**
     * Puts an END frame, durably: the next log, which exists, goes on. Nothing can be appended after it.
     *
     * @param last sequence of the last commit
     * @throws IOException as {@link #append} does
     */
    public void end(long last) throws IOException {
        checkOpen();
        check("sequence", last, sequence);
        write(FrameHeader.END, new ByteBlocks(), last);
        ended = true;
    }

    private static void check(String name, long value, long wanted) {
        if (value != wanted) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be " + wanted);
        }
    }

    private void write(int kind, ByteBlocks chunks, long number) throws IOException {
        long to;
        try {
            to = output.write(FrameWriter.header(kind, chunks, number).encode(header.salt()), chunks, end);
        } catch (IOException | RuntimeException | Error e) {
            cut(e);
            throw e;
        }
        try {
            channel.force(false);
        } catch (IOException | RuntimeException | Error e) {
            // The system may have dropped what it could not write, and say nothing the next time.
            throw failed(e);
        }
        end = to;
    }

    /** Removes what there is of a frame, so that the next one stands in its place. */
    private void cut(Throwable reason) {
        try {
            channel.truncate(end);
        } catch (IOException | RuntimeException e) {
            e.addSuppressed(reason);
            throw failed(e);
        }
    }

    private LogFailedException failed(Throwable reason) {
        failure = reason;
        return new LogFailedException(file, reason);
    }

    private void checkOpen() {
        if (failure != null) {
            throw new LogFailedException(file, failure);
        }
        if (closed || ended) {
            throw new IllegalStateException("log " + header.number() + (closed ? " is closed" : " has ended"));
        }
    }

    public long number() {
        return header.number();
    }

    /** Bytes of the log that are whole and durable. */
    public long length() {
        return end;
    }

    /** Closes the log and removes it: nothing names it, or nothing any more. */
    public void abandon() {
        closed = true;
        try (channel) {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next writer removes it.
        }
    }

    /**
     * Leaves a durable note that the log is whole up to {@link #length}, unless it failed; a second call does nothing.
     */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (channel) {
            if (failure == null) {
                new CloseRecord(header.number(), header.salt(), end).write(directory);
            }
        }
    }
}
