package io.whorl.chunk;

/**
 * A chunk with its text.
 *
 * @param minutia W bits
 * @param firstUnit the index of its first unit in the document, from 0
 * @param text its units in canonical form, joined by one space; characters are joined by nothing
 */
public record DirectChunk(long minutia, long firstUnit, String text) {}
