package io.whorl.text;

/** Limits of the memory of a reader. */
final class WordLimits {
    /**
     * The maximum length of a word in bytes of folded UTF-8; a longer word is cut (docs/DEFINITIONS.md, Text 3). Part
     * of the scheme's version.
     */
    static final int WORD_BYTES = 4096;
    /** A block is passed on when it holds this many bytes or words, so that it stays in the L1 and L2 caches. */
    static final int BLOCK_BYTES = 10_000;

    static final int BLOCK_WORDS = 1_900;
    /** The maximum number of bytes and words of a block of plain text, without those of the last character. */
    static final int MOST_BYTES = BLOCK_BYTES + WORD_BYTES / 2 * 3;

    static final int MOST_WORDS = BLOCK_WORDS + WORD_BYTES / 2;
    /** Additional room for one character: its segment that is written again, or its replacement. */
    static final int SPARE_BYTES = Segment.MAX_BYTES + 32;

    static final int SPARE_WORDS = 32;
    /** The number of bytes read from a stream at a time. */
    static final int READ_BYTES = 1 << 15;

    private WordLimits() {}
}
