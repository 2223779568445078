package io.whorl.bench.layout;

import java.io.Closeable;

/** A map from minutiae to the one document that holds each, however it is laid out. One thread at a time. */
public interface MinutiaTable extends Closeable {
    /** No such minutia. */
    long ABSENT = -1;

    /** The ordinal of the document that holds the minutia, or {@link #ABSENT}. */
    long find(long minutia);

    /**
     * Looks up a whole fingerprint.
     *
     * @param from the first minutia's place
     * @param to the place after the last one
     * @param ordinals takes for the i-th minutia from {@code from} on, at place i, its document or {@link #ABSENT}
     */
    default void findAll(long[] minutiae, int from, int to, long[] ordinals) {
        for (int i = from; i < to; i++) {
            ordinals[i - from] = find(minutiae[i]);
        }
    }

    /** Bytes of its files. */
    long bytes();

    @Override
    void close();
}
