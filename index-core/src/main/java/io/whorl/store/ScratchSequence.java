package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A sequence of ints of known length, appended in order and then read at any index: in heap, or in a scratch file that
 * is mapped after the last append. Writing through a mapping would crash the JVM if the disk is full. One thread at a
 * time until {@link #finish}, then thread-safe.
 */
public final class ScratchSequence {
    private static final int BLOCK = 1 << 12;

    private final long size;
    private final Optional<TempFile> file;
    private final long place;
    private ByteBuffer block;
    private long flushed;
    private MappedBytes bytes;

    /**
     * @param size number of ints
     * @param file holds the ints; without a file they are in heap
     */
    public ScratchSequence(long size, Optional<TempFile> file) {
        this.size = size;
        this.file = file;
        place = file.map(f -> f.reserve(size * Integer.BYTES)).orElse(0L);
        int room =
                file.isPresent() ? (int) Math.min(BLOCK, size * Integer.BYTES) : Math.toIntExact(size * Integer.BYTES);
        block = ByteBuffer.allocate(room).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The number of ints appended so far. */
    public long written() {
        return flushed / Integer.BYTES + block.position() / Integer.BYTES;
    }

    public void add(int value) throws IOException {
        if (!block.hasRemaining()) {
            flush();
        }
        block.putInt(value);
    }

    /** Appends a value until the sequence has {@code until} ints. */
    public void fill(int value, long until) throws IOException {
        while (written() < until) {
            add(value);
        }
    }

    private void flush() throws IOException {
        int n = block.flip().remaining();
        file.orElseThrow(() -> new IllegalStateException("the sequence has all of its " + size + " ints"))
                .write(place + flushed, block);
        flushed += n;
        block.clear();
    }

    /** Ends appending. From now on, the ints can be read. */
    public void finish() throws IOException {
        if (written() != size) {
            throw new IllegalStateException(written() + " of " + size + " ints are appended");
        }
        if (file.isPresent()) {
            flush();
            bytes = file.get().map(place, flushed);
        } else {
            bytes = MappedBytes.of(block.array());
        }
        block = null;
    }

    public int get(long i) {
        return bytes.getInt(i << 2);
    }
}
