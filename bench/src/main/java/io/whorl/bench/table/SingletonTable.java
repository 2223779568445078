package io.whorl.bench.table;

import java.io.Closeable;

/** A map from each minutia to the one document that holds it. Not thread-safe. */
public interface SingletonTable extends Closeable {
    /** The result for a minutia that the table does not hold. */
    long ABSENT = -1;

    /** Returns the ordinal of the document that holds the minutia, or {@link #ABSENT}. */
    long find(long minutia);

    /**
     * Looks up {@code minutiae[from .. to - 1]} and stores each result of {@link #find} at the same index of
     * {@code ordinals}.
     */
    default void findAll(long[] minutiae, int from, int to, long[] ordinals) {
        for (int i = from; i < to; i++) {
            ordinals[i] = find(minutiae[i]);
        }
    }

    /** Returns the size of the table's files in bytes. */
    long bytes();

    @Override
    void close();
}
