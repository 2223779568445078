package io.whorl.fingerprint;

/**
 * A chunk that two texts share, and its place in each: the tuple ⟨s, ld, r, lr⟩ of COPS 3.1 for one registered document
 * r. Places are those of units among the surviving units of a text, from 0, as in {@link TracedMinutia#offset}.
 *
 * @param size s, the number of units of the chunk in d
 * @param start ld, the place of the chunk's first unit in d, the text to test
 * @param registeredStart lr, the place of the chunk's first unit in r, the registered document
 */
public record ChunkMatch(int size, int start, int registeredStart) {}
