package io.whorl.fingerprint;

/**
 * A distinct minutia of a fingerprint and the first selected chunk that gave it.
 *
 * @param minutia W bits
 * @param offset the place of the chunk's first unit among the document's surviving units, from 0
 * @param text the chunk's units
 */
public record TracedMinutia(long minutia, long offset, String text) {}
