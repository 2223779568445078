package io.whorl.text;

import java.util.Arrays;

/**
 * A run of surviving words of one document, in text order: what passes from stage to stage, a block at a time, so that
 * no stage makes an object or a virtual call per word. Reused; not thread-safe.
 *
 * <p>Word {@code k} is the UTF-8 bytes {@code bytes[start(k)] .. bytes[end[k] - 1]}, folded; {@code bytes[end[k]]} is
 * always one space, so the words joined by one space can be read off the array as they stand.
 */
public final class WordBlock {
    /** The word begins a sentence: it is the first surviving word of one. */
    public static final byte SENTENCE = 1;
    /** The word begins a paragraph (and so a sentence). */
    public static final byte PARAGRAPH = 2;

    /** The words, each followed by one space. */
    public byte[] bytes = new byte[1 << 14];
    /** Where each word ends, exclusive. */
    public int[] end = new int[1 << 12];
    /** {@link #SENTENCE} and {@link #PARAGRAPH} of each word; all zero where the reader was made without structure. */
    public byte[] breaks = new byte[1 << 12];
    /** Words held. */
    public int count;

    /** Where word {@code k} begins. */
    public int start(int k) {
        return k == 0 ? 0 : end[k - 1] + 1;
    }

    /** Makes room for this many more words and bytes (with their spaces). */
    public void reserve(int words, int byteCount) {
        int used = count == 0 ? 0 : end[count - 1] + 1;
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
