package io.whorl.corpus.format;

import java.io.IOException;

/** A format that holds pieces: an archive, a dump of records, a compression (which holds one). Thread-safe. */
public interface ContainerFormat {
    /** Short and in lower case, such as {@code warc}. */
    String name();

    /** Whether this is one, by its media type and first bytes, by its name only where they cannot tell. */
    boolean recognises(Head head);

    /**
     * Whether it wraps a single piece and is no place of its own, as a compression is: what is in {@code a.tar.gz} is
     * named as if it were in {@code a.tar}. Its piece says by its id how a document in it is called.
     */
    default boolean isCompression() {
        return false;
    }

    /**
     * @param whole it has an id: what it would be called if it were a document. Its body begins at its first byte, and
     *     is closed by the caller after the reader
     * @throws IOException if it is damaged from its beginning
     */
    PartReader open(Part whole, ReadContext reading) throws IOException;
}
