package io.whorl.lab.block;

import io.whorl.internal.Ranges;
import io.whorl.text.PlacedWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Blocks of so many words that overlap (HZ 6). The last block of a text may be shorter.
 *
 * @param words the length of a block, 10 to 10,000 words
 * @param overlap the words that a block shares with the next one, 0 to {@code words} - 1
 */
public record Blocks(int words, int overlap) {
    public Blocks {
        Ranges.check("words", words, 10, 10_000);
        Ranges.check("overlap", overlap, 0, words - 1);
    }

    /** Returns the blocks of a text in order; none if it has no words. */
    List<byte[]> of(byte[] utf8) {
        PlacedWords placed = new PlacedWords();
        placed.read(utf8);
        int count = placed.words.count;
        List<byte[]> blocks = new ArrayList<>();
        for (int from = 0; from < count; from += words - overlap) {
            int to = Math.min(count, from + words);
            blocks.add(Arrays.copyOfRange(utf8, placed.startByte[from], placed.endByte[to - 1]));
            if (to == count) {
                break;
            }
        }
        return blocks;
    }

    @Override
    public String toString() {
        return words + ":" + overlap;
    }
}
