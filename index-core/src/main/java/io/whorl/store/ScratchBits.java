package io.whorl.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** A set of documents that any may be added to, in heap or in a scratch file that is mapped. One thread at a time. */
public final class ScratchBits {
    private final long documents;
    private final ByteBuffer[] parts;
    private long count;

    /** An empty set, that {@code documents} ordinals may be added to. */
    public ScratchBits(long documents, Optional<TempFile> file) throws IOException {
        this.documents = documents;
        long length = (documents + 63) / 64 * Long.BYTES;
        if (file.isPresent()) {
            parts = file.get().zeros(length);
        } else {
            parts = new ByteBuffer[] {ByteBuffer.allocate(Math.toIntExact(length))};
        }
        for (ByteBuffer part : parts) {
            part.order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    public boolean contains(long ordinal) {
        return (part(ordinal).getLong(within(ordinal)) >>> ordinal & 1) != 0;
    }

    /** Adds a document; returns whether it was not there. */
    public boolean add(long ordinal) {
        ByteBuffer part = part(ordinal);
        int at = within(ordinal);
        long word = part.getLong(at);
        if ((word >>> ordinal & 1) != 0) {
            return false;
        }
        part.putLong(at, word | 1L << ordinal);
        count++;
        return true;
    }

    /** Adds all of a set over as many documents. */
    public void addAll(ScratchBits other) {
        for (long from = 0; from < documents && other.count > 0; from += 64) {
            long word = other.part(from).getLong(within(from));
            int at = within(from);
            long before = part(from).getLong(at);
            count += Long.bitCount(word & ~before);
            part(from).putLong(at, before | word);
        }
    }

    public long count() {
        return count;
    }

    private ByteBuffer part(long ordinal) {
        if (ordinal < 0 || ordinal >= documents) {
            throw new IndexOutOfBoundsException("document " + ordinal + " of " + documents);
        }
        return parts[(int) (ordinal >>> 6 << 3 >>> MappedBytes.PART_BITS)];
    }

    private static int within(long ordinal) {
        return (int) (ordinal >>> 6 << 3) & (1 << MappedBytes.PART_BITS) - 1;
    }

    /** The set as it is; to be added to no more. */
    public DeadDocuments asDead() {
        long length = (documents + 63) / 64 * Long.BYTES;
        return count == 0
                ? DeadDocuments.none(documents)
                : DeadDocuments.sealed(documents, new MappedBytes(parts, MappedBytes.PART_BITS, length), count);
    }
}
