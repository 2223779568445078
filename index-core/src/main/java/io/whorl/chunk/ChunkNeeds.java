package io.whorl.chunk;

/** What a selection strategy must know of a chunk beside its minutia; the least that serves is the fastest. */
public enum ChunkNeeds {
    /** Nothing else. */
    MINUTIA,
    /** The chunk's first word. Unit word only. */
    FIRST_WORD,
    /** Where its first word stands in sentence and paragraph. Unit word only. */
    STRUCTURE
}
