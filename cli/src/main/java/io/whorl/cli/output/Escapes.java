package io.whorl.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;

/**
 * Text from files and archives as it may be printed. Control characters, line and paragraph separators, controls of the
 * direction of writing and lone surrogates could drive a terminal, forge a line or hide a part of a name: each is
 * written as {@code \}{@code uXXXX}. Everything that the program prints goes through here.
 */
public final class Escapes {
    /** A JSON generator's factory that escapes these characters too, not only those that JSON requires. */
    static final JsonFactory JSON = ((JsonFactoryBuilder) JsonFactory.builder())
            .characterEscapes(new InJson())
            .build();

    private Escapes() {}

    /** For people: each unsafe character is made visible, and all others stay, a backslash too. */
    public static String visible(String text) {
        return escaped(text, false);
    }

    /** For programs: the same, with the short forms of a tab and ends of lines, and a backslash doubled. */
    static String tsv(String text) {
        return escaped(text, true);
    }

    /** JSON with the unsafe characters of its strings escaped; its meaning is the same. */
    static String json(String json) {
        return visible(json);
    }

    private static String escaped(String text, boolean tsv) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (tsv && c == '\\') {
                out.append("\\\\");
            } else if (tsv && (c == '\t' || c == '\n' || c == '\r')) {
                out.append(c == '\t' ? "\\t" : c == '\n' ? "\\n" : "\\r");
            } else if (isUnsafe(c) || isLoneSurrogate(text, i)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /** C0, DEL, C1; line and paragraph separator; the characters of the property Bidi_Control. */
    private static boolean isUnsafe(char c) {
        return c < 0x20
                || c >= 0x7f && c < 0xa0
                || c == 0x61c
                || c == 0x200e
                || c == 0x200f
                || c >= 0x2028 && c <= 0x202e
                || c >= 0x2066 && c <= 0x2069;
    }

    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    private static final class InJson extends CharacterEscapes {
        private static final long serialVersionUID = 1;
        private static final int DEL = 0x7f;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[DEL] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int c) {
            return isUnsafe((char) c) ? new SerializedString(String.format("\\u%04X", c)) : null;
        }
    }
}
