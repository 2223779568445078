package io.whorl.align;

import io.whorl.text.PlacedWords;
import io.whorl.text.WordBlock;
import io.whorl.text.WordSet;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The words of a text with their places. Immutable and thread-safe. */
final class TextWords {
    final byte[] utf8;
    /** Places of words: bytes and code points, ends exclusive. */
    final int[] startByte;

    final int[] endByte;
    final int[] startChar;
    final int[] endChar;
    /** True for a word that is a letter of a script without spaces. */
    final boolean[] spaceless;
    /** True for a word that begins a sentence. */
    final boolean[] sentence;
    /** The number of each word in {@link #distinct}. */
    final int[] word;

    final WordSet distinct;

    private TextWords(byte[] utf8, PlacedWords placed) {
        this.utf8 = utf8;
        WordBlock block = placed.words;
        int count = block.count;
        startByte = Arrays.copyOf(placed.startByte, count);
        endByte = Arrays.copyOf(placed.endByte, count);
        startChar = Arrays.copyOf(placed.startChar, count);
        endChar = Arrays.copyOf(placed.endChar, count);
        spaceless = Arrays.copyOf(placed.spaceless, count);
        sentence = new boolean[count];
        word = new int[count];
        distinct = new WordSet();
        for (int k = 0; k < count; k++) {
            sentence[k] = (block.breaks[k] & WordBlock.SENTENCE) != 0;
            word[k] = distinct.add(block.bytes, block.start(k), block.end[k]);
        }
    }

    static TextWords of(byte[] utf8) {
        PlacedWords placed = new PlacedWords();
        placed.read(utf8);
        return new TextWords(utf8, placed);
    }

    static TextWords of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    int size() {
        return word.length;
    }
}
