package io.whorl.live;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.WriterException;
import io.whorl.live.CommitBuffer.FileInput;
import io.whorl.live.CommitBuffer.OperationReader;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.CheckedFile;
import io.whorl.store.Checksum;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The write-ahead log: reads the commits of one file. {@link LogWriter} appends them. Another process may append to the
 * log at the same time.
 */
public final class Log {
    private final Path file;
    private final FileChannel channel;
    private final LogHeader header;
    /** Size of the file when it was opened. Later commits are not read. */
    private final long size;

    private final FileInput pieces;
    private final OperationReader operations;
    /** The end of the frames that were read. */
    private LogPosition position;

    private Log(Path file, FileChannel channel, long number, Scheme scheme) throws IOException {
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
        return directory.resolve(IndexFiles.log(number));
    }

    /** The numbers of the logs in a directory, ascending. */
    public static List<Long> numbers(Path directory) throws IOException {
        return IndexFiles.names(directory).stream()
                .map(IndexFiles::number)
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
            Log reader = new Log(file, channel, from.log(), scheme);
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
     * The number of the last commit of an index; 0 if there is no index.
     *
     * @return empty if a log is damaged or missing
     * @throws io.whorl.RefusedException if a log has a newer format version
     */
    public static OptionalLong lastCommit(IndexDirectory directory) throws IOException {
        Optional<Manifest> manifest = directory.manifest();
        if (manifest.map(Manifest::log).orElse(0L) == 0) {
            return OptionalLong.of(manifest.map(Manifest::sequence).orElse(0L));
        }
        try {
            Path live = IndexFiles.live(directory.path());
            return OptionalLong.of(readAll(live, manifest.get(), LogSink.NONE).sequence());
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
            Log reader = new Log(file, channel, number, scheme);
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

    /**
     * Appends commits to a log. One thread at a time. Nothing may interrupt that thread: an interrupt closes the file,
     * and the writer has then failed.
     *
     * <pre>
     * header │ commit │ commit │ … │ END, if another log continues this one
     * </pre>
     *
     * <ol>
     *   <li>A commit is one frame, with a checksum. It is durable once {@link #force} has returned.
     *   <li>The next frame begins only then. So only the last frame can be incomplete.
     *   <li>A frame that cannot be written is cut off, and may be tried again. After an error of a force it is not
     *       known what the disk has, so the log takes no more.
     * </ol>
     */
    public static final class LogWriter implements Closeable {
        static final int BUFFER = 1 << 16;

        private final Path file;
        private final FileChannel channel;
        private final LogHeader header;
        /** One for all frames, so that a small frame is a single write. */
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

        private long end;
        private long sequence;
        private boolean ended;
        /** Where the frame that is written and not forced ends; 0 if there is none. */
        private long unforcedEnd;
        /** The number of its commit. */
        private long unforced;
        /** The first failure after which the contents of the disk are unknown. */
        private Throwable failure;

        /** @param channel channel of the log file, open for writing */
        LogWriter(Path directory, FileChannel channel, LogHeader header, long end, long sequence) {
            this.file = path(directory, header.number());
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
            Path file = path(directory, number);
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
         * Continues a log that was read to its end. Truncates an unfinished frame, and forces the complete ones,
         * because the process that wrote them may have died before it did.
         *
         * @throws CorruptIndexException if the log is not the one that was read
         * @throws IllegalArgumentException if the log has ended
         */
        public static LogWriter resume(Path directory, LogPosition tail, Scheme scheme) throws IOException {
            if (tail.ended()) {
                throw new IllegalArgumentException("log " + tail.log() + " has ended; continue the next log");
            }
            Path file = path(directory, tail.log());
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
         * Writes a commit, which is durable when {@link #force} has returned. Until then nothing else may be written.
         * The buffer does not change.
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
         * Waits until the disk has the frame that was written. Another thread may call it than the one that wrote, if
         * that one calls no method until this one has returned.
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
            if (ended || !channel.isOpen()) {
                throw new IllegalStateException("log " + header.number() + (ended ? " has ended" : " is closed"));
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
            try {
                channel.close();
            } catch (IOException e) {
                // All commits are forced.
            }
        }
    }

    /**
     * The header of a log; docs/FORMAT.md, "The log".
     *
     * @param number number of the log
     * @param sequence sequence number of the last commit before this log
     * @param salt random number that starts the checksum of each frame. A frame of another log in a reused disk block
     *     is therefore not a frame of this log, and neither is one that someone hides in an id
     * @param scheme checksum of the JSON of the scheme
     */
    record LogHeader(long number, long sequence, long salt, int scheme) {
        static final int SIZE = 64;
        static final int VERSION = 1;

        private static final String MARK = "WHORLLOG";

        static LogHeader of(long number, long sequence, long salt, Scheme scheme) {
            return new LogHeader(
                    number, sequence, salt, Checksum.of(scheme.toJson().getBytes(StandardCharsets.UTF_8)));
        }

        ByteBuffer encode() {
            ByteBuffer b = CheckedFile.beginHeader(MARK, VERSION, SIZE)
                    .putLong(number)
                    .putLong(sequence)
                    .putLong(salt);
            return CheckedFile.endHeader(b.putInt(scheme));
        }

        /**
         * Reads and checks the header of the log with this number and scheme.
         *
         * @throws CorruptIndexException if it is damaged, or belongs to another log or scheme
         * @throws RefusedException if it is intact and has a newer format version
         */
        static LogHeader read(Path file, FileChannel channel, long number, Scheme scheme) throws IOException {
            ByteBuffer read = ByteBuffer.allocate(SIZE);
            Channels.readUpTo(channel, read, 0);
            ByteBuffer b = CheckedFile.checkHeader(file, read, MARK, VERSION, SIZE);
            LogHeader found = new LogHeader(b.getLong(), b.getLong(), b.getLong(), b.getInt());
            CheckedFile.check(
                    file,
                    found.number == number,
                    16,
                    "it has the number " + found.number + "; its name says " + number);
            CheckedFile.check(file, found.sequence >= 0, 24, "sequence " + found.sequence);
            LogHeader wanted = of(number, found.sequence, found.salt, scheme);
            CheckedFile.check(file, found.equals(wanted), 40, "its scheme differs from the one in MANIFEST");
            return found;
        }
    }

    /**
     * The header of a frame; docs/FORMAT.md, "Frames".
     *
     * @param kind {@link #COMMIT} or {@link #END}
     * @param length number of bytes that follow the header
     * @param sequence sequence number of the commit; for END, that of the last commit
     * @param checksum checksum of the bytes that follow the header
     */
    record FrameHeader(int kind, int length, long sequence, int checksum) {
        static final int SIZE = 28;
        /** "WHFR". */
        static final int MAGIC = 0x52464857;

        static final int COMMIT = 1;
        static final int END = 2;

        private static final int CHECKSUM = SIZE - 4;
        /** Bytes that a search for a header reads at a time. */
        private static final int BUFFER = 1 << 16;

        byte[] encode(long salt) {
            ByteBuffer b = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
            b.putInt(MAGIC).putInt(kind).putInt(length).putInt(checksum).putLong(sequence);
            return b.putInt(checksum(b.array(), 0, salt)).array();
        }

        /** The checksum of the header in a log, which also depends on the bytes that follow it. */
        int mark(long salt) {
            return ByteBuffer.wrap(encode(salt)).order(ByteOrder.LITTLE_ENDIAN).getInt(CHECKSUM);
        }

        /** Decodes a header; empty if the bytes are not a header of the log with this salt. */
        static Optional<FrameHeader> decode(byte[] bytes, int at, long salt) {
            ByteBuffer b = ByteBuffer.wrap(bytes, at, SIZE).order(ByteOrder.LITTLE_ENDIAN);
            if (b.getInt() != MAGIC || checksum(bytes, at, salt) != b.getInt(at + CHECKSUM)) {
                return Optional.empty();
            }
            int kind = b.getInt();
            int length = b.getInt();
            int payload = b.getInt();
            return Optional.of(new FrameHeader(kind, length, b.getLong(), payload));
        }

        private static int checksum(byte[] bytes, int at, long salt) {
            CRC32C crc = new CRC32C();
            crc.update(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, salt));
            crc.update(bytes, at, CHECKSUM);
            return (int) crc.getValue();
        }

        /**
         * Returns the offset of the first valid header of a frame after damaged bytes. The frame itself need not be
         * complete: a writer starts a frame only when the previous one is durable. So each byte is read once, whatever
         * lengths the headers contain.
         *
         * @param from the first offset to consider
         * @param size bytes of the file
         */
        static OptionalLong next(FileChannel channel, long from, long size, long salt) throws IOException {
            ByteBuffer b = ByteBuffer.allocate((int) Math.min(BUFFER, size)).order(ByteOrder.LITTLE_ENDIAN);
            for (long at = from; size - at >= SIZE; at += BUFFER - SIZE + 1) {
                Channels.readUpTo(channel, b.clear().limit((int) Math.min(BUFFER, size - at)), at);
                for (int i = 0, end = b.position() - SIZE; i <= end; i++) {
                    if (b.getInt(i) == MAGIC && decode(b.array(), i, salt).isPresent()) {
                        return OptionalLong.of(at + i);
                    }
                }
            }
            return OptionalLong.empty();
        }
    }
}
