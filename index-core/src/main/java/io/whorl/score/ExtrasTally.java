package io.whorl.score;

/** Makes a document's {@link DocumentExtras} of its minutiae as they come. Reusable; one thread at a time. */
public interface ExtrasTally {
    /** Begins a document. */
    void start();

    /**
     * Takes a minutia of the document; each comes once, unsigned ascending.
     *
     * @param count how often it was selected
     */
    void add(long minutia, int count);

    /**
     * The bytes to store, as {@link DocumentExtras#of(long[], int, long)} makes them.
     *
     * @param words surviving words of the document
     */
    byte[] finish(long words);
}
