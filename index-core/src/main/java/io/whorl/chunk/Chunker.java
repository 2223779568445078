package io.whorl.chunk;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.text.WordBlock;

/**
 * Forms and hashes chunks of words, a block at a time (COPS 3.1, 4.2; docs/DEFINITIONS.md, Chunks). One thread at a
 * time; reusable.
 */
public interface Chunker {
    /** Creates a chunker. */
    static Chunker of(Chunking chunking, ChunkHash hash, ChunkNeeds needs) {
        return Chunkers.of(chunking, hash, needs);
    }

    /** True if the chunker reads {@link WordBlock#breaks}, so that the word reader must fill them. */
    static boolean readsStructure(Chunking chunking, ChunkNeeds needs) {
        return needs == ChunkNeeds.STRUCTURE
                || chunking.unit() == Chunking.Unit.SENTENCE
                || chunking.unit() == Chunking.Unit.PARAGRAPH;
    }

    /** Begins a document. */
    void start();

    /** Processes the next words and replaces the content of {@code out} by the chunks that they complete, if any. */
    void accept(WordBlock words, ChunkBlock out);

    /** Ends the document and replaces the content of {@code out} by the chunks that its end completes, if any. */
    void finish(ChunkBlock out);

    /** The number of units of this document so far. */
    long units();
}
