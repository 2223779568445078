package io.whorl.corpus.format;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
    private final Optional<CharacterPlaces> places;
    private final StringBuilder text = new StringBuilder();
    private final TextMapWriter map = new TextMapWriter();

    private MappedTextBuilder(byte[] document, Charset charset) {
        source = new String(document, charset);
        places = CharacterPlaces.of(document, charset, source);
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
        CharacterPlaces at = places.get();
        boolean copied = each && (source.codePointAt(from) == c || c <= ' ' && source.charAt(from) <= ' ');
        map.add(copied, size(c), at.codePoints[from], at.bytes[from], at.codePoints[to], at.bytes[to]);
    }

    private static int size(int c) {
        return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }

    /** {@return the text so far, and its map} */
    public MappedText build() {
        byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
        return new MappedText(utf8, places.map(known -> map.finish()));
    }

    /**
     * The bytes and code points before each character of a decoded document, and at its end.
     *
     * @param bytes of the document, with its byte order mark
     * @param codePoints of which the mark is one
     */
    private record CharacterPlaces(int[] bytes, int[] codePoints) {
        private static final int MAX_WIDTH = Byte.MAX_VALUE;

        /**
         * @param widths the bytes of each character; 0 for a low surrogate
         * @param mark bytes of the byte order mark that the decoder removed
         */
        private static CharacterPlaces of(String source, byte[] widths, int mark) {
            int[] bytes = new int[widths.length + 1];
            int[] codePoints = new int[bytes.length];
            bytes[0] = mark;
            codePoints[0] = mark > 0 ? 1 : 0;
            for (int i = 0; i < widths.length; i++) {
                bytes[i + 1] = bytes[i] + widths[i];
                codePoints[i + 1] = codePoints[i] + (Character.isLowSurrogate(source.charAt(i)) ? 0 : 1);
            }
            return new CharacterPlaces(bytes, codePoints);
        }

        /** Returns nothing if the bytes of single characters are not known. */
        static Optional<CharacterPlaces> of(byte[] document, Charset charset, String source) {
            int mark = removedMark(document, charset, source);
            return widths(document, mark, charset, source).map(widths -> of(source, widths, mark));
        }

        /** Decoders of UTF-16 and UTF-32 without a stated order, and all of UTF-32, remove the mark. */
        private static int removedMark(byte[] document, Charset charset, String source) {
            int size = charset.name().startsWith("UTF-32") ? 4 : charset.equals(StandardCharsets.UTF_16) ? 2 : 0;
            if (size == 0 || document.length < size || source.startsWith("\ufeff")) {
                return 0;
            }
            long mark = 0;
            for (int i = 0; i < size; i++) {
                mark = (mark << 8) | (document[i] & 0xff);
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
                int size = Character.isHighSurrogate(c) ? 4 : size(c);
                widths[i] = (byte) (Character.isLowSurrogate(c) ? 0 : size);
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

    /** Joins the places of characters, which arrive in the order of the text, to the runs of a {@link TextMap}. */
    private static final class TextMapWriter {
        private static final byte NONE = -3;
        private static final byte COPIED = -4;

        private final TextMap.Runs runs = new TextMap.Runs();
        /** Code points and bytes of the text so far. */
        private int length;

        private int bytes;
        private byte open = NONE;
        /** The end of the part of the document that the open run stands for so far. */
        private int to;

        private int toByte;
        /** The bytes of the first character of the open run in the document. */
        private int width;

        /** True if all characters of the open run have as many bytes in the document as in the text. */
        private boolean same;
        /** True if all characters of the open run have as many bytes in the document as the first one. */
        private boolean fixed;

        /**
         * Adds a character that was copied, or that stands for a part of the document.
         *
         * @param size its bytes in the text
         * @param begin its first code point in the document
         * @param beginByte its first byte in the document
         */
        void add(boolean copied, int size, int begin, int beginByte, int end, int endByte) {
            byte kind = copied ? COPIED : TextMap.REPLACED;
            int there = endByte - beginByte;
            int run = runs.count - 1;
            boolean continues = open == kind
                    && (copied
                            ? begin == to && beginByte == toByte && (same && there == size || fixed && there == width)
                            : begin == runs.original[run]
                                    && beginByte == runs.originalByte[run]
                                    && end == to
                                    && endByte == toByte);
            if (!continues) {
                seal();
                if (open == TextMap.REPLACED && (begin != to || beginByte != toByte)) {
                    // Marks the end of the replaced part.
                    runs.add(length, bytes, to, toByte, TextMap.REPLACED);
                }
                runs.add(length, bytes, begin, beginByte, kind);
                open = kind;
                width = there;
                same = true;
                fixed = true;
            }
            same &= there == size;
            fixed &= there == width;
            to = end;
            toByte = endByte;
            length++;
            bytes += size;
        }

        private void seal() {
            if (open == COPIED) {
                runs.kind[runs.count - 1] = same ? TextMap.SAME : (byte) width;
            }
        }

        TextMap finish() {
            seal();
            runs.add(length, bytes, to, toByte, TextMap.SAME);
            return new TextMap(runs);
        }
    }
}
