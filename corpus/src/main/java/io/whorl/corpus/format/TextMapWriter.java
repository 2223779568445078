package io.whorl.corpus.format;

/** Joins the places of characters, which arrive in the order of the text, to the runs of a {@link TextMap}. */
final class TextMapWriter {
    private static final byte NONE = -3;
    private static final byte COPIED = -4;

    private final TextMap.Runs runs = new TextMap.Runs();
    /** Code points and bytes of the text so far. */
    private int length;

    private int bytes;
    private byte open = NONE;
    /** The part of the document that the open run stands for so far. */
    private int from;

    private int fromByte;
    private int to;
    private int toByte;
    /** The bytes of the first character of the open run in the document. */
    private int width;

    /** True if all characters of the open run have as many bytes in the document as in the text. */
    private boolean same;
    /** True if all characters of the open run have as many bytes in the document as the first one. */
    private boolean fixed;

    /**
     * Adds a character that was copied.
     *
     * @param size its bytes in the text
     * @param at its code point in the document
     * @param atByte its first byte in the document
     * @param bytesThere its bytes in the document
     */
    void copy(int size, int at, int atByte, int bytesThere) {
        boolean continues = open == COPIED
                && at == to
                && atByte == toByte
                && (same && bytesThere == size || fixed && bytesThere == width);
        if (!continues) {
            open(COPIED, at, atByte);
            width = bytesThere;
            same = true;
            fixed = true;
        }
        same &= bytesThere == size;
        fixed &= bytesThere == width;
        to = at + 1;
        toByte = atByte + bytesThere;
        length++;
        bytes += size;
    }

    /** Adds a character that stands for a part of the document. */
    void replace(int size, int begin, int beginByte, int end, int endByte) {
        boolean continues =
                open == TextMap.REPLACED && begin == from && beginByte == fromByte && end == to && endByte == toByte;
        if (!continues) {
            open(TextMap.REPLACED, begin, beginByte);
            to = end;
            toByte = endByte;
        }
        length++;
        bytes += size;
    }

    private void open(byte kind, int at, int atByte) {
        seal();
        if (open == TextMap.REPLACED && (at != to || atByte != toByte)) {
            // Marks the end of the replaced part.
            runs.add(length, bytes, to, toByte, TextMap.REPLACED);
        }
        runs.add(length, bytes, at, atByte, kind);
        open = kind;
        from = at;
        fromByte = atByte;
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
