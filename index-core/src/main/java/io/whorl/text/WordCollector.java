package io.whorl.text;

import io.whorl.text.Compositions.JoinedCharacters;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes words into blocks, marks the beginnings of sentences and paragraphs, and removes sentences that turn out too
 * short. From block to block, it carries the unfinished word, and at most {@code minSentence - 1} words of an
 * unfinished sentence.
 *
 * <p>The word in progress is {@code bytes[start] .. bytes[o - 1]} of the block. Composition costs nothing in text
 * without combining marks: characters are written at once, and if a mark follows, the last character is written again.
 */
final class WordCollector {
    /**
     * The maximum length of a word in bytes of folded UTF-8; a longer word is cut (docs/DEFINITIONS.md, Text 3). Part
     * of the scheme's version.
     */
    static final int WORD_BYTES = 4096;

    /** A block is passed on when it holds this many bytes or words, so that it stays in the L1 and L2 caches. */
    private static final int BLOCK_BYTES = 10_000;

    private static final int BLOCK_WORDS = 1_900;
    /** Room for a character that is written again with those that joined it, the space after it, and eight bytes. */
    private static final int SPARE_BYTES = JoinedCharacters.MAX_BYTES + 16;
    /** The bytes that {@link #addPlain} may fill, and those that it writes beyond them. */
    private static final int MOST_BYTES = BLOCK_BYTES + WORD_BYTES + SPARE_BYTES;

    private static final int MOST_WORDS = BLOCK_WORDS + WORD_BYTES / 2 + Long.BYTES;
    /** The number of consecutive ASCII bytes after which the loop for ASCII is faster again. */
    private static final int ASCII_RUN = 16;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int minSentence;
    private final boolean structure;
    /** True if a block takes a whole document. */
    private final boolean whole;
    /** The high bit of every byte if digits belong to words, else 0. */
    private final long digitBits;
    /** Each character of ASCII, folded if it belongs to words, else a space. */
    private final byte[] asciiFold = new byte[0x80];

    private WordBlock block;
    private int start;
    private int o;
    /**
     * The last character, and those that joined it. Places are in the word. The characters are valid if their end is
     * that of the word.
     */
    private int last;

    private final JoinedCharacters joined = new JoinedCharacters();
    private int joinedStart;
    private int joinedEnd;
    /** What is carried to the next block: the words of an unfinished sentence, and then the unfinished word. */
    private final WordBlock held = new WordBlock();

    private int heldBytes;
    /** The index of the sentence's first word in the block; unused once the sentence is long enough. */
    private int sentenceStart;

    private long sentenceWords;
    /** The breaks of the next word. */
    private byte pending;

    /** True if the block holds enough words that cannot be removed any more. */
    boolean full;

    WordCollector(int minSentence, boolean structure, boolean whole, boolean digitsMakeWords) {
        this.minSentence = minSentence;
        this.structure = structure;
        this.whole = whole;
        digitBits = digitsMakeWords ? Ascii.HIGH_BITS : 0;
        for (int c = 0; c < asciiFold.length; c++) {
            int kind = CharacterTable.classOf(c);
            boolean isWord = kind == CharacterTable.LETTER || kind == CharacterTable.DIGIT && digitsMakeWords;
            asciiFold[c] = (byte) (isWord ? CharacterTable.fold(c) : ' ');
        }
    }

    /** Begins a document. */
    void reset() {
        joinedEnd = 0;
        held.count = 0;
        heldBytes = 0;
        sentenceWords = 0;
        pending = WordBlock.PARAGRAPH | WordBlock.SENTENCE;
    }

    void begin(WordBlock next) {
        block = next;
        block.count = 0;
        block.reserve(MOST_WORDS, MOST_BYTES);
        block.append(held, 0, held.count, heldBytes);
        o = heldBytes;
        start = block.start(block.count);
        sentenceStart = 0;
        full = false;
    }

    /** True if no word has begun. */
    boolean isEmpty() {
        return o == start;
    }

    /** Extends the unfinished word, or begins another if the word has reached its maximum length. */
    void append(int codePoint, int folded) {
        if (o - start + Utf8.lengthOf(folded) > WORD_BYTES) {
            endWord();
        }
        reserve();
        o = Utf8.encode(folded, block.bytes, o);
        last = codePoint;
    }

