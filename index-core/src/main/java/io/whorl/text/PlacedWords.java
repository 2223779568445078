package io.whorl.text;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The words of a text under the default rules (runs of letters and digits, folded), with their places in the original
 * text. The words are those of {@link WordReader}. Reads a whole text into arrays. One thread at a time; reusable.
 */
public final class PlacedWords {
    private static final int FIRST_SIZE = 1 << 10;

    private final WordReader reader = new WordReader(Scheme.builder().build().text(), true, Utf8.MAX_BYTES, this);

    /** The words, and where sentences and paragraphs begin. */
    public final WordBlock words = new WordBlock();
    /** Offset in bytes of the first byte of each word. */
    public int[] startByte = new int[FIRST_SIZE];
    /** Offset in bytes after the last byte of each word. */
    public int[] endByte = new int[FIRST_SIZE];
    /** Offset in code points of the first character of each word. */
    public int[] startChar = new int[FIRST_SIZE];
    /** Offset in code points after the last character of each word. */
    public int[] endChar = new int[FIRST_SIZE];
    /** True for a word of a script without spaces: a letter with its marks. */
    public boolean[] spaceless = new boolean[FIRST_SIZE];
    /** Code points of the text. A malformed sequence counts as one. */
    public int chars;

    /** Words that have ended, and so the index of the word in progress. */
    private int placed;
    /** The bytes of the character in progress. */
    private int at;

    private int after;

    /**
     * Reads a text, in place of the one before.
     *
     * @param utf8 the text; malformed sequences are read as U+FFFD, which ends a word
     */
    public void read(byte[] utf8) {
        placed = 0;
        chars = 0;
        try {
            reader.open(utf8, 0, utf8.length);
            reader.next(words);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
    }

    /**
     * Sets the places in bytes to those of another text, of which each code point stands for the one that was read at
     * the same place.
     */
    public void placeIn(byte[] utf8) {
        int byteAt = 0;
        int charAt = 0;
        for (int k = 0; k < words.count; k++) {
            for (int side = 0; side < 2; side++) {
                int wanted = side == 0 ? startChar[k] : endChar[k];
                for (; charAt < wanted; charAt++) {
                    byteAt += Utf8.length(Utf8.decode(utf8, byteAt, utf8.length));
                }
                (side == 0 ? startByte : endByte)[k] = byteAt;
            }
        }
    }

    void character(int from, byte[] utf8, int limit) {
        at = from;
        after = from + Utf8.length(Utf8.decode(utf8, from, limit));
        chars++;
    }

    /** Lengthens the word in progress by the character, or begins one. A word that is too long has been cut. */
    void extend(boolean begins, int kind) {
        boolean cut = words.count > placed;
        endWord();
        if (begins || cut) {
            if (placed == startByte.length) {
                grow();
            }
            spaceless[placed] = kind == CharacterTable.SPACELESS;
            startByte[placed] = at;
            startChar[placed] = chars - 1;
        }
        endByte[placed] = after;
        endChar[placed] = chars;
    }

    void endWord() {
        placed = words.count;
    }

    private void grow() {
        int size = placed * 2;
        startByte = Arrays.copyOf(startByte, size);
        endByte = Arrays.copyOf(endByte, size);
        startChar = Arrays.copyOf(startChar, size);
        endChar = Arrays.copyOf(endChar, size);
        spaceless = Arrays.copyOf(spaceless, size);
    }
}
