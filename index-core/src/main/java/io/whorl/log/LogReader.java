package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.log.LogHeader.CloseRecord;
import io.whorl.log.LogHeader.FrameHeader;
import io.whorl.log.OperationReader.FileInput;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the commits of a log. Another process may append to the log at the same time. */
public final class LogReader {
    private final Path file;
    private final FileChannel channel;
    private final LogHeader header;
    /** Size of the file when it was opened. Later commits are not read. */
    private final long size;

    private final FileInput pieces;
    private final OperationReader operations;
    private long at = LogHeader.SIZE;
    /** The offset of the frame before {@code at}; 0 if there is none. */
    private long last;

    /** The checksum of the header of that frame. */
    private int mark;

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
     * Passes all commits of a log up to the end of the last complete frame to a sink. The bytes after that frame belong
     * to a frame that is being written, or that its writer could not finish; they are not a commit. A commit is passed
     * on only after its checksum has been verified. Memory is bounded by the largest operation in the file.
     *
     * @throws CorruptIndexException if the log or its close record is damaged, or if the log has another number or
     *     scheme
     * @throws io.whorl.RefusedException if the log has a newer format version
     * @throws java.nio.file.NoSuchFileException if the log does not exist
     */
    public static LogPlace read(Path directory, long number, Scheme scheme, LogSink sink) throws IOException {
        return read(directory, LogPlace.start(number, 0), scheme, sink, false);
    }

