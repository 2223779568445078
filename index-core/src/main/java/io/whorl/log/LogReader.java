package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the commits of a log, also while another process appends to it. */
public final class LogReader {
    private static final LogSink IGNORED = new LogSink() {
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

    private final Path file;
    private final FileChannel channel;
    private final LogHeader header;
    /** Bytes of the file when it was opened; what is appended meanwhile is not seen. */
    private final long size;

    private final FileInput pieces;
    private final OperationReader operations;
    private long at = LogHeader.SIZE;
    private long sequence;
    private boolean ended;

    private LogReader(Path file, FileChannel channel, LogHeader header) throws IOException {
        this.file = file;
        this.channel = channel;
        this.header = header;
        this.size = channel.size();
        this.pieces = new FileInput(file, channel);
        this.operations = new OperationReader(pieces, header.bits(), header.frequencies());
        this.sequence = header.sequence();
    }

    /**
     * Gives every commit from a place on to the log's last whole frame. What follows that is a frame that was being
     * written when the writer died, or is being written now; it is no commit. Memory is bounded by the largest
     * operation that the file really holds; a commit's checksum is verified before any of it is given.
     *
     * @param offset where the first frame wanted begins, in bytes from the start of the file; 0 for the log's first
     * @throws CorruptIndexException if the log or the note beside it is damaged, or the log is not of this number and
     *     scheme
     * @throws io.whorl.UnsupportedFormatException if the log is of a newer version
     * @throws java.nio.file.NoSuchFileException if there is no such log
     */
    public static LogTail read(Path directory, long number, long offset, Scheme scheme, LogSink sink)
            throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset is " + offset + "; it must not be negative");
        }
        // Before the log's length is asked: a writer may lengthen the log and then replace the note.
        Optional<CloseRecord> note = CloseRecord.read(directory);
        Path file = LogFiles.path(directory, number);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            LogReader reader = new LogReader(file, channel, LogHeader.read(file, channel, number, scheme));
            reader.skip(offset);
            while (reader.frames(sink)) {}
            long promised = note.filter(n -> n.isOf(reader.header))
                    .map(CloseRecord::length)
                    .orElse(0L);
            reader.check(
                    reader.at >= promised,
                    reader.at,
                    "this frame is not whole, but the log was closed with " + promised + " whole bytes");
            return new LogTail(number, reader.at, reader.sequence, reader.ended, reader.size - reader.at);
        }
    }

    /**
     * Reads a log, and those that go on with it.
     *
     * @param directory of the logs
     * @param number of the first of them
     * @return the commit's number; nothing where a log is damaged or gone
     * @throws io.whorl.UnsupportedFormatException if a log is of a newer version
     */
    public static OptionalLong lastCommit(Path directory, long number, Scheme scheme) throws IOException {
        try {
            LogTail tail = read(directory, number, 0, scheme, IGNORED);
            while (tail.ended() && LogFiles.hasCommits(directory, tail.number() + 1)) {
                tail = read(directory, tail.number() + 1, 0, scheme, IGNORED);
            }
            return OptionalLong.of(tail.sequence());
        } catch (CorruptIndexException | NoSuchFileException damaged) {
            return OptionalLong.empty();
        }
    }

    /** Goes from header to header, which costs little and tells the sequence. */
    private void skip(long offset) throws IOException {
        while (at < offset) {
            Optional<FrameHeader> frame = header(at);
            check(frame.filter(this::fits).isPresent(), at, "no whole frame is here, of those before byte " + offset);
            accept(frame.get());
            at += FrameHeader.SIZE + frame.get().length();
        }
        check(offset == 0 || at == offset, Math.min(at, offset), "no frame begins at byte " + offset);
    }

    /** Gives the whole frames that follow; returns whether there may be more, those from a damaged one on excepted. */
    private boolean frames(LogSink sink) throws IOException {
        for (Optional<FrameHeader> frame = whole(); frame.isPresent(); frame = whole()) {
            give(frame.get(), sink);
        }
        OptionalLong later = FrameSearch.next(channel, at + 1, size, header.salt());
        if (later.isEmpty()) {
            return false;
        }
        // A writer may have failed to write a frame and begun it again while this one looked at it.
        check(whole().isPresent(), at, "this frame is damaged, and byte " + later.getAsLong() + " begins a later one");
        return true;
    }

    private void give(FrameHeader frame, LogSink sink) throws IOException {
        long from = at + FrameHeader.SIZE;
        accept(frame);
        if (frame.kind() == FrameHeader.COMMIT) {
            pieces.open(from, frame.length());
            operations.read(sink);
            check(pieces.checksum() == frame.checksum(), at, "this frame changed while it was read");
            sink.commit(sequence);
        }
        at = from + frame.length();
    }

    /** Takes a frame's header as the next one. */
    private void accept(FrameHeader frame) {
        check(!ended, at, "a frame after the log's end");
        ended = frame.kind() == FrameHeader.END;
        check(
                ended ? frame.length() == 0 : frame.kind() == FrameHeader.COMMIT,
                at,
                "a frame of kind " + frame.kind() + " and " + frame.length() + " bytes");
        long wanted = ended ? sequence : sequence + 1;
        check(frame.sequence() == wanted, at, "sequence " + frame.sequence() + " where " + wanted + " follows");
        sequence = wanted;
    }

    /** The frame that begins here, if all of it is here. */
    private Optional<FrameHeader> whole() throws IOException {
        Optional<FrameHeader> frame = header(at);
        return frame.filter(this::fits).isPresent() && matches(frame.get()) ? frame : Optional.empty();
    }

    private boolean fits(FrameHeader frame) {
        return frame.length() >= 0 && frame.length() <= size - at - FrameHeader.SIZE;
    }

    private boolean matches(FrameHeader frame) throws IOException {
        try {
            return pieces.checksum(at + FrameHeader.SIZE, frame.length()) == frame.checksum();
        } catch (EOFException cut) {
            return false;
        }
    }

    private Optional<FrameHeader> header(long from) throws IOException {
        if (size - from < FrameHeader.SIZE) {
            return Optional.empty();
        }
        ByteBuffer b = ByteBuffer.allocate(FrameHeader.SIZE);
        Channels.readUpTo(channel, b, from);
        return b.hasRemaining() ? Optional.empty() : FrameHeader.decode(b.array(), 0, header.salt());
    }

    private void check(boolean holds, long place, String reason) {
        if (!holds) {
            throw new CorruptIndexException(file, place, reason);
        }
    }
}
