package io.whorl.store;

import java.io.IOException;
import java.util.Optional;

/** An array of ints, initially 0, in heap or in a mapped scratch file. One thread at a time. */
public final class ScratchInts extends ScratchArray {
    /** @param file holds the ints; without a file they are in heap */
    public ScratchInts(long size, Optional<TempFile> file) throws IOException {
        super(Math.multiplyExact(size, Integer.BYTES), file);
    }

    public int get(long i) {
        return getInt(i << 2);
    }

    public void set(long i, int value) {
        putInt(i << 2, value);
    }

    public void add(long i, int value) {
        set(i, get(i) + value);
    }
}
