package io.whorl.store;

import io.whorl.DiskSpaceException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The directory for scratch files, with the disk space that they use. Reserving space fails before the disk is full.
 * Thread-safe.
 */
public class ScratchSpace {
    /** Bytes to reserve between two queries of the free space. */
    private static final long QUERY_INTERVAL = 16 << 20;

    private final Path directory;
    private final long reserve;
    private long alsoFree;
    private long taken;
    private long peak;
    private long sinceQuery = QUERY_INTERVAL;

    /** Without a check of the free space. */
    public ScratchSpace(Path directory) {
        this(directory, 0);
    }

    /** @param reserve bytes of the disk to keep free; 0 disables the check */
    public ScratchSpace(Path directory, long reserve) {
        this.directory = directory;
        this.reserve = reserve;
    }

    long usable() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            // Free space is unknown here, and not checked; a write fails when the disk is full.
            return Long.MAX_VALUE;
        }
    }

    public Path directory() {
        return directory;
    }

    /**
     * Reserves space before a file grows.
     *
     * @throws DiskSpaceException if less than the reserve would stay free
     */
    public synchronized void take(long bytes) {
        sinceQuery += bytes;
        if (sinceQuery >= QUERY_INTERVAL) {
            sinceQuery = 0;
            // Up to QUERY_INTERVAL more bytes may be reserved before the next query.
            require(bytes + QUERY_INTERVAL);
        }
        taken += bytes;
        peak = Math.max(peak, taken);
    }

    /** Counts space that a file has already. */
    synchronized void count(long bytes) {
        taken += bytes;
        peak = Math.max(peak, taken);
    }

    /** Returns the space of a file that was deleted. */
    public synchronized void giveBack(long bytes) {
        taken -= bytes;
    }

    /** Sets a number of bytes to keep free in addition, for later steps. */
    public synchronized void alsoKeepFree(long bytes) {
        alsoFree = bytes;
    }

    /**
     * Checks the free space.
     *
     * @throws DiskSpaceException if {@code bytes} plus the reserve are not free
     */
    public synchronized void require(long bytes) {
        if (reserve > 0) {
            long free = usable();
            long needed = bytes + reserve + alsoFree;
            if (free < needed) {
                throw new DiskSpaceException(directory, free, needed);
            }
        }
    }

    /** The maximum space that the files used at one time, in bytes. */
    public synchronized long peak() {
        return peak;
    }

    /**
     * A scratch file that is unlinked when it is opened, so that nothing remains even after a kill; or one that stays,
     * for work that is resumed. Thread-safe: each write has its own range.
     */
    public static final class TempFile implements Closeable {
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
                // This system cannot unlink an open file; it is deleted when it is closed.
            }
        }

        private TempFile(ScratchSpace space, FileChannel channel, long size) {
            this.space = space;
            this.channel = channel;
            space.count(size);
            end.set(size);
        }

        /** Creates a file that stays. A file of this name is replaced. */
        public static TempFile create(ScratchSpace space, Path file) throws IOException {
            return new TempFile(space, Channels.createNew(file), 0);
        }

        /** Opens a file that stayed, to read it. */
        public static TempFile reopen(ScratchSpace space, Path file) throws IOException {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            return new TempFile(space, channel, channel.size());
        }

        public void force() throws IOException {
            channel.force(true);
        }

        public int checksum() throws IOException {
            return Checksum.of(channel, 0, size());
        }

        /**
         * Appends the remaining bytes of a buffer.
         *
         * @return their offset
         */
        public long append(ByteBuffer bytes) throws IOException {
            long at = reserve(bytes.remaining());
            write(at, bytes);
            return at;
        }

        /**
         * Reserves a range for {@link #write}.
         *
         * @return its offset
         */
        public long reserve(long bytes) {
            space.take(bytes);
            return end.getAndAdd(bytes);
        }

        /** Writes the remaining bytes of a buffer to a reserved range. */
        public void write(long at, ByteBuffer bytes) throws IOException {
            Channels.writeFully(channel, bytes, at);
        }

        /** Fills the rest of a buffer from an offset. */
        public void read(long at, ByteBuffer bytes) throws IOException {
            Channels.readFully(channel, bytes, at);
        }

        void append(long[] numbers, int n) throws IOException {
            write(reserve((long) n * Long.BYTES), numbers, n);
        }

        /**
         * Writes the first {@code n} numbers to a reserved range, a block at a time: there may be any number of them.
         */
        void write(long at, long[] numbers, int n) throws IOException {
            ByteBuffer bytes = longs(Math.min(n, BLOCK / Long.BYTES));
            for (int done = 0, some; done < n; done += some) {
                some = Math.min(n - done, bytes.capacity() / Long.BYTES);
                bytes.clear().asLongBuffer().put(numbers, done, some);
                write(at + (long) done * Long.BYTES, bytes.limit(some * Long.BYTES));
            }
        }

        public void read(long at, long[] numbers, int n) throws IOException {
            ByteBuffer bytes = longs(n);
            read(at, bytes);
            bytes.flip().asLongBuffer().get(numbers, 0, n);
        }

        private static ByteBuffer longs(int n) {
            return ByteBuffer.allocate(n * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }

        /** The number of bytes reserved so far. */
        public long size() {
            return end.get();
        }

        /** Reserves a range of zeros, and maps it for reading and writing. */
        ByteBuffer[] zeros(long length) throws IOException {
            long place = reserve(length);
            // Written before it is mapped: writing to a mapped page for which the disk has no space would crash the
            // JVM.
            ByteBuffer block = ByteBuffer.allocate((int) Math.min(BLOCK, length));
            for (long done = 0; done < length; done += block.limit()) {
                block.clear().limit((int) Math.min(BLOCK, length - done));
                write(place + done, block);
            }
            return FileMapping.parts(
                    length,
                    MappedBytes.PART_BITS,
                    (from, n) -> channel.map(FileChannel.MapMode.READ_WRITE, place + from, n));
        }

        public static void close(Optional<TempFile> file) throws IOException {
            if (file.isPresent()) {
                file.get().close();
            }
        }

        @Override
        public void close() throws IOException {
            space.giveBack(end.getAndSet(0));
            channel.close();
        }
    }
}
