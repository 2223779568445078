package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import io.whorl.text.WordBlock;
import java.util.Arrays;

/** Where the first words of the open chunks stand: chunks end in the order in which they begin. */
final class PlaceQueue {
    /** Numbers kept of a word: its place in its sentence, its sentence, its place in its paragraph. */
    private static final int WIDTH = 3;

    private int wordInSentence;
    private int sentence;
    private int wordInParagraph;
    /** A ring, its size a power of two. */
    private int[] ring = new int[8 * WIDTH];

    private int size = 8;
    private int head;
    private int count;

    void start() {
        wordInSentence = 0;
        sentence = 0;
        wordInParagraph = 0;
        count = 0;
    }

    /** Goes on to the next word. */
    void pass(byte breaks) {
        boolean beginsParagraph = (breaks & WordBlock.PARAGRAPH) != 0 || sentence == 0;
        boolean beginsSentence = beginsParagraph || (breaks & WordBlock.SENTENCE) != 0;
        wordInParagraph = beginsParagraph ? 1 : wordInParagraph + 1;
        wordInSentence = beginsSentence ? 1 : wordInSentence + 1;
        sentence += beginsSentence ? 1 : 0;
    }

    /** A chunk begins with the word passed last. */
    void add() {
        if (count == size) {
            grow();
        }
        int at = ((head + count++) & (size - 1)) * WIDTH;
        ring[at] = wordInSentence;
        ring[at + 1] = sentence;
        ring[at + 2] = wordInParagraph;
    }

    private void grow() {
        int[] larger = new int[2 * ring.length];
        int untilWrap = ring.length - head * WIDTH;
        System.arraycopy(ring, head * WIDTH, larger, 0, untilWrap);
        System.arraycopy(ring, 0, larger, untilWrap, head * WIDTH);
        ring = larger;
        size *= 2;
        head = 0;
    }

    /** The oldest leaves, as the first word of the block's {@code at}-th chunk. */
    void remove(ChunkBlock out, int at) {
        if (at == out.sentence.length) {
            int room = Math.max(16, at * 2);
            out.wordInSentence = Arrays.copyOf(out.wordInSentence, room);
            out.sentence = Arrays.copyOf(out.sentence, room);
            out.wordInParagraph = Arrays.copyOf(out.wordInParagraph, room);
        }
        int from = head * WIDTH;
        out.wordInSentence[at] = ring[from];
        out.sentence[at] = ring[from + 1];
        out.wordInParagraph[at] = ring[from + 2];
        head = (head + 1) & (size - 1);
        count--;
    }
}
