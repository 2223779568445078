package io.whorl.select;

import io.whorl.chunk.ChunkNeeds;
import io.whorl.scheme.Selection;

/** Which chunks' minutiae make the fingerprint (HZ 5, "Substring selection strategy"). Immutable and thread-safe. */
public interface SelectionStrategy {
    /** The strategy written out in full: name and every parameter, defaults included; what a scheme stores. */
    Selection selection();

    /** What it must know of each chunk. */
    default ChunkNeeds needs() {
        return ChunkNeeds.MINUTIA;
    }

    /**
     * Whether it selects among non-overlapping chunks (HZ all-substrings, first-r): the chunker then steps by the
     * granularity, whatever step the scheme names.
     */
    default boolean nonOverlapping() {
        return false;
    }

    /**
     * Bytes of heap that a selector keeps of each chunk until its document ends, at the most; 0 if what it keeps does
     * not grow with the document. A document of more chunks than the memory has room for is refused, so that it cannot
     * end a build.
     */
    default int bytesPerChunk() {
        return 0;
    }

    /** A selector for one thread, used for document after document. */
    Selector selector();
}
