package io.whorl.chunk;

import io.whorl.text.WordBlock;

/** The chunks that have begun but not ended, oldest first. */
interface OpenChunks {
    /** Begins a document. */
    void start();

    /** Begins a chunk with the next unit that is added. */
    void begin();

    /** Adds a unit to every open chunk. */
    void add(WordBlock units, int k);

    /** Ends the oldest chunk with the unit that was added last, and returns its minutia. */
    long endOldest();

    /** The number of open chunks. */
    int count();
}
