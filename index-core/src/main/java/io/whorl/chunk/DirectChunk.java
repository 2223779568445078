package io.whorl.chunk;

/**
 * A chunk to be shown.
 *
 * @param minutia W bits
 * @param firstUnit place of its first unit in the document, from 0
 * @param text its units as they stand in the canonical form: joined by one space, characters by nothing
 */
public record DirectChunk(long minutia, long firstUnit, String text) {}
