package io.whorl.select;

import io.whorl.chunk.ChunkBlock;

/** Selects among one document's chunks after another's. One thread at a time. */
public interface Selector {
    /** Begins a document. */
    void start();

    /**
     * Takes the next chunks in text order; those already known to be selected go to {@code out} at once.
     *
     * @return false if no later chunk can be selected, so that the rest of the text need only be counted
     */
    boolean accept(ChunkBlock chunks, SelectedChunks out);

    /**
     * Ends the document: the rest of what is selected goes to {@code out}.
     *
     * @param words surviving words of the document
     * @param chunks chunks of the document, those after {@code accept} said false included
     */
    void finish(long words, long chunks, SelectedChunks out);
}
