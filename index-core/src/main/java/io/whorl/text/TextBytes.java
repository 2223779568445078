package io.whorl.text;

import java.nio.charset.StandardCharsets;

/** Text to UTF-8, without losing sight of what cannot be encoded. */
public final class TextBytes {
    // Never part of UTF-8, so each is read as one malformed sequence.
    private static final byte MALFORMED = (byte) 0xFF;

    private TextBytes() {}

    /**
     * The JDK writes '?' for an unpaired surrogate, which would end a sentence and go uncounted; here it stays
     * malformed, for the reader to replace and count as it does in bytes.
     */
    public static byte[] of(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                at++;
            } else if (c < 0x800) {
                at += 2;
            } else if (!Character.isSurrogate(c)) {
                at += 3;
            } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                at += 4;
                i++;
            } else {
                utf8[at++] = MALFORMED;
            }
        }
        return utf8;
    }
}
