package io.whorl.store;

import io.whorl.store.ScratchSpace.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.Optional;

/**
 * Arrays that grow with the index, initially 0: in heap while they fit into their share of the memory, then in a mapped
 * scratch file. Sorts in another share. One thread at a time, except that any number may read what no thread changes.
 * The arrays can be used after this is closed.
 */
public final class ScratchArrays implements Closeable {
    private static final int PART_MASK = (1 << MappedBytes.PART_BITS) - 1;

    private final ScratchSpace space;
    private final long arrays;
    private final long sorting;
    private long left;
    private Optional<TempFile> file = Optional.empty();

    /** @param arrays bytes of heap for arrays */
    public ScratchArrays(long arrays, ScratchSpace space) {
        this(arrays, 0, space);
    }

    /**
     * @param arrays bytes of heap for arrays
     * @param sorting bytes of heap for sorting
     */
    public ScratchArrays(long arrays, long sorting, ScratchSpace space) {
        this.arrays = arrays;
        left = arrays;
        this.sorting = sorting;
        this.space = space;
    }

    /** Another one with the same shares of the memory. */
    public ScratchArrays another() {
        return new ScratchArrays(arrays, sorting, space);
    }

    /** Sorts in all memory for sorting. */
    public LongTriples triples() {
        return triples(1);
    }

    /** @param together the number of these that share the memory for sorting */
    public LongTriples triples(int together) {
        return new LongTriples(sorting / together, space);
    }

    public ScratchInts cells(long size) throws IOException {
        return new ScratchInts(size, place(size * Integer.BYTES));
    }

    public ScratchLongs longs(long size) throws IOException {
        return new ScratchLongs(size, place(size * Long.BYTES));
    }

    /** Allocates an empty set of numbers less than {@code size}. */
    public ScratchBits bits(long size) throws IOException {
        return new ScratchBits(size, place(size / Byte.SIZE + Long.BYTES));
    }

    private Optional<TempFile> place(long bytes) throws IOException {
        if (bytes <= left) {
            left -= bytes;
            return Optional.empty();
        }
        if (file.isEmpty()) {
            file = Optional.of(new TempFile(space));
        }
        return file;
    }

    @Override
    public void close() throws IOException {
        TempFile.close(file);
    }

    private abstract static class ScratchArray {
        final ByteBuffer[] parts;
        final long length;

        ScratchArray(long size, int width, Optional<TempFile> file) throws IOException {
            length = Math.multiplyExact(size, width);
            parts = file.isPresent()
                    ? file.get().zeros(length)
                    : FileMapping.parts(length, MappedBytes.PART_BITS, (from, n) -> ByteBuffer.allocate((int) n));
            for (ByteBuffer part : parts) {
                part.order(ByteOrder.LITTLE_ENDIAN);
            }
        }

        /** The same bytes, for reading. */
        final MappedBytes bytes() {
            return new MappedBytes(parts, MappedBytes.PART_BITS, length);
        }

        final ByteBuffer part(long address) {
            if (address < 0 || address >= length) {
                throw new IndexOutOfBoundsException("byte " + address + " of " + length);
            }
            return parts[(int) (address >>> MappedBytes.PART_BITS)];
        }
    }

    private static int within(long address) {
        return (int) address & PART_MASK;
    }

    public static final class ScratchInts extends ScratchArray {
        private ScratchInts(long size, Optional<TempFile> file) throws IOException {
            super(size, Integer.BYTES, file);
        }

        public int get(long i) {
            return part(i << 2).getInt(within(i << 2));
        }

        public void set(long i, int value) {
            part(i << 2).putInt(within(i << 2), value);
        }

        public void add(long i, int value) {
            set(i, get(i) + value);
        }
    }

    public static final class ScratchLongs extends ScratchArray {
        /** @param file holds the longs; without a file they are in heap */
        public ScratchLongs(long size, Optional<TempFile> file) throws IOException {
            super(size, Long.BYTES, file);
        }

        public long size() {
            return length / Long.BYTES;
        }

        public long get(long i) {
            return part(i << 3).getLong(within(i << 3));
        }

        public void set(long i, long value) {
            part(i << 3).putLong(within(i << 3), value);
        }

        public void add(long i, long value) {
            ByteBuffer part = part(i << 3);
            int at = within(i << 3);
            part.putLong(at, part.getLong(at) + value);
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

    /** A growing set of document ordinals. */
    public static final class ScratchBits {
        private final long documents;
        private final ScratchLongs words;
        private long count;

        private ScratchBits(long documents, Optional<TempFile> file) throws IOException {
            this.documents = documents;
            words = new ScratchLongs((documents + 63) / 64, file);
        }

        public boolean contains(long ordinal) {
            return ((words.get(word(ordinal)) >>> ordinal) & 1) != 0;
        }

        /** Adds a document; returns false if the set contained it already. */
        public boolean add(long ordinal) {
            if (contains(ordinal)) {
                return false;
            }
            words.set(word(ordinal), words.get(word(ordinal)) | (1L << ordinal));
            count++;
            return true;
        }

        public long count() {
            return count;
        }

        private long word(long ordinal) {
            return Objects.checkIndex(ordinal, documents) >>> 6;
        }

        /** This set as dead documents. Do not add to it afterwards: the result shares its memory. */
        public DeadDocuments asDead() {
            return count == 0 ? DeadDocuments.none(documents) : DeadDocuments.sealed(documents, words.bytes(), count);
        }
    }
}
