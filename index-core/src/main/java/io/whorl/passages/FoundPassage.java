package io.whorl.passages;

import io.whorl.align.Passage;

/**
 * A passage that a query's text shares with a document of the index.
 *
 * @param id the id of the document
 * @param rank 1 for the best passage at its place of the query; 2 and more for other passages at this place, which
 *     follow it, best first
 * @param passage its places: a is in the query's text, and b in the document's
 */
public record FoundPassage(String id, int rank, Passage passage) {}
