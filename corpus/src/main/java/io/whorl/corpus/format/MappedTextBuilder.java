package io.whorl.corpus.format;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * Builds the text of a document piece by piece, together with the map to its places in the document. Positions are
 * those of {@link #source}. Not thread-safe.
 *
 * <p>The built text has no map if the bytes of single characters are not known: in encodings with shift states, such as
 * ISO-2022-JP.
 */
public final class MappedTextBuilder {
    private final String source;
    private final Optional<SourcePlaces> places;
    private final StringBuilder text = new StringBuilder();
    private final TextMapWriter map = new TextMapWriter();

    private MappedTextBuilder(byte[] document, Charset charset) {
        source = new String(document, charset);
        places = SourcePlaces.of(document, charset, source);
    }

    /**
     * Starts an empty text.
     *
     * @param document all bytes of the document
     * @param charset decodes the document
     * @return a new builder
     */
    public static MappedTextBuilder of(byte[] document, Charset charset) {
        return new MappedTextBuilder(document, charset);
    }

    /** {@return the decoded document; malformed bytes are U+FFFD} */
    public String source() {
        return source;
    }

    /**
     * Appends text that stands for a part of the source. If both have the same length, each character stands for one;
     * otherwise all stand for the part as a whole. Text that the source does not contain stands for an empty part.
     *
     * @param piece the text; unpaired surrogates become U+FFFD
     * @param from the first character of the source
     * @param to the character after the last one
     * @return this builder
     * @throws IndexOutOfBoundsException if the source has no such part
     */
    public MappedTextBuilder append(String piece, int from, int to) {
        Objects.checkFromToIndex(from, to, source.length());
        boolean each = piece.length() == to - from;
        for (int i = 0, units; i < piece.length(); i += units) {
            int c = piece.codePointAt(i);
            units = Character.charCount(c);
            c = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '\ufffd' : c;
            text.appendCodePoint(c);
            if (places.isPresent()) {
                character(c, each ? from + i : from, each ? from + i + units : to, each);
            }
        }
        return this;
    }

    private void character(int c, int from, int to, boolean each) {
        SourcePlaces at = places.get();
        int size = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        int original = at.codePoint(from);
        int originalByte = at.bytes(from);
        boolean copied = each && (source.codePointAt(from) == c || c <= ' ' && source.charAt(from) <= ' ');
        if (copied) {
            map.copy(size, original, originalByte, at.bytes(to) - originalByte);
        } else {
            map.replace(size, original, originalByte, at.codePoint(to), at.bytes(to));
        }
    }

    /**
     * Returns the text and its map.
     *
     * @return the text so far
     */
    public MappedText build() {
        byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
        return new MappedText(utf8, places.map(known -> map.finish()));
    }
}
