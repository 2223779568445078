package io.whorl.query;

/**
 * What an index holds of a document.
 *
 * @param id its id
 * @param words its surviving words
 * @param minutiae its distinct minutiae
 */
public record IndexedDocument(String id, long words, long minutiae) {}
