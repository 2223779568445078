package io.whorl.select;

/**
 * The data about a chunk that a selection strategy reads, besides the chunk's minutia. Declare the least that suffices:
 * the rest is not computed.
 */
public enum ChunkNeeds {
    /** Nothing else. */
    MINUTIA,
    /** The first word of the chunk. Only with the unit word. */
    FIRST_WORD,
    /** The position of the chunk's first word in its sentence and paragraph. Only with the unit word. */
    STRUCTURE
}
