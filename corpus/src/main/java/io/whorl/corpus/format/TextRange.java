package io.whorl.corpus.format;

/**
 * A part of a text, in code points and in bytes, both from 0. Ends are exclusive.
 *
 * @param start first code point
 * @param end code point after the last one
 * @param startByte first byte
 * @param endByte byte after the last one
 */
public record TextRange(int start, int end, int startByte, int endByte) {
    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if a start is negative or behind its end
     */
    public TextRange {
        if (start < 0 || start > end || startByte < 0 || startByte > endByte) {
            throw new IllegalArgumentException("the range is " + start + " to " + end + ", bytes " + startByte + " to "
                    + endByte + "; starts must be from 0 to their ends");
        }
    }
}
