package io.whorl.text;

import java.nio.charset.StandardCharsets;

/** Prepares text in UTF-8 for reading. */
public final class TextBytes {
    // Never occurs in UTF-8, so it is read as one malformed sequence.
    private static final byte MALFORMED = (byte) 0xFF;

    private TextBytes() {}

    /**
     * The UTF-8 of a text. An unpaired surrogate becomes one malformed byte, which a reader replaces by U+FFFD and
     * counts. (The JDK would write '?', which would end a sentence and not be counted.)
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

    /**
     * Returns a text in which look-alike letters are those of their words: letters of one script within words of
     * another one, which differ to a program only. Each code point stands for the one at the same place.
     *
     * @param utf8 the text; malformed sequences stay
     * @return the same array if no word is disguised, as in genuine texts of any language
     */
    public static byte[] undisguised(byte[] utf8) {
        return LookAlikes.undone(utf8);
    }
}
