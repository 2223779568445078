package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * So many longs, at first 0, read and set at any place: in heap, or in a scratch file that is mapped. One thread at a
 * time.
 */
public final class ScratchLongs {
    private final long size;
    private final ByteBuffer[] parts;

    /** @param file where they go; in heap if there is none */
    public ScratchLongs(long size, Optional<TempFile> file) throws IOException {
        this.size = size;
        long length = Math.multiplyExact(size, Long.BYTES);
        parts = file.isPresent()
                ? file.get().zeros(length)
                : new ByteBuffer[] {ByteBuffer.allocate(Math.toIntExact(length))};
        for (ByteBuffer part : parts) {
            part.order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    public long size() {
        return size;
    }

    public long get(long i) {
        return part(i).getLong(within(i));
    }

    public void set(long i, long value) {
        part(i).putLong(within(i), value);
    }

    private ByteBuffer part(long i) {
        if (i < 0 || i >= size) {
            throw new IndexOutOfBoundsException("place " + i + " of " + size);
        }
        return parts[(int) (i << 3 >>> MappedBytes.PART_BITS)];
    }

    private static int within(long i) {
        return (int) (i << 3) & (1 << MappedBytes.PART_BITS) - 1;
    }
}
