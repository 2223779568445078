package io.whorl.corpus.format;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** The bytes and code points before each character of a decoded document. Not thread-safe: it keeps a cursor. */
final class SourcePlaces {
    private static final int STEP = 64;
    private static final int MAX_WIDTH = Byte.MAX_VALUE;

    private final String source;
    /** The bytes of each character; 0 for a low surrogate. */
    private final byte[] widths;
    /** Bytes and code points before every {@link #STEP}th character. */
    private final int[] bytes;

    private final int[] codePoints;
    private int at;
    private int atByte;
    private int atCodePoint;

    /** @param mark bytes of the byte order mark that the decoder removed */
    private SourcePlaces(String source, byte[] widths, int mark) {
        this.source = source;
        this.widths = widths;
        bytes = new int[source.length() / STEP + 1];
        codePoints = new int[bytes.length];
        atByte = mark;
        atCodePoint = mark > 0 ? 1 : 0;
        for (int k = 0; k < bytes.length; k++) {
            advance(k * STEP);
            bytes[k] = atByte;
            codePoints[k] = atCodePoint;
        }
    }

    /** Returns nothing if the bytes of single characters are not known. */
    static Optional<SourcePlaces> of(byte[] document, Charset charset, String source) {
        int mark = removedMark(document, charset, source);
        return widths(document, mark, charset, source).map(widths -> new SourcePlaces(source, widths, mark));
    }

    /** The bytes before a character. */
    int bytes(int character) {
        moveTo(character);
        return atByte;
    }

    /** The code points before a character. */
    int codePoint(int character) {
        moveTo(character);
        return atCodePoint;
    }

    private void moveTo(int character) {
        if (character < at || character - at > STEP) {
            int step = character / STEP;
            at = step * STEP;
            atByte = bytes[step];
            atCodePoint = codePoints[step];
        }
        advance(character);
    }

    private void advance(int character) {
        while (at < character) {
            atByte += widths[at];
            atCodePoint += Character.isLowSurrogate(source.charAt(at)) ? 0 : 1;
            at++;
        }
    }

    /** Decoders of UTF-16 and UTF-32 without a stated order, and all of UTF-32, remove the mark. */
    private static int removedMark(byte[] document, Charset charset, String source) {
        int size = charset.name().startsWith("UTF-32") ? 4 : charset.equals(StandardCharsets.UTF_16) ? 2 : 0;
        if (size == 0 || document.length < size || source.startsWith("\ufeff")) {
            return 0;
        }
        long mark = 0;
        for (int i = 0; i < size; i++) {
            mark = mark << 8 | document[i] & 0xff;
        }
        boolean is = mark == 0xfeff || mark == (size == 4 ? 0xfffe0000L : 0xfffeL);
        return is ? size : 0;
    }

    private static Optional<byte[]> widths(byte[] document, int mark, Charset charset, String source) {
        if (charset.equals(StandardCharsets.UTF_8) && source.indexOf('\ufffd') < 0) {
            return Optional.of(utf8(source));
        }
        boolean single = charset.canEncode() && charset.newEncoder().maxBytesPerChar() == 1;
        if (single && source.length() == document.length) {
            byte[] ones = new byte[source.length()];
            Arrays.fill(ones, (byte) 1);
            return Optional.of(ones);
        }
        return decoded(document, mark, charset, source);
    }

    private static byte[] utf8(String source) {
        byte[] widths = new byte[source.length()];
        for (int i = 0; i < widths.length; i++) {
            char c = source.charAt(i);
            widths[i] = (byte)
                    (c < 0x80
                            ? 1
                            : c < 0x800 ? 2 : Character.isHighSurrogate(c) ? 4 : Character.isLowSurrogate(c) ? 0 : 3);
        }
        return widths;
    }

    /** Decodes character by character. */
    private static Optional<byte[]> decoded(byte[] document, int mark, Charset charset, String source) {
        boolean unicode = charset.name().startsWith("UTF-");
        CharsetDecoder decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        ByteBuffer in = ByteBuffer.wrap(document);
        CharBuffer out = CharBuffer.allocate(2);
        byte[] widths = new byte[source.length()];
        int made = 0;
        int begin = mark;
        CoderResult result = CoderResult.OVERFLOW;
        while (result.isOverflow()) {
            out.clear().limit(1);
            result = decoder.decode(in, out, true);
            if (result.isOverflow() && out.position() == 0) {
                out.limit(2);
                result = decoder.decode(in, out, true);
            }
            int count = out.flip().remaining();
            if (count == 0) {
                break;
            }
            int width = in.position() - begin;
            boolean expected = made + count <= widths.length && source.startsWith(out.toString(), made);
            boolean pair = count == 1 || Character.isHighSurrogate(out.get(0));
            // A first byte below 0x80 of several means that earlier bytes have selected a character set.
            boolean stateless = unicode || width <= 1 || document[begin] < 0;
            if (!expected || !pair || !stateless || width > MAX_WIDTH) {
                return Optional.empty();
            }
            widths[made] = (byte) width;
            made += count;
            begin = in.position();
        }
        boolean ended = made == widths.length && begin == document.length;
        return ended ? Optional.of(widths) : Optional.empty();
    }
}
