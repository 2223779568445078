package io.whorl.corpus.format;

import java.util.Optional;

/** A format of single documents that are converted to text. Thread-safe: several documents are converted at once. */
public interface TextFormat {
    /** {@return the name for options and messages: short and in lower case, such as {@code html}} */
    String name();

    /**
     * Decides whether a document has this format: by its media type and first bytes, and by its name only if those
     * cannot tell.
     *
     * @param head what is known of the document
     * @return true if {@link #text} can convert the document
     */
    boolean recognises(Head head);

    /**
     * Converts a document to text: without markup and commands, with blank lines between paragraphs. Time and memory
     * must be bounded by a small multiple of the size of the document, whatever it contains.
     *
     * @param document all bytes of the document, which must not be changed
     * @param head what is known of the document
     * @param mapped whether the places of the text are wanted. The text must be the same with and without them
     * @return the text, with a map if it is wanted and the format knows all places exactly
     * @throws TextConversionException if the document cannot be converted; it is then reported and skipped
     */
    MappedText text(byte[] document, Head head, boolean mapped) throws TextConversionException;

    /**
     * Returns the date that the document states of itself, as a mail does. By default it states none.
     *
     * @param document all bytes of the document, which must not be changed
     * @return the date as written, in a form that {@link io.whorl.corpus.DateText} reads
     */
    default Optional<String> date(byte[] document) {
        return Optional.empty();
    }
}
