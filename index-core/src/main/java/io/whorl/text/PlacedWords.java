package io.whorl.text;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The words of a text under the default rules (runs of letters and digits, folded), with their places in the original
 * text. The words are those of {@link WordReader}. The arrays have an entry for each word.
 */
public final class PlacedWords {
    /** The words, and where sentences and paragraphs begin. */
    public final WordBlock words = new WordBlock();
    /** Offset in bytes of the first byte of each word. */
    public int[] startByte = new int[1 << 10];
    /** Offset in bytes after the last byte of each word. */
    public int[] endByte = new int[1 << 10];
    /** Offset in code points of the first character of each word. */
    public int[] startChar = new int[1 << 10];
    /** Offset in code points after the last character of each word. */
    public int[] endChar = new int[1 << 10];
    /** True for a word of a script without spaces: a letter with its marks. */
    public boolean[] spaceless = new boolean[1 << 10];
    /** Code points of the text. A malformed sequence counts as one. */
    int chars;

    /** Words that have ended, and so the index of the word in progress. */
    private int placed;
    /** The bytes of the character in progress. */
    private int at;

    private int after;

    /**
     * Reads a text.
     *
     * @param utf8 the text; malformed sequences are read as U+FFFD, which ends a word
     */
    public PlacedWords(byte[] utf8) {
        WordReader reader = new WordReader(Scheme.builder().build().text(), true, Utf8.MAX_BYTES, this);
        try {
            reader.open(utf8, 0, utf8.length);
            reader.next(words);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text held in memory failed", e);
        }
        resize(words.count);
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
                resize(placed * 2);
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

    private void resize(int size) {
        startByte = Arrays.copyOf(startByte, size);
        endByte = Arrays.copyOf(endByte, size);
        startChar = Arrays.copyOf(startChar, size);
        endChar = Arrays.copyOf(endChar, size);
        spaceless = Arrays.copyOf(spaceless, size);
    }
}
