package io.whorl.bench.store;

import java.io.Closeable;

/** A sealed map from minutiae to the documents that hold each, however it is laid out. One thread at a time. */
public interface PostingStore extends Closeable {
    /** Adds the documents that hold the minutia, ascending, as one list; an empty one where there are none. */
    void find(long minutia, FoundLists found);

    /** Adds a list for each of {@code minutiae[from .. to - 1]}, which ascend, as those of a fingerprint do. */
    default void findAll(long[] minutiae, int from, int to, FoundLists found) {
        for (int i = from; i < to; i++) {
            find(minutiae[i], found);
        }
    }

    @Override
    void close();
}
