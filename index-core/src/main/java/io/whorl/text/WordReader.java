package io.whorl.text;

import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the canonical form of one document after another: its surviving words, a block at a time (docs/DEFINITIONS.md,
 * Text). Memory does not grow with the document. One thread at a time.
 */
public interface WordReader {
    /**
     * Creates a reader.
     *
     * @param rules how text becomes words
     * @param structure true to fill {@link WordBlock#breaks}; without it, plain text is read faster
     * @throws io.whorl.SchemeException if there is no stemmer for the language of the rules
     */
    static WordReader of(TextRules rules, boolean structure) {
        return WordReaders.of(rules, structure);
    }

    /** Begins a document in memory. The range must not change until it has been read. */
    void open(byte[] utf8, int from, int to);

    /** Begins a document that is read from a stream as needed. The stream is not closed. */
    void open(InputStream utf8) throws IOException;

    /**
     * Replaces the content of the block by the next words.
     *
     * @return false at the end of the document; the block is then empty
     */
    boolean next(WordBlock block) throws IOException;

    /** The number of malformed UTF-8 sequences of this document so far. Each was read as U+FFFD, which ends a word. */
    long malformed();
}
