package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;

/**
 * From words to hashed chunks (COPS 3.1, 4.2; DEFINITIONS, Chunks), a block at a time. One thread at a time; reusable.
 */
public interface Chunker {
    static Chunker of(Chunking chunking, ChunkHash hash, ChunkNeeds needs) {
        return Chunkers.of(chunking, hash, needs);
    }

    /** Whether the words' {@link WordBlock#breaks} are read, so that the reader must fill them. */
    static boolean readsStructure(Chunking chunking, ChunkNeeds needs) {
        return needs == ChunkNeeds.STRUCTURE
                || chunking.unit() == Chunking.Unit.SENTENCE
                || chunking.unit() == Chunking.Unit.PARAGRAPH;
    }

    /** Begins a document. */
    void start();

    /** Takes the next words, and replaces the block's content with the chunks that they complete (perhaps none). */
    void accept(WordBlock words, ChunkBlock out);

    /** Ends the document: replaces the block's content with the chunks that only the end completes (perhaps none). */
    void finish(ChunkBlock out);

    /** Units seen in this document. */
    long units();
}
