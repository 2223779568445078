package io.whorl.text;

/** Sizes that bound what a reader holds. */
final class WordLimits {
    /**
     * Most bytes of a word's folded UTF-8; a longer one is cut there (DEFINITIONS, Text 3). Part of the scheme's
     * version.
     */
    static final int WORD_BYTES = 4096;
    /** A block is handed on once it holds this many bytes or words: it stays in the innermost caches. */
    static final int BLOCK_BYTES = 10_000;

    static final int BLOCK_WORDS = 1_900;
    /** Most bytes and words of a block of plain text, but for the last character's. */
    static final int MOST_BYTES = BLOCK_BYTES + WORD_BYTES / 2 * 3;

    static final int MOST_WORDS = BLOCK_WORDS + WORD_BYTES / 2;
    /** Room beyond that for one character: its segment, written again, or the characters that are read in its place. */
    static final int SPARE_BYTES = Segment.MAX_BYTES + 32;

    static final int SPARE_WORDS = 32;
    /** Bytes read from a stream at a time. */
    static final int READ_BYTES = 1 << 15;

    private WordLimits() {}
}
