package io.whorl.log;

import io.whorl.CorruptIndexException;
import io.whorl.log.FrameHeader.FrameSearch;
import io.whorl.log.OperationReader.FileInput;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the complete commits of a damaged log, which {@link LogReader} refuses. Only repairs use it. */
public final class LogSalvage {
    private final FileChannel channel;
    private final long salt;
    private final long size;
    private final FileInput pieces;
    private final OperationReader operations;

    private LogSalvage(Path file, FileChannel channel, LogHeader header) throws IOException {
        this.channel = channel;
        salt = header.salt();
        size = channel.size();
        pieces = new FileInput(file, channel);
        operations = new OperationReader(pieces, header.bits(), header.frequencies());
    }

    /**
     * Passes the operations of all complete commits to a sink, and skips what is damaged between them.
     *
     * @return a description of each damaged range; empty if there is none
     * @throws CorruptIndexException if the header of the log is damaged or has another scheme, so that nothing can be
     *     read
     * @throws java.nio.file.NoSuchFileException if the log does not exist
     */
    public static List<String> read(Path directory, long number, Scheme scheme, LogSink sink) throws IOException {
        Path file = LogFiles.path(directory, number);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            LogHeader header = LogHeader.read(file, channel, number, scheme);
            return new LogSalvage(file, channel, header).read(file.getFileName().toString(), sink);
        }
    }

    private List<String> read(String name, LogSink sink) throws IOException {
        List<String> lost = new ArrayList<>();
        for (long at = LogHeader.SIZE; at < size; ) {
            long end = give(at, sink);
            if (end < 0) {
                OptionalLong next = FrameSearch.next(channel, at + 1, size, salt);
                end = next.orElse(size);
                lost.add(name + ": bytes " + at + " to " + end + " are not a complete commit");
            }
            at = end;
        }
        return lost;
    }

    /**
     * Passes the frame at an offset to the sink.
     *
     * @return the offset of its end; −1 if there is no complete frame
     */
    private long give(long at, LogSink sink) throws IOException {
        Optional<FrameHeader> frame = header(at);
        if (frame.isEmpty() || frame.get().length() < 0 || frame.get().length() > size - at - FrameHeader.SIZE) {
            return -1;
        }
        long from = at + FrameHeader.SIZE;
        try {
            if (pieces.checksum(from, frame.get().length()) != frame.get().checksum()) {
                return -1;
            }
            pieces.open(from, frame.get().length());
            operations.read(sink);
            if (frame.get().kind() == FrameHeader.COMMIT) {
                sink.commit(frame.get().sequence());
            }
        } catch (CorruptIndexException | EOFException damaged) {
            return -1;
        }
        return from + frame.get().length();
    }

    private Optional<FrameHeader> header(long at) throws IOException {
        if (size - at < FrameHeader.SIZE) {
            return Optional.empty();
        }
        ByteBuffer b = ByteBuffer.allocate(FrameHeader.SIZE);
        Channels.readUpTo(channel, b, at);
        return b.hasRemaining() ? Optional.empty() : FrameHeader.decode(b.array(), 0, salt);
    }
}
