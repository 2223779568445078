package io.whorl.chunk;

import io.whorl.text.WordBlock;

/** Turns words into units. The units have the same form as words: the bytes of each unit, then one space. */
interface Units {
    /** Begins a document. */
    void start();

    /** The units that these words complete. Valid until the next call. */
    WordBlock of(WordBlock words);

    /** The units that the end of the document completes. */
    WordBlock rest();
}
