package io.whorl.text;

import io.whorl.text.Compositions.Segment;
import io.whorl.text.WordReaders.WordLimits;
import java.util.Arrays;

/**
 * Puts words into blocks, marks the beginnings of sentences and paragraphs, and removes sentences that turn out too
 * short. It carries at most {@code minSentence - 1} words of an unfinished sentence from block to block.
 */
final class WordCollector {
    private final int minSentence;
    private final boolean structure;
    private final byte[] word = new byte[WordLimits.WORD_BYTES];

    private int length;
    /**
     * The last character appended, and the segment that it forms with the characters that joined it. The segment is
     * valid if {@code segmentEnd} is the length of the word.
     */
    private int last;

    private final Segment segment = new Segment();
    private int segmentStart;
    private int segmentEnd;
    private WordBlock block;
    /** The words of an unfinished sentence that are carried to the next block. */
    private final WordBlock held = new WordBlock();
    /** The index of the sentence's first word in the block; unused once the sentence is long enough. */
    private int sentenceStart;

    private long sentenceWords;
    /** The breaks of the next word. */
    private byte pending;

    /** True if the block holds enough words that cannot be removed any more. */
    boolean full;
    /** True if a block takes a whole document. */
    private final boolean whole;

    WordCollector(int minSentence, boolean structure, boolean whole) {
        this.minSentence = minSentence;
        this.structure = structure;
        this.whole = whole;
    }

    /** Begins a document. */
    void reset() {
        length = 0;
        segmentEnd = 0;
        held.count = 0;
        sentenceWords = 0;
        pending = WordBlock.PARAGRAPH | WordBlock.SENTENCE;
    }

    void begin(WordBlock next) {
        block = next;
        block.count = 0;
        copy(held, 0, block);
        sentenceStart = 0;
        full = false;
    }

    /** Extends the unfinished word, or begins another if the word has reached its maximum length. */
    void append(int codePoint, int folded) {
        if (length + Utf8.lengthOf(folded) > word.length) {
            endWord();
        }
        length = Utf8.encode(folded, word, length);
        last = codePoint;
    }

    /** Adds a character that {@link CharacterTable#joins joins} the last character of the word. */
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

    /**
     * Ends the sentence.
     *
     * @param event what ends, from {@link SentenceEnds#next}
     */
    void endSentence(int event) {
        if (mayBeRemoved()) {
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
        if (mayBeRemoved()) {
            copy(block, sentenceStart, held);
            block.count = sentenceStart;
        }
        if (!structure) {
            Arrays.fill(block.breaks, 0, block.count, (byte) 0);
        }
    }

    private boolean mayBeRemoved() {
        return sentenceWords > 0 && sentenceWords < minSentence;
    }

    private void check() {
        int ready = mayBeRemoved() ? sentenceStart : block.count;
        full = !whole && (ready > WordLimits.BLOCK_WORDS || block.start(ready) > WordLimits.BLOCK_BYTES);
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
