package io.whorl.pairs;

import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Arrays that grow with the index: in heap while they fit their share of the memory, then in a scratch file that is
 * mapped. One thread at a time; the arrays outlive the closing.
 */
final class PairScratch implements Closeable {
    /** More would not be one array in heap. */
    private static final long MOST_IN_HEAP = 1 << 30;

    private final ScratchSpace space;
    private long left;
    private Optional<TempFile> file = Optional.empty();

    /** @param memory bytes of heap */
    PairScratch(long memory, ScratchSpace space) {
        left = memory;
        this.space = space;
    }

    /** Ints that are 0. */
    ScratchInts cells(long size) throws IOException {
        return new ScratchInts(size, place(size * Integer.BYTES));
    }

    /** Longs that are 0. */
    ScratchLongs longs(long size) throws IOException {
        return new ScratchLongs(size, place(size * Long.BYTES));
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
        if (file.isPresent()) {
            file.get().close();
        }
    }
}
