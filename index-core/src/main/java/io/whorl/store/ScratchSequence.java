package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * So many ints, written one after another and then read at any place: in heap, or in a scratch file that is mapped once
 * it is written. Written before it is mapped, for a mapped page that the disk has no room for would end the process.
 * One thread at a time until it is full, then thread-safe.
 */
public final class ScratchSequence {
    private static final int BLOCK = 1 << 12;

    private final long size;
    private final Optional<TempFile> file;
    private final long place;
    private ByteBuffer block;
    private long flushed;
    private MappedBytes bytes;

    /** @param file where they go; in heap if there is none */
    public ScratchSequence(long size, Optional<TempFile> file) {
        this.size = size;
        this.file = file;
        place = file.map(f -> f.reserve(size * Integer.BYTES)).orElse(0L);
        int room =
                file.isPresent() ? (int) Math.min(BLOCK, size * Integer.BYTES) : Math.toIntExact(size * Integer.BYTES);
        block = ByteBuffer.allocate(room).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Ints written so far. */
    public long written() {
        return flushed / Integer.BYTES + block.position() / Integer.BYTES;
    }

    public void add(int value) throws IOException {
        if (!block.hasRemaining()) {
            flush();
        }
        block.putInt(value);
    }

    /** Writes this until so many are written. */
    public void fill(int value, long until) throws IOException {
        while (written() < until) {
            add(value);
        }
    }

    private void flush() throws IOException {
        int n = block.flip().remaining();
        file.orElseThrow(() -> new IllegalStateException("there are " + size + " already"))
                .write(place + flushed, block);
        flushed += n;
        block.clear();
    }

    /** Says that all are written: from now on they can be read. */
    public void finish() throws IOException {
        if (written() != size) {
            throw new IllegalStateException(written() + " of " + size + " ints are written");
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
