package io.whorl.lab.index;

import io.whorl.query.Matches;
import java.io.IOException;

/** Finds the documents that are most similar to a text. Thread-safe. */
@FunctionalInterface
public interface Searcher {
    /**
     * Searches for a text.
     *
     * @param top the maximum number of documents
     * @return the best first, equal scores by id; of a rival's matches only ids and scores are meaningful
     */
    Matches search(byte[] utf8, int top) throws IOException;
}