    /** Adds a character that {@link CharacterTable#joins joins} the last character of the word. */
    void join(int codePoint, int folded) {
        if (o == start) {
            append(codePoint, folded);
            return;
        }
        if (joinedEnd != o - start) {
            joined.begin(last);
            joinedStart = o - start - Utf8.lengthOf(CharacterTable.fold(last));
        }
        if (!joined.join(codePoint)) {
            append(codePoint, folded);
            return;
        }
        o = start + joinedStart;
        if (joinedStart + joined.bytes() > WORD_BYTES) {
            endWord();
            joinedStart = 0;
        }
        reserve();
        o = joined.write(block.bytes, o);
        joinedEnd = o - start;
    }

    private void reserve() {
        if (o + SPARE_BYTES > block.bytes.length) {
            block.reserve(0, o - start + SPARE_BYTES);
        }
    }

    void endWord() {
        if (o == start) {
            return;
        }
        block.reserve(1, o - start + 1);
        block.bytes[o] = ' ';
        block.end[block.count] = o++;
        block.breaks[block.count++] = pending;
        start = o;
        joinedEnd = 0;
        pending = 0;
        sentenceWords++;
        check();
    }

    /**
     * Ends the sentence. No word is in progress.
     *
     * @param event what ends, from {@link SentenceEnds#next}
     */
    void endSentence(int event) {
        if (mayBeRemoved()) {
            pending |= block.breaks[sentenceStart];
            block.count = sentenceStart;
            start = block.start(sentenceStart);
            o = start;
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
        int ready = mayBeRemoved() ? sentenceStart : block.count;
        held.count = 0;
        held.append(block, ready, block.count, o);
        heldBytes = o - block.start(ready);
        block.count = ready;
        if (!structure) {
            Arrays.fill(block.breaks, 0, block.count, (byte) 0);
        }
    }

    private boolean mayBeRemoved() {
        return sentenceWords > 0 && sentenceWords < minSentence;
    }

    private void check() {
        int ready = mayBeRemoved() ? sentenceStart : block.count;
        full = !whole && (ready > BLOCK_WORDS || block.start(ready) > BLOCK_BYTES);
    }

    /**
     * Splits and folds text where sentences do not matter. ASCII is processed eight bytes at a time, without a branch
     * that depends on the bytes: English changes between word and space every five or six bytes, and each change would
     * be a mispredicted branch. Stops before a character that is neither ASCII, nor a letter by itself, nor outside
     * words; and before the word or the block could become too long.
     *
     * @param limit the end of the available text
     * @return the position after the last byte read
     */
    int addPlain(byte[] text, int from, int limit) {
        byte[] bytes = block.bytes;
        int[] ends = block.end;
        int to = from + Math.min(limit - from, WORD_BYTES - (o - start));
        int i = from;
        int cp = last;
        boolean plain = true;
        while (plain && i < to) {
            i = addAscii(text, i, to, bytes, ends);
            int at = o;
            int words = block.count;
            boolean inside = at > start;
            for (int run = 0; i < to && run < ASCII_RUN; run++) {
                int folded = text[i];
                int length = 1;
                if (folded >= 0) {
                    folded = asciiFold[folded];
                } else {
                    int decoded = i > limit - Utf8.MAX_BYTES ? Utf8.MALFORMED : Utf8.decode(text, i, limit);
                    int entry = CharacterTable.entry(Utf8.codePoint(decoded));
                    int kind = CharacterTable.plainKindOf(entry);
                    folded = kind == CharacterTable.LETTER ? CharacterTable.fold(Utf8.codePoint(decoded), entry) : ' ';
                    length = Utf8.length(decoded);
                    plain = kind <= CharacterTable.LETTER
                            && !Utf8.isMalformed(decoded)
                            && i + length <= to
                            && Utf8.lengthOf(folded) <= length;
                    if (!plain) {
                        break;
                    }
                    cp = Utf8.codePoint(decoded);
                    run = -1;
                }
                if (folded != ' ') {
                    at = Utf8.encode(folded, bytes, at);
                } else if (inside) {
                    bytes[at] = ' ';
                    ends[words++] = at++;
                }
                inside = folded != ' ';
                i += length;
            }
            moveTo(at, words);
        }
        if (i > from) {
            last = text[i - 1] >= 0 ? text[i - 1] : cp;
            joinedEnd = 0;
            check();
        }
        return i;
    }

    /**
     * Adds text up to eight bytes that are not all ASCII. Within {@link #addPlain}, the loop takes longer, because the
     * compiler has more variables to keep.
     */
    private int addAscii(byte[] text, int from, int to, byte[] bytes, int[] ends) {
        int i = from;
        int at = o;
        int words = block.count;
        long digitsIn = digitBits;
        // The high bit of the lowest byte if the byte before belongs to a word, else 0.
        long before = o > start ? 0x80 : 0;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            long eight = (long) LONGS.get(text, i);
            if ((eight & Ascii.HIGH_BITS) != 0) {
                break;
            }
            long lower = Ascii.lowerCase(eight);
            long word = Ascii.letters(lower) | (Ascii.digits(eight) & digitsIn);
            long folded = Ascii.spaced(lower, word);
            long other = word ^ Ascii.HIGH_BITS;
            long ending = other & ((word << Byte.SIZE) | before);
            long idle = other ^ ending;
            before = word >>> (Long.SIZE - Byte.SIZE);

            // Optimised for at most one idle byte and at most two ended words. Other cases are so rare that their
            // branches are predicted well.
            int length = Long.BYTES - Long.bitCount(idle);
            long below = Ascii.below(idle);
            folded = Ascii.without(folded, below);
            ending = Ascii.without(ending, below);
            idle &= idle - 1;
            while (idle != 0) {
                idle = Ascii.without(idle, below);
                below = Ascii.below(idle);
                folded = Ascii.without(folded, below);
                ending = Ascii.without(ending, below);
                idle &= idle - 1;
            }
            LONGS.set(bytes, at, folded);
            int ended = Long.bitCount(ending);
            ends[words] = at + Ascii.first(ending);
            ending &= ending - 1;
            ends[words + 1] = at + Ascii.first(ending);
            ending &= ending - 1;
            for (int next = words + 2; ending != 0; ending &= ending - 1) {
                ends[next++] = at + Ascii.first(ending);
            }
            words += ended;
            at += length;
        }
        moveTo(at, words);
        return i;
    }

