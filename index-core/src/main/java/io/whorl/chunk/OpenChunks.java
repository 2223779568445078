package io.whorl.chunk;

import io.whorl.text.WordBlock;

/** The chunks that have begun and not ended, oldest first. */
interface OpenChunks {
    /** Begins a document. */
    void start();

    /** Begins a chunk with the next unit that is added. */
    void begin();

    /** Adds a unit to every open chunk. */
    void add(WordBlock units, int k);

    /** The minutia of the oldest, which ends with the unit added last. */
    long endOldest();

    int count();
}
