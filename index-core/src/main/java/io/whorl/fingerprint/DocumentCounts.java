package io.whorl.fingerprint;

/**
 * What was counted while a document was read.
 *
 * @param words surviving words
 * @param units units of the scheme
 * @param chunks chunks made of them, before selection
 * @param malformed malformed UTF-8 sequences, each read as U+FFFD
 */
public record DocumentCounts(long words, long units, long chunks, long malformed) {}
