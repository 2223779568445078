package io.whorl.score;

/** Encodes the {@link DocumentExtras} of documents minutia by minutia. Reusable. One thread at a time. */
public interface ExtrasTally {
    /** Starts a document. */
    void start();

    /**
     * Adds a minutia of the document. Each is added once, in unsigned ascending order.
     *
     * @param count how often it was selected
     */
    void add(long minutia, int count);

    /**
     * Returns the bytes to store, the same as {@link DocumentExtras#of(long[], int, long)}.
     *
     * @param words the number of surviving words of the document
     */
    byte[] finish(long words);
}
