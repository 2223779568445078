package io.whorl.text;

import java.util.Arrays;

/**
 * Consecutive surviving words of one document, in text order. Blocks pass from stage to stage, so that no stage creates
 * an object or makes a virtual call per word. A block is reused. Not thread-safe.
 *
 * <p>Word {@code k} is the UTF-8 bytes {@code bytes[start(k)] .. bytes[end[k] - 1]}, folded. {@code bytes[end[k]]} is
 * always one space, so the array holds the words joined by one space.
 */
public final class WordBlock {
    /** The word is the first surviving word of a sentence. */
    public static final byte SENTENCE = 1;
    /** The word is the first surviving word of a paragraph, and so of a sentence. */
    public static final byte PARAGRAPH = 2;

    /** The words, each followed by one space. */
    public byte[] bytes = new byte[1 << 14];
    /** The end of each word, exclusive. */
    public int[] end = new int[1 << 12];
    /** {@link #SENTENCE} and {@link #PARAGRAPH} of each word; 0 if the reader was created without structure. */
    public byte[] breaks = new byte[1 << 12];

    public int count;

    public int start(int k) {
        return k == 0 ? 0 : end[k - 1] + 1;
    }

    /**
     * Appends words {@code from} to {@code to - 1} of another block, and all of its bytes up to {@code endByte}: those
     * of an unfinished word may follow the last one.
     */
    public void append(WordBlock other, int from, int to, int endByte) {
        int start = other.start(from);
        int at = start(count);
        reserve(to - from, endByte - start);
        System.arraycopy(other.bytes, start, bytes, at, endByte - start);
        System.arraycopy(other.breaks, from, breaks, count, to - from);
        int moved = at - start;
        for (int k = from; k < to; k++) {
            end[count + k - from] = other.end[k] + moved;
        }
        count += to - from;
    }

    /** Makes room for this many more words and bytes; the bytes include the spaces. */
    public void reserve(int words, int byteCount) {
        int used = start(count);
        if (used + byteCount > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(used + byteCount, bytes.length * 2));
        }
        if (count + words > end.length) {
            int size = Math.max(count + words, end.length * 2);
            end = Arrays.copyOf(end, size);
            breaks = Arrays.copyOf(breaks, size);
        }
    }
}
