package io.whorl.bench.live;

import java.io.Closeable;

/** Postings that can be added and read back, however they are laid out. One thread at a time. */
public interface PostingLayout extends Closeable {
    /**
     * Adds a document, the next one.
     *
     * @param minutiae distinct, ascending as unsigned numbers
     * @param frequencies at the same places
     */
    void add(int document, long[] minutiae, int[] frequencies);

    /** Documents + frequencies of all postings of a minutia, summed up: all of them have to be read. */
    long sum(long minutia);

    @Override
    void close();
}
