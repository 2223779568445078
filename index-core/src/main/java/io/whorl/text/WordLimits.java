package io.whorl.text;

/** Sizes that bound what a reader holds. */
final class WordLimits {
    /** Most bytes of a word's folded UTF-8; a longer one is cut there (DEFINITIONS, Text 3). Part of the scheme's version. */
    static final int WORD_BYTES = 4096;
    /** A block is handed on once it holds this many bytes or words: it stays in the innermost caches. */
    static final int BLOCK_BYTES = 10_000;
    static final int BLOCK_WORDS = 1_900;
    /** Bytes read from a stream at a time. */
    static final int READ_BYTES = 1 << 15;

    private WordLimits() {}
}
