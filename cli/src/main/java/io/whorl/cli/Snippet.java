package io.whorl.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The beginning of a text, on one line. */
final class Snippet {
    private static final int MAX_BYTES_PER_CODE_POINT = 4;
    /** Shorter snippets show nothing of interest. */
    private static final int LEAST = 12;

    private Snippet() {}

    /**
     * Returns the beginning of a part of a text in quotation marks. Runs of white space become one space.
     *
     * @param width the largest number of code points with the quotation marks; if it is small, the result is empty
     */
    public static String quoted(byte[] utf8, int from, int to, int width) {
        if (width < LEAST) {
            return "";
        }
        // Twice as much as fits, because white space and escapes change the length.
        int end = end(utf8, to, from + 2L * MAX_BYTES_PER_CODE_POINT * width);
        String text = new String(utf8, from, end - from, StandardCharsets.UTF_8);
        String line = Escapes.visible(text.replaceAll("\\s+", " ").strip());
        int room = width - 2;
        if (end == to && line.codePointCount(0, line.length()) <= room) {
            return '"' + line + '"';
        }
        int shown = Math.min(room - 3, line.codePointCount(0, line.length()));
        return '"' + line.substring(0, line.offsetByCodePoints(0, shown)) + "...\"";
    }

    /** Returns so many bytes of a text, or all, without half a character at the end. */
    public static byte[] beginning(byte[] utf8, int most) {
        return most >= utf8.length ? utf8 : Arrays.copyOf(utf8, end(utf8, utf8.length, most));
    }

    private static int end(byte[] utf8, int to, long most) {
        int end = (int) Math.min(to, most);
        // Malformed text may have no beginning of a character.
        int least = end - MAX_BYTES_PER_CODE_POINT;
        while (end > least + 1 && end < to && (utf8[end] & 0xc0) == 0x80) {
            end--;
        }
        return end;
    }
}
