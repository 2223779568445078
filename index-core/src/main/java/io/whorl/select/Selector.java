package io.whorl.select;

/** Selects chunks of one document after another. One thread at a time. */
public interface Selector {
    /** Begins a document. A document that failed may not have been finished. */
    void start();

    /**
     * Processes the next chunks in text order. Chunks that are known to be selected are added to {@code out} at once.
     *
     * @param chunks the next chunks; may be empty
     * @param out receives the selected chunks
     * @return false if no later chunk can be selected; the selector then receives no more chunks of this document
     */
    boolean accept(ChunkBlock chunks, SelectedChunks out);

    /**
     * Ends the document and adds the remaining selected chunks to {@code out}.
     *
     * @param words the number of surviving words of the document
     * @param chunks the number of chunks of the document, including those after {@code accept} returned false
     * @param out receives the selected chunks
     */
    void finish(long words, long chunks, SelectedChunks out);
}
