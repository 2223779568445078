package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import io.whorl.text.WordBlock;

/** Decides where chunks begin and end, and hashes them. */
interface ChunkFormer {
    /** Begins a document. */
    void start();

    /** Adds the chunks that these units complete. */
    void accept(WordBlock units, ChunkBlock out);

    /** Adds the chunk that the end of the document completes, if there is one. */
    void finish(ChunkBlock out);
}
