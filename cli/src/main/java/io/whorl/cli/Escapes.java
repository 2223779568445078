package io.whorl.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.regex.Pattern;

/**
 * Makes text from files and archives safe to print. Control characters, line and paragraph separators, controls of the
 * writing direction and lone surrogates could control a terminal, forge a line or hide a part of a name. Each of them
 * is written as {@code \}{@code uXXXX}. Everything that the program prints is escaped here.
 */
final class Escapes {
    /** The factory of JSON generators that escape these characters as well as those that JSON requires. */
    static final JsonFactory JSON = ((JsonFactoryBuilder) JsonFactory.builder())
            .characterEscapes(new InJson())
            .build();

    private static final Pattern ESCAPE = Pattern.compile("\\\\u[0-9a-f]{4}");
    /** The wide forms count as well. */
    private static final Pattern FORMULA = Pattern.compile("'*+[=+\\-@\uff1d\uff0b\uff0d\uff20]");

    private Escapes() {}

    /**
     * Escapes unsafe characters for people. All other characters stay, including the backslash, so JSON keeps its
     * meaning.
     */
    public static String visible(String text) {
        return escaped(text, false);
    }

    /**
     * Escapes unsafe characters for programs: also doubles backslashes, and writes tabs and line ends in short form.
     */
    static String tsv(String text) {
        return escaped(text, true);
    }

    /**
     * Escapes text for XML. A character that XML cannot hold, not even as a reference, is written as
     * {@code \}{@code uXXXX}. So is a backslash that begins what looks like such an escape: different texts stay
     * different.
     */
    public static String xml(String text) {
        StringBuilder out = new StringBuilder();
        for (int at = 0, c; at < text.length(); at += Character.charCount(c)) {
            c = text.codePointAt(at);
            if (c == '&' || c == '<' || c == '"') {
                out.append(c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&quot;");
            } else if (!isInXml(c)
                    || c == '\\'
                            && ESCAPE.matcher(text).region(at, text.length()).lookingAt()) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    /**
     * Escapes unsafe characters for a cell of CSV. Spreadsheets run a cell that begins like a formula, so such a text
     * gets an apostrophe. So does one that has apostrophes before such a beginning: different texts stay different.
     */
    static String csv(String text) {
        String visible = visible(text);
        return FORMULA.matcher(visible).lookingAt() ? "'" + visible : visible;
    }

    private static boolean isInXml(int c) {
        return c >= 0x20 && (c < 0xd800 || c >= 0xe000) && c != 0xfffe && c != 0xffff;
    }

    private static String escaped(String text, boolean tsv) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (tsv && c == '\\') {
                out.append("\\\\");
            } else if (tsv && (c == '\t' || c == '\n' || c == '\r')) {
                out.append(c == '\t' ? "\\t" : c == '\n' ? "\\n" : "\\r");
            } else if (isUnsafe(c) || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                // A surrogate that is a code point of its own is alone.
                out.append(String.format("\\u%04x", c));
            } else {
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    /** True for C0, DEL, C1, line and paragraph separators, and the characters with the property Bidi_Control. */
    private static boolean isUnsafe(int c) {
        return c < 0x20
                || c >= 0x7f && c < 0xa0
                || c == 0x61c
                || c == 0x200e
                || c == 0x200f
                || c >= 0x2028 && c <= 0x202e
                || c >= 0x2066 && c <= 0x2069;
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
            return isUnsafe(c) ? new SerializedString(String.format("\\u%04X", c)) : null;
        }
    }
}