    /**
     * Passes the commits from a place on to a sink.
     *
     * @param follows whether the first commit must follow the commit before the place
     */
    static LogPlace read(Path directory, LogPlace from, Scheme scheme, LogSink sink, boolean follows)
            throws IOException {
        // Read before the length of the log: a writer may extend the log and then replace the record.
        Optional<CloseRecord> note = CloseRecord.read(directory);
        Path file = LogFiles.path(directory, from.log());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            LogReader reader = new LogReader(file, channel, LogHeader.read(file, channel, from.log(), scheme));
            reader.skip(from);
            reader.check(
                    !follows || reader.sequence == from.sequence(),
                    0,
                    "it continues after commit " + reader.sequence + ", but the last known one is " + from.sequence());
            while (reader.frames(sink)) {}
            long promised = note.filter(n -> n.isOf(reader.header))
                    .map(CloseRecord::length)
                    .orElse(0L);
            reader.check(
                    reader.at >= promised,
                    reader.at,
                    "this frame is incomplete, but the log was closed with " + promised + " complete bytes");
            return new LogPlace(from.log(), reader.at, reader.last, reader.mark, reader.sequence, reader.ended);
        }
    }

    /**
     * Passes the commits of one log to a sink, and verifies that they follow the commit before the place. If the log
     * has ended, the next log continues it.
     *
     * @return where its complete part ends; ended if the next log has commits
     * @throws CorruptIndexException if the log is missing or damaged, or starts after another commit
     */
    public static LogPlace readOne(Path directory, LogPlace from, Scheme scheme, LogSink sink) throws IOException {
        Path file = LogFiles.path(directory, from.log());
        try {
            LogPlace tail = read(directory, from, scheme, sink, true);
            if (!tail.ended() && LogFiles.hasCommits(directory, from.log() + 1)) {
                // Unless its end was written after the first look.
                tail = read(directory, tail, scheme, sink, false);
                if (!tail.ended()) {
                    throw new CorruptIndexException(
                            file, tail.offset(), "its end is missing, but the next log has commits");
                }
            }
            return tail;
        } catch (NoSuchFileException e) {
            throw new CorruptIndexException(file, 0, "the log is missing", e);
        }
    }

    /**
     * Verifies that the logs contain all commits whose deletions the segments already contain. They do not in a copy
     * that was made file by file while a writer worked, if MANIFEST was copied long after the log.
     *
     * @param reached as MANIFEST says
     * @throws CorruptIndexException if they do not
     */
    public static void requireReached(long reached, LogPlace last, Path directory) {
        if (last.sequence() < reached) {
            throw new CorruptIndexException(
                    LogFiles.path(directory, last.log()),
                    last.offset(),
                    "it ends with commit " + last.sequence() + ", but MANIFEST was written after commit " + reached
                            + "; if this is a copy, copy the index again");
        }
    }

    /**
     * The number of the last commit of an index.
     *
     * @return empty if a log is damaged or missing
     * @throws io.whorl.RefusedException if a log has a newer format version
     */
    public static OptionalLong lastCommit(Path index, Manifest manifest) throws IOException {
        if (manifest.log() == 0) {
            return OptionalLong.of(manifest.sequence());
        }
        Path directory = IndexFiles.live(index);
        try {
            LogPlace tail = read(directory, manifest.log(), manifest.scheme(), LogSink.NONE);
            while (tail.ended() && LogFiles.hasCommits(directory, tail.log() + 1)) {
                tail = read(directory, tail.log() + 1, manifest.scheme(), LogSink.NONE);
            }
            return OptionalLong.of(Math.max(tail.sequence(), manifest.sequence()));
        } catch (CorruptIndexException | NoSuchFileException damaged) {
            return OptionalLong.empty();
        }
    }

    /**
     * Passes the operations of all complete commits of a damaged log to a sink, and skips what is damaged between them.
     * Only repairs use it.
     *
     * @return a description of each damaged range; empty if there is none
     * @throws CorruptIndexException if the header of the log is damaged or has another scheme, so that nothing can be
     *     read
     * @throws java.nio.file.NoSuchFileException if the log does not exist
     */
    public static List<String> salvage(Path directory, long number, Scheme scheme, LogSink sink) throws IOException {
        Path file = LogFiles.path(directory, number);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            LogReader reader = new LogReader(file, channel, LogHeader.read(file, channel, number, scheme));
            List<String> lost = new ArrayList<>();
            while (reader.at < reader.size) {
                if (!reader.salvage(sink)) {
                    long from = reader.at;
                    reader.at = reader.later().orElse(reader.size);
                    lost.add(
                            file.getFileName() + ": bytes " + from + " to " + reader.at + " are not a complete commit");
                }
            }
            return lost;
        }
    }

    /** Passes the next frame to the sink, if it is complete, whatever its number is. */
    private boolean salvage(LogSink sink) throws IOException {
        Optional<FrameHeader> frame = whole();
        if (frame.isEmpty()) {
            return false;
        }
        try {
            pieces.open(at + FrameHeader.SIZE, frame.get().length());
            operations.read(sink);
            if (frame.get().kind() == FrameHeader.COMMIT) {
                sink.commit(frame.get().sequence());
            }
        } catch (CorruptIndexException | EOFException damaged) {
            return false;
        }
        advance(frame.get());
        return true;
    }

    /**
     * Moves to a place. The header of the frame before it shows that the log still has the commits before the place.
     */
    private void skip(LogPlace to) throws IOException {
        if (to.last() > 0) {
            at = to.last();
            Optional<FrameHeader> frame = header(at);
            check(
                    frame.filter(this::fits)
                            .filter(f -> f.mark(header.salt()) == to.mark())
                            .isPresent(),
                    at,
                    "the frame that an earlier read found here is gone or was replaced");
            sequence = to.sequence() - 1;
            accept(frame.get());
            advance(frame.get());
        }
        check(to.offset() == 0 || at == to.offset(), at, "no frame begins at byte " + to.offset());
    }

    private void advance(FrameHeader over) {
        last = at;
        mark = over.mark(header.salt());
        at += FrameHeader.SIZE + over.length();
    }

    /**
     * Passes the complete frames that follow to the sink.
     *
     * @return true if there may be more frames; a damaged frame throws
     */
    private boolean frames(LogSink sink) throws IOException {
        for (Optional<FrameHeader> frame = whole(); frame.isPresent(); frame = whole()) {
            give(frame.get(), sink);
        }
        OptionalLong later = later();
        if (later.isEmpty()) {
            return false;
        }
        // A writer may have failed to write this frame and written it again while this reader looked at it.
        check(whole().isPresent(), at, "this frame is damaged, and a later one begins at byte " + later.getAsLong());
        return true;
    }

    /** The offset of a later frame. */
    private OptionalLong later() throws IOException {
        return FrameHeader.next(channel, at + 1, size, header.salt());
    }

    private void give(FrameHeader frame, LogSink sink) throws IOException {
        accept(frame);
        if (frame.kind() == FrameHeader.COMMIT) {
            pieces.open(at + FrameHeader.SIZE, frame.length());
            operations.read(sink);
            check(pieces.checksum() == frame.checksum(), at, "this frame changed while it was read");
            sink.commit(sequence);
        }
        advance(frame);
    }

    /** Checks that a frame can be the next one, and makes it so. */
    private void accept(FrameHeader frame) {
        check(!ended, at, "a frame follows the END frame");
        ended = frame.kind() == FrameHeader.END;
        check(
                ended ? frame.length() == 0 : frame.kind() == FrameHeader.COMMIT,
                at,
                "a frame of kind " + frame.kind() + " and " + frame.length() + " bytes");
        long wanted = ended ? sequence : sequence + 1;
        check(frame.sequence() == wanted, at, "sequence " + frame.sequence() + "; expected " + wanted);
        sequence = wanted;
    }

    /** The header of the frame at the current offset, if the frame is complete. */
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

    /**
     * A place in a log: its start, or the end of the complete frames that were read.
     *
     * @param log the number of the log
     * @param offset where the next frame begins; 0 for the first one
     * @param last offset of the frame before this place; 0 if there is none
     * @param mark checksum of the header of that frame, which differs in another log and in a frame that was written
     *     again
     * @param sequence the number of the last commit before this place
     * @param ended true if that frame is END, so that the next log continues this one
     */
    public record LogPlace(long log, long offset, long last, int mark, long sequence, boolean ended) {
        /**
         * The start of a log.
         *
         * @param sequence the number of the commit before the log
         */
        public static LogPlace start(long log, long sequence) {
            return new LogPlace(log, 0, 0, 0, sequence, false);
        }

        /** The place of the next commit: this one, or the start of the next log. */
        public LogPlace next() {
            return ended ? start(log + 1, sequence) : this;
        }
    }
}
