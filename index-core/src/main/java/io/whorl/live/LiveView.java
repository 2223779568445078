package io.whorl.live;

/**
 * The documents of a live tier up to one commit: those numbered 0 to {@link #documents} − 1 in the order in which they
 * were added. What is added later is not seen. A document that a later one of the same id replaced is still here; who
 * is dead is known elsewhere. Thread-safe.
 *
 * <p>A view holds the tier's memory, which is not the heap's, until it is closed or collected, whichever comes first.
 */
public interface LiveView extends AutoCloseable {
    int documents();

    /** A document's id, in UTF-8. */
    byte[] id(int document);

    /** Surviving words. */
    long words(int document);

    /** Distinct minutiae. */
    long minutiae(int document);

    /** The value that {@link LiveTier#meanLog} set for a document; 0 if it set none. */
    double meanLog(int document);

    /** What the scheme's strategy keeps beside the minutiae ({@link io.whorl.score.DocumentExtras}). */
    byte[] extra(int document);

    /** The document of this id that was added last, or −1. */
    int find(byte[] id);

    /**
     * Looks minutiae up. The cursor holds the memory too: a view closed meanwhile does not pull it away. Close it.
     *
     * @throws IllegalStateException if the view is closed
     */
    Cursor cursor();

    /**
     * Gives every posting of the view, in no particular order.
     *
     * @throws IllegalStateException if the view is closed
     */
    void forEach(PostingSink sink);

    /** Lets go of the tier's memory; a second call does nothing. */
    @Override
    void close();

    /**
     * The documents of one minutia after another, each list from the newest document to the oldest. One thread at a
     * time.
     */
    interface Cursor extends AutoCloseable {
        /** Turns to a minutia; false if no document of the view holds it. */
        boolean find(long minutia);

        /** Moves to the next document of the minutia; false at the end. */
        boolean next();

        /** The document's number. */
        int document();

        /** How often the minutia occurs in it; 1 where the scheme keeps no frequencies. */
        int frequency();

        @Override
        void close();
    }

    /** Takes postings. */
    interface PostingSink {
        void posting(long minutia, int document, int frequency);
    }
}
