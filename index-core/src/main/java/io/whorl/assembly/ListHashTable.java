package io.whorl.assembly;

import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Where lists stand, by their hashes: an open hash table, in heap while it fits, then in a scratch file that is mapped,
 * which the system may write out. What is found does not depend on where it is. One thread at a time.
 */
final class ListHashTable implements Closeable {
    private static final int LEAST_SLOTS = 1 << 12;
    /**
     * Longs of a slot, side by side, so that both come with one line of memory: a hash, and a place and 1, or 0 if it
     * is free.
     */
    private static final int SLOT = 2;
    /** Past that a table in heap would not be one array. */
    private static final long MOST_IN_HEAP = 1 << 30;

    private final long memory;
    private final ScratchSpace scratch;
    private Optional<TempFile> file = Optional.empty();
    private ScratchLongs cells;
    private long mask;
    private long size;

    /** @param memory bytes of heap it may take; while it grows, half as many more */
    ListHashTable(long memory, ScratchSpace scratch) throws IOException {
        this.memory = Math.min(memory, MOST_IN_HEAP);
        this.scratch = scratch;
        forget();
    }

    /** The first slot to look for a hash in. */
    long slot(long hash) {
        return (hash * 0x9E3779B97F4A7C15L >>> 32) & mask;
    }

    /** The next one to look in. */
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

    /** Takes a place into a free slot. */
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

    /** Forgets all, and begins small again. */
    void forget() throws IOException {
        close();
        make(LEAST_SLOTS);
        size = 0;
    }

    /** Places taken since the last was forgotten. */
    long size() {
        return size;
    }

    /** Lets go of the scratch file. */
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
