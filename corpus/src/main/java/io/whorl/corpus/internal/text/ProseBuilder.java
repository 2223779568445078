package io.whorl.corpus.internal.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Builds a text with normalised white space. White space is requested, not written: the widest requested gap precedes
 * the next character. So there is none at either end, and a document of nothing but markup yields an empty text.
 */
final class ProseBuilder {
    private static final int NOTHING = 0;
    private static final int SPACE = 1;
    private static final int LINE = 2;
    private static final int PARAGRAPH = 3;
    private static final String[] GAPS = {"", " ", "\n", "\n\n"};
    private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

    private final StringBuilder text;
    private int gap;

    /** @param size the size of the document in characters; the text is rarely longer */
    ProseBuilder(int size) {
        text = new StringBuilder(Math.max(16, size / 2));
    }

    void space() {
        gap = Math.max(gap, SPACE);
    }

    void line() {
        gap = Math.max(gap, LINE);
    }

    void paragraph() {
        gap = PARAGRAPH;
    }

    /** Cancels a requested space, as before punctuation. */
    void cancelSpace() {
        gap = gap == SPACE ? NOTHING : gap;
    }

    /** Appends a character. Control characters are white space. */
    void character(char c) {
        if (c <= ' ') {
            space();
            return;
        }
        if (gap != NOTHING && text.length() > 0) {
            text.append(GAPS[gap]);
        }
        gap = NOTHING;
        text.append(c);
    }

    void text(CharSequence s) {
        for (int i = 0; i < s.length(); i++) {
            character(s.charAt(i));
        }
    }

    /** Appends text and keeps its line breaks; empty lines separate paragraphs. */
    void lines(CharSequence s) {
        boolean empty = false;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '\n') {
                gap = empty ? PARAGRAPH : Math.max(gap, LINE);
                empty = true;
            } else {
                empty &= c <= ' ';
                character(c);
            }
        }
    }

    /** Appends text unchanged. */
    void verbatim(String s) {
        text.append(s);
    }

    boolean isEmpty() {
        return text.length() == 0;
    }

    /** Encodes the text. Unpaired surrogates, which character references can produce, become U+FFFD. */
    byte[] utf8() {
        CharsetEncoder encoder = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE)
                .replaceWith(REPLACEMENT);
        try {
            ByteBuffer bytes = encoder.encode(CharBuffer.wrap(text));
            byte[] utf8 = new byte[bytes.remaining()];
            bytes.get(utf8);
            return utf8;
        } catch (CharacterCodingException e) {
            throw new IllegalStateException("malformed characters are replaced", e);
        }
    }
}
