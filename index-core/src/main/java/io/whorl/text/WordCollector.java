package io.whorl.text;

import java.util.Arrays;

/**
 * Puts words into blocks, marks where sentences and paragraphs begin, and takes back sentences that end with too few
 * words. Of a sentence that may yet be taken back it holds at most {@code minSentence - 1} words from block to block.
 */
final class WordCollector {
    private final int minSentence;
    private final boolean structure;
    /** The word in progress. */
    private final byte[] word = new byte[WordLimits.WORD_BYTES];

    private int length;
    /** The character appended last, and with what has joined it, if that ends at the word's end. */
    private int last;

    private final Segment segment = new Segment();
    private int segmentStart;
    private int segmentEnd;
    private WordBlock block;
    /** The words that wait for the next block, to see whether their sentence is long enough. */
    private final WordBlock held = new WordBlock();
    /** Where the sentence's words begin in the block; means nothing once the sentence is long enough. */
    private int sentenceStart;

    private long sentenceWords;
    /** Breaks that fall on the next word. */
    private byte pending;

    private boolean full;

    WordCollector(int minSentence, boolean structure) {
        this.minSentence = minSentence;
        this.structure = structure;
    }

    /** Begins a document. */
    void reset() {
        length = 0;
        segmentEnd = 0;
        held.count = 0;
        sentenceWords = 0;
        pending = WordBlock.PARAGRAPH | WordBlock.SENTENCE;
    }

    /** Begins a block. */
    void begin(WordBlock next) {
        block = next;
        block.count = 0;
        copy(held, 0, block);
        sentenceStart = 0;
        full = false;
    }

    /** Whether the block holds words enough that will not be taken back. */
    boolean full() {
        return full;
    }

    /** Lengthens the word in progress, or where it has all the bytes that a word may have, begins another. */
    void append(int codePoint, int folded) {
        if (length + Utf8.lengthOf(folded) > word.length) {
            endWord();
        }
        length = Utf8.encode(folded, word, length);
        last = codePoint;
    }

    /** Lengthens it by what {@link CharacterTable#joins joins} its last character; that may make it no longer. */
    void join(int codePoint, int folded) {
        if (length == 0) {
            append(codePoint, folded);
            return;
        }
        if (segmentEnd != length) {
            segment.begin(last);
            segmentStart = length - Utf8.lengthOf(CharacterTable.fold(last));
        }
        if (!segment.join(codePoint)) {
            append(codePoint, folded);
            return;
        }
        length = segmentStart;
        if (length + segment.bytes() > word.length) {
            endWord();
        }
        segmentStart = length;
        length = segment.write(word, length);
        segmentEnd = length;
    }

    /** Ends the word in progress, if there is one. */
    void endWord() {
        if (length == 0) {
            return;
        }
        block.reserve(1, length + 1);
        int start = block.start(block.count);
        System.arraycopy(word, 0, block.bytes, start, length);
        block.bytes[start + length] = ' ';
        block.end[block.count] = start + length;
        block.breaks[block.count] = pending;
        block.count++;
        length = 0;
        segmentEnd = 0;
        pending = 0;
        sentenceWords++;
        check();
    }

    /** @param event what ends, as {@link SentenceEnds} says */
    void endSentence(int event) {
        if (mayBeTakenBack()) {
            pending |= block.breaks[sentenceStart];
            block.count = sentenceStart;
        }
        sentenceWords = 0;
        sentenceStart = block.count;
        if (event != SentenceEnds.NONE) {
            pending |= WordBlock.SENTENCE;
        }
        if (event == SentenceEnds.PARAGRAPH) {
            pending |= WordBlock.PARAGRAPH;
        }
        check();
    }

    /** Ends the block. */
    void finish() {
        held.count = 0;
        if (mayBeTakenBack()) {
            copy(block, sentenceStart, held);
            block.count = sentenceStart;
        }
        if (!structure) {
            Arrays.fill(block.breaks, 0, block.count, (byte) 0);
        }
    }

    private boolean mayBeTakenBack() {
        return sentenceWords > 0 && sentenceWords < minSentence;
    }

    private void check() {
        int ready = mayBeTakenBack() ? sentenceStart : block.count;
        full = ready > WordLimits.BLOCK_WORDS || block.start(ready) > WordLimits.BLOCK_BYTES;
    }

    /** Copies words {@code first} and later into an empty block. */
    private static void copy(WordBlock from, int first, WordBlock to) {
        int words = from.count - first;
        int start = from.start(first);
        int bytes = from.start(from.count) - start;
        to.reserve(words, bytes);
        System.arraycopy(from.bytes, start, to.bytes, 0, bytes);
        System.arraycopy(from.breaks, first, to.breaks, 0, words);
        for (int k = 0; k < words; k++) {
            to.end[k] = from.end[first + k] - start;
        }
        to.count = words;
    }
}
