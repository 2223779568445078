package io.whorl.chunk;

import io.whorl.text.WordBlock;

/** From words to the units that chunks are made of, in the same shape: each unit's bytes, then one space. */
interface Units {
    /** Begins a document. */
    void start();

    /** The units that these words complete; good until the next call. */
    WordBlock of(WordBlock words);

    /** The units that the document's end completes. */
    WordBlock rest();
}
