package io.whorl.corpus.format;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Leads from places in the text of a document to places in the document itself, from which markup was removed and whose
 * encoding was converted. Immutable and thread-safe.
 *
 * <p>The map is a list of runs. In most runs, characters were copied, so a place is found by counting. A run of the
 * other kind stands for a part of the document as a whole, as {@code &} stands for {@code &amp;}. A run costs 17 bytes.
 */
public final class TextMap {
    /** The map of a text that is the document itself. */
    public static final TextMap IDENTITY = new TextMap(new Runs());

    private static final int RUN = 4 * Integer.BYTES + 1;
    /** Each code point of a run has as many bytes in the document as in the text. */
    static final byte SAME = -1;
    /** The run stands for the part of the document that ends where the next entry begins. */
    static final byte REPLACED = -2;

    /** Growing columns of runs. Kinds that are not negative are the bytes of each code point in the document. */
    static final class Runs {
        int[] start = new int[8];
        int[] startByte = new int[8];
        int[] original = new int[8];
        int[] originalByte = new int[8];
        byte[] kind = new byte[8];
        int count;

        void add(int at, int atByte, int to, int toByte, byte how) {
            if (count == kind.length) {
                resize(Math.addExact(count, count >> 1));
            }
            start[count] = at;
            startByte[count] = atByte;
            original[count] = to;
            originalByte[count] = toByte;
            kind[count++] = how;
        }

        void resize(int size) {
            start = Arrays.copyOf(start, size);
            startByte = Arrays.copyOf(startByte, size);
            original = Arrays.copyOf(original, size);
            originalByte = Arrays.copyOf(originalByte, size);
            kind = Arrays.copyOf(kind, size);
        }
    }

    /** The entries, the last of which marks the end of the text. The identity has none. */
    private final Runs runs;

    private final int last;

    /** @param runs with an entry for the end of the text */
    TextMap(Runs runs) {
        this.runs = runs;
        runs.resize(runs.count);
        last = runs.count - 1;
    }

    /** {@return true if the text is the document itself, so that each place maps to itself} */
    public boolean isIdentity() {
        return last < 0;
    }

    /** {@return the bytes of heap that the map occupies} */
    public long bytes() {
        return (long) RUN * runs.count;
    }

    /** {@return the map in bytes, from which {@link #of} makes an equal one; none for the identity} */
    public byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(bytes()));
        for (int i = 0; i < runs.count; i++) {
            bytes.putInt(runs.start[i]).putInt(runs.startByte[i]);
            bytes.putInt(runs.original[i]).putInt(runs.originalByte[i]).put(runs.kind[i]);
        }
        return bytes.array();
    }

    /**
     * Makes a map again.
     *
     * @param bytes as {@link #toBytes} returned them
     * @return the map
     * @throws IllegalArgumentException if the number of bytes is not a multiple of 17
     */
    public static TextMap of(byte[] bytes) {
        if (bytes.length % RUN != 0) {
            throw new IllegalArgumentException(
                    "the map has " + bytes.length + " bytes; it must have a multiple of " + RUN);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        Runs runs = new Runs();
        while (in.hasRemaining()) {
            runs.add(in.getInt(), in.getInt(), in.getInt(), in.getInt(), in.get());
        }
        return new TextMap(runs);
    }

    /**
     * Returns the smallest part of the document that holds all characters of a part of the text. A parser may move
     * text, such as text between the rows of an HTML table; the result then includes what is between.
     *
     * @param range in the text; its code points and bytes state the same part
     * @return the part of the document: code points of the decoded document, in which a byte order mark counts, and
     *     bytes of the document in its own encoding. Empty if the range is empty
     * @throws IllegalArgumentException if the range ends after the text
     */
    public TextRange original(TextRange range) {
        Objects.requireNonNull(range, "range");
        if (isIdentity()) {
            return range;
        }
        if (range.end() > runs.start[last] || range.endByte() > runs.startByte[last]) {
            throw new IllegalArgumentException("the range ends at " + range.end() + ", byte " + range.endByte()
                    + "; the text ends at " + runs.start[last] + ", byte " + runs.startByte[last]);
        }
        if (range.start() == range.end()) {
            return empty(range);
        }
        int to = entry(range.end() - 1);
        TextRange whole = part(entry(range.start()), range);
        for (int i = entry(range.start()) + 1; i <= to; i++) {
            if (runs.start[i] < runs.start[i + 1]) {
                whole = hull(whole, part(i, range));
            }
        }
        return whole;
    }

    private TextRange empty(TextRange range) {
        int i = range.start() == runs.start[last] ? last : entry(range.start());
        int at = runs.original[i] + (runs.kind[i] == REPLACED ? 0 : range.start() - runs.start[i]);
        int atByte = byteOf(i, range.start(), range.startByte());
        return new TextRange(at, at, atByte, atByte);
    }

    /** The place of what a run and a range have in common, which must not be empty. */
    private TextRange part(int i, TextRange range) {
        if (runs.kind[i] == REPLACED) {
            return new TextRange(
                    runs.original[i], runs.original[i + 1], runs.originalByte[i], runs.originalByte[i + 1]);
        }
        boolean begins = range.start() <= runs.start[i];
        boolean ends = range.end() >= runs.start[i + 1];
        int from = begins ? runs.start[i] : range.start();
        int to = ends ? runs.start[i + 1] : range.end();
        return new TextRange(
                runs.original[i] + from - runs.start[i],
                runs.original[i] + to - runs.start[i],
                byteOf(i, from, begins ? runs.startByte[i] : range.startByte()),
                byteOf(i, to, ends ? runs.startByte[i + 1] : range.endByte()));
    }

    private int byteOf(int i, int at, int atByte) {
        return runs.originalByte[i]
                + switch (runs.kind[i]) {
                    case REPLACED -> 0;
                    case SAME -> atByte - runs.startByte[i];
                    default -> runs.kind[i] * (at - runs.start[i]);
                };
    }

    private static TextRange hull(TextRange a, TextRange b) {
        return new TextRange(
                Math.min(a.start(), b.start()),
                Math.max(a.end(), b.end()),
                Math.min(a.startByte(), b.startByte()),
                Math.max(a.endByte(), b.endByte()));
    }

    /** The last entry that begins at this code point or before it. */
    private int entry(int at) {
        int found = Arrays.binarySearch(runs.start, at);
        int entry = found < 0 ? -found - 2 : found;
        while (entry < last && runs.start[entry + 1] == at) {
            entry++;
        }
        return entry;
    }
}
