package io.whorl.minutiae;

/**
 * Counts of a document, taken while it is read.
 *
 * @param words the number of surviving words
 * @param units the number of units that chunks consist of
 * @param chunks the number of chunks before selection
 * @param malformed the number of malformed UTF-8 sequences; each was read as U+FFFD
 */
public record DocumentCounts(long words, long units, long chunks, long malformed) {}
