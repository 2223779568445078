package io.whorl.lab.security;

import io.whorl.text.PlacedWords;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A text with some of its words replaced. Each replacement is a word that occurs nowhere else, so no chunk with it
 * matches by chance. Everything between words stays. Immutable.
 */
final class EditedText {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

    private final byte[] utf8;
    private final int[] start;
    private final int[] end;

    /** @param utf8 the text; its words are those of the default rules */
    EditedText(byte[] utf8) {
        this.utf8 = utf8;
        PlacedWords placed = new PlacedWords();
        placed.read(utf8);
        start = Arrays.copyOf(placed.startByte, placed.words.count);
        end = Arrays.copyOf(placed.endByte, placed.words.count);
    }

    /** The first words of a text. */
    static byte[] cut(byte[] utf8, int words) {
        EditedText whole = new EditedText(utf8);
        return whole.words() <= words ? utf8 : Arrays.copyOf(utf8, whole.end[words - 1]);
    }

    int words() {
        return start.length;
    }

    /** The original. */
    byte[] utf8() {
        return utf8;
    }

    /** The text with these words replaced. */
    byte[] with(BitSet replaced) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(utf8.length + 4 * replaced.cardinality());
        int from = 0;
        for (int word = replaced.nextSetBit(0); word >= 0; word = replaced.nextSetBit(word + 1)) {
            out.write(utf8, from, start[word] - from);
            out.writeBytes(fresh(word));
            from = end[word];
        }
        out.write(utf8, from, utf8.length - from);
        return out.toByteArray();
    }

    /** The text with one word inserted before the first. */
    byte[] withInsertion() {
        byte[] word = fresh(words());
        byte[] text = Arrays.copyOf(word, word.length + 1 + utf8.length);
        text[word.length] = ' ';
        System.arraycopy(utf8, 0, text, word.length + 1, utf8.length);
        return text;
    }

    private static byte[] fresh(int word) {
        StringBuilder letters = new StringBuilder("zzqx");
        for (int rest = word; rest > 0; rest /= LETTERS.length()) {
            letters.append(LETTERS.charAt(rest % LETTERS.length()));
        }
        return letters.append('q').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The number of the first word of each sentence of a text, and the number of words. */
    static int[] sentences(byte[] utf8) {
        PlacedWords placed = new PlacedWords();
        placed.read(utf8);
        int[] starts = new int[placed.words.count + 1];
        int count = 0;
        for (int k = 0; k < placed.words.count; k++) {
            if (k == 0 || placed.words.breaks[k] != 0) {
                starts[count++] = k;
            }
        }
        starts[count++] = placed.words.count;
        return Arrays.copyOf(starts, count);
    }
}
