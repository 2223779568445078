package io.whorl.corpus.format;

import java.io.IOException;

/** A format whose files contain parts: an archive, a dump of records, or a compression (one part). Thread-safe. */
public interface ContainerFormat {
    /**
     * Returns the name of the format for messages.
     *
     * @return a short name in lower case, such as {@code warc}
     */
    String name();

    /**
     * Decides whether a part has this format: by its media type and first bytes, and by its name only if those cannot
     * tell.
     *
     * @param head what is known of the part
     * @return true if {@link #open} can read the part
     */
    boolean recognises(Head head);

    /**
     * Tells whether the format wraps a single part without being a place of its own, as a compression does. Members of
     * {@code a.tar.gz} are named as if they were in {@code a.tar}. The id of the single part names the document in it.
     *
     * @return true for compressions
     */
    default boolean isCompression() {
        return false;
    }

    /**
     * Starts to read the parts.
     *
     * @param whole the container. It has an id: the one it would have as a document. Its body starts at the first byte
     *     and is closed by the caller, after the reader
     * @param context options and reports
     * @return a reader of the parts
     * @throws IOException if the container is damaged from its start
     */
    PartReader open(Part whole, ReadContext context) throws IOException;
}
