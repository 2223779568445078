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
     * @return the text in UTF-8
     * @throws TextConversionException if the document cannot be converted; it is then reported and skipped
     */
    byte[] text(byte[] document, Head head) throws TextConversionException;

    /**
     * Converts a document like {@link #text}, and says where in the document its text was. The text must be the same.
     * The default implementation does not know the places.
     *
     * @param document all bytes of the document, which must not be changed
     * @param head what is known of the document
     * @return the text, with a map if the format knows all places exactly
     * @throws TextConversionException if the document cannot be converted
     */
    default MappedText mappedText(byte[] document, Head head) throws TextConversionException {
        return new MappedText(text(document, head), Optional.empty());
    }

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
