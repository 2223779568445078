package io.whorl.fingerprint;

/**
 * A distinct minutia of a fingerprint, and the first selected chunk that hashes to it.
 *
 * @param minutia W bits
 * @param offset the position of the chunk's first unit among the surviving units of the document, from 0
 * @param text the units of the chunk
 */
public record TracedMinutia(long minutia, long offset, String text) {}
