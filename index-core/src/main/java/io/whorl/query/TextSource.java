package io.whorl.query;

import java.io.IOException;
import java.util.Optional;

/**
 * Gives the text of a document by its id, for example from the files that were indexed. {@link Snapshot#isTextOf} tells
 * whether a text has changed since. Thread-safe.
 */
@FunctionalInterface
public interface TextSource {
    TextSource NONE = id -> Optional.empty();

    /**
     * The text of a document.
     *
     * @param id the id of a document of an index
     * @return the bytes that were indexed, or those that took their place; empty if this source has no such text
     * @throws IOException if the text cannot be read
     */
    Optional<byte[]> text(String id) throws IOException;
}
