package io.whorl.align;

/**
 * A part of a text, in code points and in bytes of its UTF-8. Ends are exclusive.
 *
 * @param start first code point
 * @param end code point after the last one
 * @param startByte first byte
 * @param endByte byte after the last one
 */
public record Span(int start, int end, int startByte, int endByte) {
    /** Code points of the span. */
    public int length() {
        return end - start;
    }

    public int bytes() {
        return endByte - startByte;
    }

    /** Code points that both spans have; spans of one text. */
    public int overlap(Span other) {
        return Math.max(0, Math.min(end, other.end) - Math.max(start, other.start));
    }
}
