package io.whorl.live;

import io.whorl.CorruptIndexException;
import io.whorl.live.LogHeader.FrameHeader;
import io.whorl.live.OperationReader.FileInput;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.FileNames;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
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
    /** The end of the frames that were read. */
    private LogPosition position;

    private LogReader(Path file, FileChannel channel, long number, Scheme scheme) throws IOException {
        this.file = file;
        this.channel = channel;
        this.header = LogHeader.read(file, channel, number, scheme);
        this.size = channel.size();
        this.pieces = new FileInput(file, channel);
        this.operations = new OperationReader(pieces, scheme.hashing().bits(), scheme.frequencies());
        position = new LogPosition(header.number(), LogHeader.SIZE, 0, 0, header.sequence(), false);
    }

    /** The path of the log with this number. The file may not exist. */
    public static Path path(Path directory, long number) {
        return directory.resolve(FileNames.log(number));
    }

    /** The numbers of the logs in a directory, ascending. */
    public static List<Long> numbers(Path directory) throws IOException {
        return IndexFiles.names(directory).stream()
                .map(FileNames::number)
                .filter(number -> number > 0)
                .sorted()
                .toList();
    }

    /** True if a log may contain a commit. A writer commits to a log only after the previous log has ended durably. */
    public static boolean hasCommits(Path directory, long number) throws IOException {
        try {
            return Files.size(path(directory, number)) > LogHeader.SIZE;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /**
     * Passes the commits of a log from a position to the end of the last complete frame to a sink. The bytes after that
     * frame belong to a frame that is being written, or that its writer could not finish; they are not a commit. A
     * commit is passed on only after its checksum has been verified. Memory is bounded by the largest operation in the
     * file.
     *
     * @throws CorruptIndexException if the log is damaged, starts after another commit, or has another number or scheme
     * @throws io.whorl.RefusedException if the log has a newer format version
     * @throws java.nio.file.NoSuchFileException if the log does not exist
     */
    static LogPosition read(Path directory, LogPosition from, Scheme scheme, LogSink sink) throws IOException {
        Path file = path(directory, from.log());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            LogReader reader = new LogReader(file, channel, from.log(), scheme);
            reader.skip(from);
            reader.read(sink);
            return reader.position;
        }
    }

    /**
     * Passes the commits of one log from a position on to a sink. If the log has ended, the next log continues it.
     *
     * @return where its complete part ends; ended if the next log has commits
     * @throws CorruptIndexException if the log is missing or damaged, or starts after another commit
     */
    public static LogPosition readOne(Path directory, LogPosition from, Scheme scheme, LogSink sink)
            throws IOException {
        Path file = path(directory, from.log());
        try {
            LogPosition tail = read(directory, from, scheme, sink);
            if (!tail.ended() && hasCommits(directory, from.log() + 1)) {
                // Unless its end was written after the first look.
                tail = read(directory, tail, scheme, sink);
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
     * Passes the commits of all logs of a state of an index to a sink.
     *
     * @param directory of the logs
     * @param manifest names the first log, and the commits before it and in it
     * @return where the last log ends
     * @throws CorruptIndexException if a log is missing or damaged, starts after another commit or ends too early
     */
    public static LogPosition readAll(Path directory, Manifest manifest, LogSink sink) throws IOException {
        LogPosition tail = LogPosition.start(manifest.log(), manifest.sequence());
        do {
            tail = readOne(directory, tail.next(), manifest.scheme(), sink);
        } while (tail.ended());
        requireReached(manifest.reached(), tail, directory);
        return tail;
    }

    /**
     * Verifies that the logs contain all commits that MANIFEST was written after. They do not if the end of a log is
     * lost that a writer has closed, and in a copy that was made file by file while a writer worked, if MANIFEST was
     * copied long after the log.
     *
     * @param reached as MANIFEST says
     * @throws CorruptIndexException if they do not
     */
    public static void requireReached(long reached, LogPosition last, Path directory) {
        if (last.sequence() < reached) {
            throw new CorruptIndexException(
                    path(directory, last.log()),
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
        try {
            return OptionalLong.of(
                    readAll(IndexFiles.live(index), manifest, LogSink.NONE).sequence());
        } catch (CorruptIndexException damaged) {
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
        Path file = path(directory, number);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            LogReader reader = new LogReader(file, channel, number, scheme);
            List<String> lost = new ArrayList<>();
            for (long at = LogHeader.SIZE; at < reader.size; ) {
                Optional<FrameHeader> frame = reader.whole(at);
                if (frame.isPresent() && reader.salvage(at, frame.get(), sink)) {
                    at = reader.behind(at, frame.get()).offset();
                } else {
                    long from = at;
                    at = reader.later(from).orElse(reader.size);
                    lost.add(file.getFileName() + ": bytes " + from + " to " + at + " are not a complete commit");
                }
            }
            return lost;
        }
    }

    /** Passes a frame to the sink, whatever its number is. Returns whether its operations are undamaged. */
    private boolean salvage(long at, FrameHeader frame, LogSink sink) throws IOException {
        try {
            pieces.open(at + FrameHeader.SIZE, frame.length());
            operations.read(sink);
            if (frame.kind() == FrameHeader.COMMIT) {
                sink.commit(frame.sequence());
            }
            return true;
        } catch (CorruptIndexException | EOFException damaged) {
            return false;
        }
    }

    /**
     * Moves to a position. The header of the frame before it shows that the log still has the commits before the
     * position.
     */
    private void skip(LogPosition to) throws IOException {
        if (to.last() > 0) {
            check(
                    header(to.last())
                            .filter(f -> fits(to.last(), f))
                            .filter(f -> behind(to.last(), f).equals(to))
                            .isPresent(),
                    to.last(),
                    "the frame that an earlier read found here is gone or was replaced");
            position = to;
        }
        check(
                to.offset() == 0 || to.offset() == position.offset(),
                position.offset(),
                "no frame begins at byte " + to.offset());
        check(
                position.sequence() == to.sequence(),
                0,
                "it continues after commit " + position.sequence() + ", but the last known one is " + to.sequence());
    }

    private LogPosition behind(long at, FrameHeader frame) {
        return new LogPosition(
                header.number(),
                at + FrameHeader.SIZE + frame.length(),
                at,
                frame.mark(header.salt()),
                frame.sequence(),
                frame.kind() == FrameHeader.END);
    }

    /** Passes the complete frames that follow to the sink. */
    private void read(LogSink sink) throws IOException {
        while (true) {
            long at = position.offset();
            Optional<FrameHeader> frame = whole(at);
            if (frame.isEmpty()) {
                OptionalLong later = later(at);
                if (later.isEmpty()) {
                    return;
                }
                // A writer may have failed to write this frame and written it again while this reader looked at it.
                frame = whole(at);
                check(
                        frame.isPresent(),
                        at,
                        "this frame is damaged, and a later one begins at byte " + later.getAsLong());
            }
            give(at, frame.orElseThrow(), sink);
        }
    }

    /** The offset of a frame later than the one at an offset. */
    private OptionalLong later(long at) throws IOException {
        return FrameHeader.next(channel, at + 1, size, header.salt());
    }

    /** Passes a frame to the sink, if it can be the next one. */
    private void give(long at, FrameHeader frame, LogSink sink) throws IOException {
        LogPosition next = behind(at, frame);
        check(!position.ended(), at, "a frame follows the END frame");
        check(
                next.ended() ? frame.length() == 0 : frame.kind() == FrameHeader.COMMIT,
                at,
                "a frame of kind " + frame.kind() + " and " + frame.length() + " bytes");
        long wanted = position.sequence() + (next.ended() ? 0 : 1);
        check(next.sequence() == wanted, at, "sequence " + next.sequence() + "; expected " + wanted);
        if (!next.ended()) {
            pieces.open(at + FrameHeader.SIZE, frame.length());
            operations.read(sink);
            check(pieces.checksum() == frame.checksum(), at, "this frame changed while it was read");
            sink.commit(wanted);
        }
        position = next;
    }

    /** The header of the frame at an offset, if the frame is complete. */
    private Optional<FrameHeader> whole(long at) throws IOException {
        Optional<FrameHeader> frame = header(at).filter(f -> fits(at, f));
        return frame.isPresent() && matches(at, frame.get()) ? frame : Optional.empty();
    }

    private boolean fits(long at, FrameHeader frame) {
        return frame.length() >= 0 && frame.length() <= size - at - FrameHeader.SIZE;
    }

    private boolean matches(long at, FrameHeader frame) throws IOException {
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

    private void check(boolean holds, long at, String reason) {
        if (!holds) {
            throw new CorruptIndexException(file, at, reason);
        }
    }

    /**
     * A position in a log: its start, or the end of the complete frames that were read.
     *
     * @param log the number of the log
     * @param offset where the next frame begins; 0 for the first one
     * @param last offset of the frame before this position; 0 if there is none
     * @param mark checksum of the header of that frame, which differs in another log and in a frame that was written
     *     again
     * @param sequence the number of the last commit before this position
     * @param ended true if that frame is END, so that the next log continues this one
     */
    public record LogPosition(long log, long offset, long last, int mark, long sequence, boolean ended) {
        /**
         * The start of a log.
         *
         * @param sequence the number of the commit before the log
         */
        public static LogPosition start(long log, long sequence) {
            return new LogPosition(log, 0, 0, 0, sequence, false);
        }

        /** The position of the next commit: this one, or the start of the next log. */
        public LogPosition next() {
            return ended ? start(log + 1, sequence) : this;
        }
    }
}
