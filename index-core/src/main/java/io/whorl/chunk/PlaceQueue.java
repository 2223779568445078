package io.whorl.chunk;

import io.whorl.select.ChunkBlock;
import io.whorl.text.WordBlock;
import java.util.Arrays;

/** A queue of the positions of the first words of the open chunks. Chunks end in the order in which they begin. */
final class PlaceQueue {
    /** The number of values per word: position in the sentence, number of the sentence, position in the paragraph. */
    private static final int WIDTH = 3;

    private int wordInSentence;
    private int sentence;
    private int wordInParagraph;
    /** A ring buffer; its size is a power of two. */
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

    /** Advances to the next word. */
    void advance(byte breaks) {
        boolean beginsParagraph = (breaks & WordBlock.PARAGRAPH) != 0 || sentence == 0;
        boolean beginsSentence = beginsParagraph || (breaks & WordBlock.SENTENCE) != 0;
        wordInParagraph = beginsParagraph ? 1 : wordInParagraph + 1;
        wordInSentence = beginsSentence ? 1 : wordInSentence + 1;
        sentence += beginsSentence ? 1 : 0;
    }

    /** Begins a chunk with the current word. */
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

    /** Removes the oldest position and stores it for the chunk at index {@code at} of the block. */
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
