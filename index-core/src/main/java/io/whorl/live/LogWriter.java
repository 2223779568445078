package io.whorl.live;

import io.whorl.CorruptIndexException;
import io.whorl.WriterException;
import io.whorl.live.LogHeader.FrameHeader;
import io.whorl.live.LogReader.LogPosition;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.Checksum;
import io.whorl.store.IndexFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;

/**
 * Appends commits to a log. One thread at a time. Nothing may interrupt that thread: an interrupt closes the file, and
 * the writer has then failed.
 *
 * <pre>
 * header │ commit │ commit │ … │ END, if another log continues this one
 * </pre>
 *
 * <ol>
 *   <li>A commit is one frame, with a checksum. It is durable once {@link #force} has returned.
 *   <li>The next frame begins only then. So only the last frame can be incomplete.
 *   <li>A frame that cannot be written is cut off, and may be tried again. After an error of a force it is not known
 *       what the disk has, so the log takes no more.
 * </ol>
 */
public final class LogWriter implements Closeable {
    static final int BUFFER = 1 << 16;

    private final Path file;
    private final FileChannel channel;
    private final LogHeader header;
    /** One for all frames, so that a small frame is a single write. */
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

    private long end;
    private long sequence;
    private boolean ended;
    private boolean closed;
    /** Where the frame that is written and not forced ends; 0 if there is none. */
    private long unforcedEnd;
    /** The number of its commit. */
    private long unforced;
    /** The first failure after which the contents of the disk are unknown. */
    private Throwable failure;

    /** @param channel channel of the log file, open for writing */
    LogWriter(Path directory, FileChannel channel, LogHeader header, long end, long sequence) {
        this.file = LogReader.path(directory, header.number());
        this.channel = channel;
        this.header = header;
        this.end = end;
        this.sequence = sequence;
    }

    /**
     * Creates a log, durably.
     *
     * @param directory the existing directory of the logs
     * @param number number of the log, from 0
     * @param sequence sequence number of the last commit before this log, from 0
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     */
    public static LogWriter create(Path directory, long number, Scheme scheme, long sequence) throws IOException {
        Path file = LogReader.path(directory, number);
        LogHeader header = LogHeader.of(number, sequence, new SecureRandom().nextLong(), scheme);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Closeable undo = () -> {
            // Nothing is committed to this log, and its file would block the next attempt.
            channel.close();
            Files.deleteIfExists(file);
        };
        return Channels.orElse(undo, () -> {
            Channels.writeFully(channel, header.encode(), 0);
            channel.force(true);
            IndexFiles.force(directory);
            return new LogWriter(directory, channel, header, LogHeader.SIZE, sequence);
        });
    }

    /**
     * Continues a log that was read to its end. Truncates an unfinished frame, and forces the complete ones, because
     * the process that wrote them may have died before it did.
     *
     * @throws CorruptIndexException if the log is not the one that was read
     * @throws IllegalArgumentException if the log has ended
     */
    public static LogWriter resume(Path directory, LogPosition tail, Scheme scheme) throws IOException {
        if (tail.ended()) {
            throw new IllegalArgumentException("log " + tail.log() + " has ended; continue the next log");
        }
        Path file = LogReader.path(directory, tail.log());
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        return Channels.orElse(channel, () -> {
            LogHeader header = LogHeader.read(file, channel, tail.log(), scheme);
            if (channel.size() < tail.offset()) {
                throw new CorruptIndexException(
                        file, channel.size(), "it had " + tail.offset() + " complete bytes when it was read");
            }
            channel.truncate(tail.offset());
            channel.force(true);
            return new LogWriter(directory, channel, header, tail.offset(), tail.sequence());
        });
    }

    /**
     * Writes a commit, which is durable when {@link #force} has returned. Until then nothing else may be written. The
     * buffer does not change.
     *
     * @return the sequence number of the commit
     * @throws IOException if the write failed, for example because the disk is full. The log is unchanged, and the
     *     commit can be retried
     * @throws WriterException if the contents of the disk are unknown. All later calls throw it, too
     */
    public long write(CommitBuffer commit) throws IOException {
        write(FrameHeader.COMMIT, commit.array(), commit.bytes(), sequence + 1);
        return unforced;
    }

    /**
     * Waits until the disk has the frame that was written. Another thread may call it than the one that wrote, if that
     * one calls no method until this one has returned.
     *
     * @throws WriterException if the contents of the disk are unknown. All later calls throw it, too
     */
    public void force() {
        checkWorks();
        if (unforcedEnd == 0) {
            throw new IllegalStateException("log " + header.number() + " has no commit to force");
        }
        try {
            channel.force(false);
        } catch (IOException | RuntimeException | Error e) {
            // The operating system may drop the pages that it could not write, and report success next time.
            throw failed(e);
        }
        end = unforcedEnd;
        sequence = unforced;
        unforcedEnd = 0;
    }

    /**
     * Appends an END frame, durably. The next log, which must exist, continues this one. Nothing can be appended
     * afterwards.
     *
     * @throws IOException see {@link #write}
     */
    public void end() throws IOException {
        write(FrameHeader.END, new byte[0], 0, sequence);
        force();
        ended = true;
    }

    private void write(int kind, byte[] content, int length, long number) throws IOException {
        checkWorks();
        if (unforcedEnd != 0) {
            throw new IllegalStateException("log " + header.number() + " has a commit that was not forced");
        }
        if (closed || ended) {
            throw new IllegalStateException("log " + header.number() + (closed ? " is closed" : " has ended"));
        }
        try {
            unforcedEnd = writeFrame(kind, content, length, number);
        } catch (IOException | RuntimeException | Error e) {
            cut(e);
            throw e;
        }
        unforced = number;
    }

    /** Writes a frame behind the last one. Returns the offset of its end. */
    private long writeFrame(int kind, byte[] content, int length, long number) throws IOException {
        int checksum = Checksum.of(content, 0, length);
        buffer.clear().put(new FrameHeader(kind, length, number, checksum).encode(header.salt()));
        long to = end;
        int from = 0;
        do {
            int n = Math.min(buffer.remaining(), length - from);
            int chunk = buffer.put(content, from, n).flip().remaining();
            Channels.writeFully(channel, buffer, to);
            buffer.clear();
            from += n;
            to += chunk;
        } while (from < length);
        return to;
    }

    /** Truncates an unfinished frame, so that the next frame takes its place. */
    private void cut(Throwable reason) {
        try {
            channel.truncate(end);
        } catch (IOException | RuntimeException e) {
            e.addSuppressed(reason);
            throw failed(e);
        }
    }

    private WriterException failed(Throwable reason) {
        failure = reason;
        return WriterException.log(file, reason);
    }

    private void checkWorks() {
        if (failure != null) {
            throw WriterException.log(file, failure);
        }
    }

    public long number() {
        return header.number();
    }

    /** The complete and durable bytes of the log. */
    public long length() {
        return end;
    }

    /** Closes and deletes the log. Call it only if no MANIFEST names the log. */
    public void abandon() {
        close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The next writer removes it.
        }
    }

    /** A second call does nothing. */
    @Override
    public void close() {
        closed = true;
        try {
            channel.close();
        } catch (IOException e) {
            // All commits are forced.
        }
    }
}
