package io.whorl.text;

/**
 * Decodes and encodes UTF-8, code point by code point. Malformed sequences are replaced as {@code new String(bytes,
 * UTF_8)} does it: one U+FFFD for the longest run of bytes that could have begun a character, and one for the three
 * bytes of a surrogate.
 */
final class Utf8 {
    /** The number of bytes of the longest character. */
    static final int MAX_BYTES = 4;

    static final int REPLACEMENT = 0xFFFD;

    /** The mark of a malformed sequence in what {@link #decode} returns. */
    static final int MALFORMED = 1 << 24;

    private static final int LENGTH_SHIFT = 25;

    private Utf8() {}

    /**
     * The character at {@code i}, packed: see {@link #codePoint}, {@link #length} and {@link #isMalformed}.
     *
     * @param limit the end of the text, greater than {@code i}; a character that continues beyond it is malformed
     */
    static int decode(byte[] in, int i, int limit) {
        int b = in[i];
        if (b >= 0) {
            return packed(b, 1);
        }
        int lead = b & 0xFF;
        if (lead < 0xC2 || lead > 0xF4 || i + 1 >= limit || !isContinuation(in[i + 1])) {
            return malformed(1);
        }
        int second = in[i + 1] & 0x3F;
        if (lead < 0xE0) {
            return packed(((lead & 0x1F) << 6) | second, 2);
        }
        boolean four = lead >= 0xF0;
        if (lead == 0xE0 && second < 0x20 || lead == 0xF0 && second < 0x10 || lead == 0xF4 && second >= 0x10) {
            return malformed(1);
        }
        if (i + 2 >= limit || !isContinuation(in[i + 2])) {
            return malformed(2);
        }
        int third = in[i + 2] & 0x3F;
        if (!four) {
            int cp = ((lead & 0x0F) << 12) | (second << 6) | third;
            return cp >= 0xD800 && cp <= 0xDFFF ? malformed(3) : packed(cp, 3);
        }
        if (i + 3 >= limit || !isContinuation(in[i + 3])) {
            return malformed(3);
        }
        return packed(((lead & 0x07) << 18) | (second << 12) | (third << 6) | (in[i + 3] & 0x3F), 4);
    }

    static int codePoint(int decoded) {
        return decoded & 0xFFFFFF;
    }

    static int length(int decoded) {
        return decoded >>> LENGTH_SHIFT;
    }

    static boolean isMalformed(int decoded) {
        return (decoded & MALFORMED) != 0;
    }

    /** The number of bytes that {@link #encode} writes. */
    static int lengthOf(int cp) {
        return cp < 0x80 ? 1 : cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
    }

    /** Writes a character that is not a surrogate, and returns the position after it. */
    static int encode(int cp, byte[] out, int o) {
        if (cp < 0x80) {
            out[o] = (byte) cp;
            return o + 1;
        }
        // Without a loop, because most letters of many texts take two or three bytes.
        if (cp < 0x800) {
            out[o++] = (byte) (0xC0 | (cp >> 6));
        } else {
            if (cp < 0x10000) {
                out[o++] = (byte) (0xE0 | (cp >> 12));
            } else {
                out[o++] = (byte) (0xF0 | (cp >> 18));
                out[o++] = (byte) (0x80 | ((cp >> 12) & 0x3F));
            }
            out[o++] = (byte) (0x80 | ((cp >> 6) & 0x3F));
        }
        out[o] = (byte) (0x80 | (cp & 0x3F));
        return o + 1;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }

    private static int packed(int cp, int length) {
        return cp | (length << LENGTH_SHIFT);
    }

    private static int malformed(int length) {
        return packed(REPLACEMENT, length) | MALFORMED;
    }
}