    private void moveTo(int end, int words) {
        o = end;
        block.count = words;
        start = block.start(words);
    }

    /**
     * Operations on eight ASCII bytes in a long; the first byte is the lowest. The high bits of the bytes, which ASCII
     * does not use, mark a set of the bytes. Adding 0x80 minus a bound to a byte sets its high bit if the byte reaches
     * the bound, and never carries into the next byte.
     */
    private static final class Ascii {
        static final long HIGH_BITS = 0x8080808080808080L;
        private static final long EACH = 0x0101010101010101L;
        private static final long SPACES = EACH * ' ';

        private Ascii() {}

        /**
         * Sets the bit that tells lower-case letters from capitals. Digits have it, too, so it changes no character of
         * a word but capitals. Control characters may become digits, so digits must be found in the original.
         */
        static long lowerCase(long eight) {
            return eight | SPACES;
        }

        /** The letters of text in which {@link #lowerCase} has set bits. No other character becomes one. */
        static long letters(long lower) {
            return between(lower, 'a', 'z');
        }

        static long digits(long eight) {
            return between(eight, '0', '9');
        }

        /** Replaces each byte outside the set by a space. */
        static long spaced(long eight, long set) {
            // The seven bits that ASCII uses.
            long whole = set - (set >>> 7);
            return ((eight ^ SPACES) & whole) ^ SPACES;
        }

        /** All bits of the bytes before the first byte of the set, or of all eight bytes if the set is empty. */
        static long below(long set) {
            return ((set & -set) >>> 7) - 1;
        }

        /**
         * Removes the byte right after the bytes of the mask {@code below}, moves later bytes down and appends a zero.
         */
        static long without(long eight, long below) {
            return (eight & below) | ((eight >>> Byte.SIZE) & ~below);
        }

        /** The index of the first byte of the set; 8 if the set is empty. */
        static int first(long set) {
            return Long.numberOfTrailingZeros(set) >>> 3;
        }

        private static long between(long eight, char least, char most) {
            return (eight + EACH * (0x80 - least)) & ~(eight + EACH * (0x7F - most)) & HIGH_BITS;
        }
    }
}
