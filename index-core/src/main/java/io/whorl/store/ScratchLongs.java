package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** An array of longs, initially 0, in heap or in a mapped scratch file. One thread at a time. */
public final class ScratchLongs extends ScratchArray {
    private final long size;

    /** @param file holds the longs; without a file they are in heap */
    public ScratchLongs(long size, Optional<TempFile> file) throws IOException {
        super(Math.multiplyExact(size, Long.BYTES), file);
        this.size = size;
    }

    public long size() {
        return size;
    }

    public long get(long i) {
        return getLong(i << 3);
    }

    public void set(long i, long value) {
        putLong(i << 3, value);
    }

    public void add(long i, long value) {
        addLong(i << 3, value);
    }

    public void appendTo(TempFile file) throws IOException {
        for (ByteBuffer part : parts) {
            file.append(part.duplicate());
        }
    }

    /**
     * Reads what {@link #appendTo} wrote to an empty file.
     *
     * @throws java.io.EOFException if the file has fewer numbers
     */
    public void read(TempFile file) throws IOException {
        for (int i = 0; i < parts.length; i++) {
            file.read((long) i << MappedBytes.PART_BITS, parts[i].duplicate());
        }
    }
}
