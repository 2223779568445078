package io.whorl.corpus.internal.text;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.MappedTextBuilder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Builds a text with normalised white space. White space is requested, not written: the widest requested gap precedes
 * the next character. So there is none at either end, and a document of nothing but markup yields an empty text. On
 * request, each character gets its place in the source.
 */
final class ProseBuilder {
    private static final int NOTHING = 0;
    private static final int SPACE = 1;
    private static final int LINE = 2;
    private static final int PARAGRAPH = 3;
    private static final String[] GAPS = {"", " ", "\n", "\n\n"};
    private static final byte[] REPLACEMENT = {(byte) 0xef, (byte) 0xbf, (byte) 0xbd};

    private final StringBuilder text;
    private final boolean mapped;
    private final Origins origins;
    private int gap;

    /** @param size the size of the document in characters; the text is rarely longer */
    ProseBuilder(int size) {
        this(size, false);
    }

    /** @param mapped whether the converter says where characters come from, so that the text has a map */
    ProseBuilder(int size, boolean mapped) {
        text = new StringBuilder(Math.max(16, size / 2));
        this.mapped = mapped;
        origins = new Origins();
    }

    boolean isMapped() {
        return mapped;
    }

    /** Where the next characters come from. Counts only if the text is mapped. */
    Origins origins() {
        return origins;
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
            if (mapped) {
                origins.skip();
            }
            return;
        }
        int length = text.length();
        if (gap != NOTHING && length > 0) {
            text.append(GAPS[gap]);
        }
        gap = NOTHING;
        if (mapped) {
            origins.print(length, text.length() - length);
        }
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
                if (mapped) {
                    origins.skip();
                }
            } else {
                empty &= c <= ' ';
                character(c);
            }
        }
    }

    /** Appends text unchanged, from the place that the origins have. */
    void verbatim(String s) {
        for (int i = 0; mapped && i < s.length(); i++) {
            origins.print(text.length() + i, 0);
        }
        text.append(s);
    }

    /** The UTF-16 units of the text so far, without requested white space. */
    int length() {
        return text.length();
    }

    /** The number of code points of a part of the text. */
    int codePoints(int from, int to) {
        return text.codePointCount(from, to);
    }

    /** The code points at which paragraphs begin. */
    int[] paragraphs() {
        IntStream.Builder starts = IntStream.builder();
        int codePoint = 0;
        for (int from = 0, end; from < text.length(); from = end) {
            starts.add(codePoint);
            int gap = text.indexOf(GAPS[PARAGRAPH], from);
            end = gap < 0 ? text.length() : gap + GAPS[PARAGRAPH].length();
            codePoint += text.codePointCount(from, end);
        }
        return starts.build().toArray();
    }

    boolean isEmpty() {
        return text.length() == 0;
    }

    /** Returns the text with its map, unless the place of a character is not known. */
    MappedText mapped(DecodedText source) {
        byte[] utf8 = utf8();
        if (origins.isFailed()) {
            return new MappedText(utf8, Optional.empty());
        }
        MappedTextBuilder builder = MappedTextBuilder.of(source.document(), source.charset());
        origins.feed(text, builder.source().length() - source.text().length(), builder);
        MappedText built = builder.build();
        return Arrays.equals(utf8, built.utf8()) ? built : new MappedText(utf8, Optional.empty());
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
