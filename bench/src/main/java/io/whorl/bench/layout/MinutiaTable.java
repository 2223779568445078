package io.whorl.bench.layout;

import java.io.Closeable;

/** A map from minutiae to the one document that holds each, however it is laid out. One thread at a time. */
public interface MinutiaTable extends Closeable {
    /** No such minutia. */
    long ABSENT = -1;

    /** The ordinal of the document that holds the minutia, or {@link #ABSENT}. */
    long find(long minutia);

    /**
     * Looks up {@code minutiae[from .. to - 1]}, as a fingerprint is, and puts what {@link #find} would give at the
     * same places of {@code ordinals}.
     */
    default void findAll(long[] minutiae, int from, int to, long[] ordinals) {
        for (int i = from; i < to; i++) {
            ordinals[i] = find(minutiae[i]);
        }
    }

    /** Bytes of its files. */
    long bytes();

    @Override
    void close();
}
