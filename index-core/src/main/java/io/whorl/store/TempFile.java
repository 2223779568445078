package io.whorl.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A scratch file that is unlinked as soon as it is open, so that nothing is left of it even after a kill. Thread-safe:
 * every write takes a range of its own.
 */
public final class TempFile implements Closeable {
    private static final int BLOCK = 1 << 16;

    private final ScratchSpace space;
    private final FileChannel channel;
    private final AtomicLong end = new AtomicLong();

    public TempFile(Path directory) throws IOException {
        this(new ScratchSpace(directory));
    }

    public TempFile(ScratchSpace space) throws IOException {
        this.space = space;
        Path file = Files.createTempFile(space.directory(), "spill-", ".tmp");
        channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // A system that cannot unlink an open file: then it goes at close.
        }
    }

    /** Appends what remains in the buffer; returns where it begins. */
    public long append(ByteBuffer bytes) throws IOException {
        long at = reserve(bytes.remaining());
        write(at, bytes);
        return at;
    }

    /** Sets bytes aside for {@link #write}; returns where they begin. */
    long reserve(long bytes) {
        space.take(bytes);
        return end.getAndAdd(bytes);
    }

    /** Writes what remains in the buffer at this place, which was set aside. */
    void write(long at, ByteBuffer bytes) throws IOException {
        Channels.writeFully(channel, bytes, at);
    }

    /** Fills what remains of the buffer from this place. */
    public void read(long at, ByteBuffer bytes) throws IOException {
        Channels.readFully(channel, bytes, at);
    }

    /** Bytes set aside so far. */
    public long size() {
        return end.get();
    }

    /** Sets bytes aside that are 0, and maps them to be read and written. */
    ByteBuffer[] zeros(long length) throws IOException {
        long place = reserve(length);
        // Written first: a page that the disk has no room for would end the process, not the write.
        ByteBuffer block = ByteBuffer.allocate((int) Math.min(BLOCK, length));
        for (long done = 0; done < length; done += block.limit()) {
            block.clear().limit((int) Math.min(BLOCK, length - done));
            write(place + done, block);
        }
        return parts(FileChannel.MapMode.READ_WRITE, place, length);
    }

    /** Maps bytes that are written; the mapping outlives the file. */
    MappedBytes map(long at, long length) throws IOException {
        return new MappedBytes(parts(FileChannel.MapMode.READ_ONLY, at, length), MappedBytes.PART_BITS, length);
    }

    /** Maps bytes that are written, in parts as {@link MappedBytes} has them. */
    ByteBuffer[] parts(FileChannel.MapMode mode, long at, long length) throws IOException {
        return Segment.parts(channel, mode, at, length, MappedBytes.PART_BITS);
    }

    @Override
    public void close() throws IOException {
        space.giveBack(end.getAndSet(0));
        channel.close();
    }
}
