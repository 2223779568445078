package io.whorl.align;

/**
 * A passage that two texts share.
 *
 * @param a its place in the first text
 * @param b its place in the second text
 * @param kind how alike the two places are
 * @param words words of the passage in the first text that the passage in the second text has too
 * @param score the share of the first passage's words that these are, 0 to 1
 */
public record Passage(Span a, Span b, Kind kind, int words, double score) {
    /** How alike the two places of a passage are. */
    public enum Kind {
        /** Word by word. */
        VERBATIM,
        /** The same runs of words in another order, such as shuffled sentences. */
        REORDERED,
        /** The same content in other words. */
        REWORDED,
        /** The first is a summary of the second. */
        SUMMARY
    }
}
