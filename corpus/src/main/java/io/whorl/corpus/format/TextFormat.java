package io.whorl.corpus.format;

/** A format of single documents that is reduced to its text. Thread-safe: several documents are reduced at once. */
public interface TextFormat {
    /** Short and in lower case, such as {@code html}. */
    String name();

    /** Whether this is one, by its media type and first bytes, by its name only where they cannot tell. */
    boolean recognises(Head head);

    /**
     * The document's prose as UTF-8: no markup, no commands, paragraphs parted by blank lines. Time and memory are
     * bounded by a small multiple of the document's size, whatever it holds.
     *
     * @param document all of its bytes; not changed
     * @throws TextConversionException if it cannot be reduced, which is reported, and the document passed over
     */
    byte[] text(byte[] document, Head head) throws TextConversionException;
}
