package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Zeroed bytes for reading and writing at any address: in heap, or in a mapped scratch file. One thread at a time,
 * except that any number may read what no thread changes.
 */
abstract class ScratchArray {
    private static final int PART_MASK = (1 << MappedBytes.PART_BITS) - 1;

    final ByteBuffer[] parts;
    private final long length;

    /** @param file holds the bytes; without a file they are in heap */
    ScratchArray(long length, Optional<TempFile> file) throws IOException {
        this.length = length;
        parts = file.isPresent()
                ? file.get().zeros(length)
                : FileMapping.parts(length, MappedBytes.PART_BITS, (from, n) -> ByteBuffer.allocate((int) n));
        for (ByteBuffer part : parts) {
            part.order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    final int getInt(long address) {
        return part(address).getInt((int) address & PART_MASK);
    }

    final void putInt(long address, int value) {
        part(address).putInt((int) address & PART_MASK, value);
    }

    final long getLong(long address) {
        return part(address).getLong((int) address & PART_MASK);
    }

    final void putLong(long address, long value) {
        part(address).putLong((int) address & PART_MASK, value);
    }

    final void addLong(long address, long value) {
        ByteBuffer part = part(address);
        int at = (int) address & PART_MASK;
        part.putLong(at, part.getLong(at) + value);
    }

    /** The same bytes, for reading. */
    final MappedBytes bytes() {
        return new MappedBytes(parts, MappedBytes.PART_BITS, length);
    }

    private ByteBuffer part(long address) {
        if (address < 0 || address >= length) {
            throw new IndexOutOfBoundsException("byte " + address + " of " + length);
        }
        return parts[(int) (address >>> MappedBytes.PART_BITS)];
    }
}
