package io.whorl.assembly;

import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * An open-addressed hash table from the hashes of lists to their places. It is in heap while it fits, and then in a
 * mapped scratch file. One thread at a time.
 */
final class ListHashTable implements Closeable {
    private static final int LEAST_SLOTS = 1 << 12;
    /**
     * The longs of a slot: a hash, and the place plus 1, or 0 if the slot is free. They are adjacent, so one cache line
     * holds both.
     */
    private static final int SLOT = 2;
    /** A larger table does not fit one array. */
    private static final long MOST_IN_HEAP = 1 << 30;

    private final long memory;
    private final ScratchSpace scratch;
    private Optional<TempFile> file = Optional.empty();
    private ScratchLongs cells;
    private long mask;
    private long size;

    /** @param memory bytes of heap that the table may use, and half as many more while it grows */
    ListHashTable(long memory, ScratchSpace scratch) throws IOException {
        this.memory = Math.min(memory, MOST_IN_HEAP);
        this.scratch = scratch;
        forget();
    }

    /** The first slot of a hash. */
    long slot(long hash) {
        return (hash * 0x9E3779B97F4A7C15L >>> 32) & mask;
    }

    /** The next slot to try. */
    long after(long slot) {
        return (slot + 1) & mask;
    }

    /** The place in a slot, or −1 if it is free. */
    long place(long slot) {
        return cells.get(slot * SLOT + 1) - 1;
    }

    long hash(long slot) {
        return cells.get(slot * SLOT);
    }

    /** Puts a place into a free slot. */
    void put(long slot, long hash, long place) throws IOException {
        set(slot, hash, place);
        if (++size * 2 > mask + 1) {
            grow();
        }
    }

    private void set(long slot, long hash, long place) {
        cells.set(slot * SLOT, hash);
        cells.set(slot * SLOT + 1, place + 1);
    }

    private void grow() throws IOException {
        ScratchLongs before = cells;
        Optional<TempFile> beforeIn = file;
        try {
            make((mask + 1) * 2);
            for (long i = 0; i < before.size(); i += SLOT) {
                if (before.get(i + 1) != 0) {
                    long slot = slot(before.get(i));
                    while (place(slot) >= 0) {
                        slot = after(slot);
                    }
                    set(slot, before.get(i), before.get(i + 1) - 1);
                }
            }
        } finally {
            close(beforeIn);
        }
    }

    private void make(long slots) throws IOException {
        long bytes = slots * SLOT * Long.BYTES;
        file = slots > LEAST_SLOTS && bytes > memory ? Optional.of(new TempFile(scratch)) : Optional.empty();
        cells = new ScratchLongs(slots * SLOT, file);
        mask = slots - 1;
    }

    /** Removes all places and shrinks the table. */
    void forget() throws IOException {
        close();
        make(LEAST_SLOTS);
        size = 0;
    }

    /** The number of places. */
    long size() {
        return size;
    }

    /** Releases the scratch file. */
    @Override
    public void close() throws IOException {
        close(file);
    }

    private static void close(Optional<TempFile> file) throws IOException {
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
