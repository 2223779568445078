package io.whorl.store;

import io.whorl.store.ScratchArray.ScratchBits;
import io.whorl.store.ScratchArray.ScratchInts;
import io.whorl.store.ScratchArray.ScratchLongs;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Allocates arrays that grow with the index: in heap while they fit into their share of the memory, then in a mapped
 * scratch file. Sorts in another share. One thread at a time. The arrays can be used after this is closed.
 */
public final class PairScratch implements Closeable {
    /** A larger array may not be possible in heap. */
    private static final long MOST_IN_HEAP = 1 << 30;

    private final ScratchSpace space;
    private final long arrays;
    private final long sorting;
    private long left;
    private Optional<TempFile> file = Optional.empty();

    /**
     * @param arrays bytes of heap for arrays
     * @param sorting bytes of heap for sorting
     */
    public PairScratch(long arrays, long sorting, ScratchSpace space) {
        this.arrays = arrays;
        left = arrays;
        this.sorting = sorting;
        this.space = space;
    }

    /** Another one with the same shares of the memory. */
    public PairScratch another() {
        return new PairScratch(arrays, sorting, space);
    }

    /** Sorts in all memory for sorting. */
    public LongTriples triples() {
        return triples(1);
    }

    /** @param together the number of these that share the memory for sorting */
    public LongTriples triples(int together) {
        return new LongTriples(sorting / together, space);
    }

    /** Allocates ints, all 0. */
    public ScratchInts cells(long size) throws IOException {
        return new ScratchInts(size, place(size * Integer.BYTES));
    }

    /** Allocates longs, all 0. */
    public ScratchLongs longs(long size) throws IOException {
        return new ScratchLongs(size, place(size * Long.BYTES));
    }

    /** Allocates an empty set of numbers less than {@code size}. */
    public ScratchBits bits(long size) throws IOException {
        return new ScratchBits(size, place(size / Byte.SIZE + Long.BYTES));
    }

    private Optional<TempFile> place(long bytes) throws IOException {
        if (bytes <= left && bytes <= MOST_IN_HEAP) {
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
}
