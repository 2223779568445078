package io.whorl.live;

/**
 * A snapshot of a live tier: the documents 0 to {@link #documents} − 1, in the order in which they were added. Later
 * additions are not visible. A document that was replaced by a later one is still included; the caller knows which
 * documents are deleted. Thread-safe.
 *
 * <p>A view keeps the off-heap memory of the tier alive until the view is closed or garbage-collected.
 */
public interface LiveView extends AutoCloseable {
    int documents();

    LiveDocument document(int document);

    /** The newest document of an id, or −1. */
    int find(byte[] id);

    /**
     * Opens a cursor, which looks minutiae up. A cursor keeps the memory alive even after its view is closed. Close it
     * after use.
     *
     * @throws IllegalStateException if the view is closed
     */
    Cursor cursor();

    /**
     * Passes every posting of the view to a sink, in no particular order.
     *
     * @throws IllegalStateException if the view is closed
     */
    void forEach(PostingSink sink);

    /** Releases the memory of the tier. A second call does nothing. */
    @Override
    void close();

    /** The documents of one minutia at a time, from the newest to the oldest. One thread at a time. */
    interface Cursor extends AutoCloseable {
        /** Looks up a minutia; returns false if no document of the view holds it. */
        boolean find(long minutia);

        /**
         * Looks up {@code minutiae[from .. to - 1]} together. This is faster than {@link #find}, because their cache
         * misses overlap.
         *
         * @param links receives what {@link #open} needs: for {@code minutiae[from + i]} at {@code i}
         */
        void findAll(long[] minutiae, int from, int to, int[] links);

        /**
         * Moves to the documents of a minutia.
         *
         * @param link received for it from {@link #findAll} of this cursor
         * @return false if no document of the view holds it
         */
        boolean open(int link);

        /** Moves to the next document of the minutia; returns false at the end. */
        boolean next();

        /** The current document number. */
        int document();

        /** The frequency of the minutia in the document; 1 if the scheme keeps no frequencies. */
        int frequency();

        @Override
        void close();
    }

    /** Receives postings. */
    interface PostingSink {
        void posting(long minutia, int document, int frequency);
    }
}
