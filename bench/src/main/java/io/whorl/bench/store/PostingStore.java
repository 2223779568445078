package io.whorl.bench.store;

import java.io.Closeable;

/** A read-only map from minutiae to the documents that hold them. Not thread-safe. */
public interface PostingStore extends Closeable {
    /** Adds the documents that hold a minutia, ascending, as one list, which may be empty. */
    void find(long minutia, FoundLists found);

    /** Adds a list for each of {@code minutiae[from .. to - 1]}, which are ascending. */
    default void findAll(long[] minutiae, int from, int to, FoundLists found) {
        for (int i = from; i < to; i++) {
            find(minutiae[i], found);
        }
    }

    @Override
    void close();
}
