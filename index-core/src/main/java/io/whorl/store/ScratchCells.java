package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * So many ints, at first 0, read and set at any place: in heap, or in a scratch file that is mapped. One thread at a
 * time.
 */
public final class ScratchCells {
    private final long size;
    private final ByteBuffer[] parts;

    /** @param file where they go; in heap if there is none */
    public ScratchCells(long size, Optional<TempFile> file) throws IOException {
        this.size = size;
        long length = size * Integer.BYTES;
        parts = file.isPresent()
                ? file.get().zeros(length)
                : new ByteBuffer[] {ByteBuffer.allocate(Math.toIntExact(length))};
        for (ByteBuffer part : parts) {
            part.order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    public int get(long i) {
        return part(i).getInt(within(i));
    }

    public void set(long i, int value) {
        part(i).putInt(within(i), value);
    }

    private ByteBuffer part(long i) {
        if (i < 0 || i >= size) {
            throw new IndexOutOfBoundsException("place " + i + " of " + size);
        }
        return parts[(int) (i << 2 >>> MappedBytes.PART_BITS)];
    }

    private static int within(long i) {
        return (int) (i << 2) & (1 << MappedBytes.PART_BITS) - 1;
    }
}
