package io.whorl.text;

import io.whorl.scheme.TextRules;
import java.io.IOException;
import java.io.InputStream;

/**
 * The canonical form of one document after another: its surviving words, a block at a time (DEFINITIONS, Text). Memory
 * is bounded whatever the document's length . One thread at a time; reusable.
 */
public interface WordReader {
    /**
     * @param rules how text becomes words
     * @param structure whether {@link WordBlock#breaks} must be filled; without it plain text takes a faster path
     * @throws io.whorl.InvalidSchemeException if there is no stemmer for the rules' language; the message lists them
     */
    static WordReader of(TextRules rules, boolean structure) {
        return WordReaders.of(rules, structure);
    }

    /** Begins a document held in memory; the range must not change until it has been read. */
    void open(byte[] utf8, int from, int to);

    /** Begins a document that is read as it is needed; the stream is not closed here. */
    void open(InputStream utf8) throws IOException;

    /**
     * Replaces the block's content with the next words.
     *
     * @return false at the document's end; then the block is empty
     */
    boolean next(WordBlock block) throws IOException;

    /** Malformed UTF-8 sequences met so far in this document; each was read as U+FFFD, which ends a word. */
    long malformed();
}
