package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import io.whorl.text.WordBlock;

/** From units to hashed chunks: where chunks begin and end. */
interface ChunkFormer {
    /** Begins a document. */
    void start();

    /** Adds the chunks that these units complete. */
    void accept(WordBlock units, ChunkBlock out);

    /** Adds the chunk that the document's end completes, if there is one. */
    void finish(ChunkBlock out);
}
