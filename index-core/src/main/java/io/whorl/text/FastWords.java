package io.whorl.text;

import io.whorl.scheme.TextRules.Words;
import io.whorl.text.Compositions.Segment;
import io.whorl.text.WordReaders.ByteSource;
import io.whorl.text.WordReaders.WordLimits;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads the words of plain text if sentences do not matter, by passing slices to {@link FastScanner}. */
final class FastWords implements WordReader {
    /** The maximum number of bytes of a slice; the output of a slice fits into any block. */
    private static final int SLICE = WordLimits.WORD_BYTES;

    private final FastScanner scanner;
    private final ByteSource source;
    /** The unfinished word at the end of the last block. */
    private final byte[] tail = new byte[WordLimits.WORD_BYTES];

    private int tailLength;

    FastWords(Words words, int readBytes) {
        scanner = new FastScanner(words);
        source = new ByteSource(readBytes);
    }

    @Override
    public void open(byte[] utf8, int from, int to) {
        source.open(utf8, from, to);
        reset();
    }

    @Override
    public void open(InputStream utf8) {
        source.open(utf8);
        reset();
    }

    private void reset() {
        tailLength = 0;
        scanner.reset();
    }

    @Override
    public boolean next(WordBlock block) throws IOException {
        block.count = 0;
        block.reserve(WordLimits.MOST_WORDS + WordLimits.SPARE_WORDS, WordLimits.MOST_BYTES + WordLimits.SPARE_BYTES);
        scanner.resume(block, tail, tailLength);
        boolean full = false;
        while (!full && source.ensure(Utf8.MAX_BYTES)) {
            slice();
            full = scanner.o > WordLimits.BLOCK_BYTES || scanner.k > WordLimits.BLOCK_WORDS;
        }
        if (!full) {
            scanner.finish();
        }
        tailLength = scanner.suspend(tail);
        block.count = scanner.k;
        Arrays.fill(block.breaks, 0, block.count, (byte) 0);
        return block.count > 0;
    }

    @Override
    public long malformed() {
        return scanner.malformed;
    }

    private void slice() {
        int left = SLICE - scanner.wordLength();
        if (left > 0) {
            int to = Math.min(source.wholeCharacters(), source.pos + left);
            source.pos = scanner.scan(source.data, source.pos, to, source.limit);
        } else {
            source.pos = scanner.scanAfterFullWord(source.data, source.pos, source.limit);
        }
    }

    /**
     * Splits and folds plain text if apostrophes split words and sentences do not matter. ASCII is processed eight
     * bytes at a time, without a branch that depends on the bytes: English changes between word and space every five or
     * six bytes, and each change would be a mispredicted branch.
     *
     * <p>The word in progress is {@code out[wordStart()] .. out[o - 1]}. No word may become longer than
     * {@link WordLimits#WORD_BYTES}, so the caller passes {@link #scan} no more bytes than the word has left.
     *
     * <p>Composition costs nothing in text without combining marks: characters are written at once, and if a mark
     * follows, the last character is written again.
     */
    private static final class FastScanner {
        private static final int NOWHERE = -1;
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        /** The number of consecutive ASCII bytes after which the loop for ASCII is faster again. */
        private static final int ASCII_RUN = 16;

        private final byte[] fold;
        private final boolean digits;
        /** The high bit of every byte if digits belong to words, else 0. */
        private final long digitBits;
        /** The position in the text at which to stop. */
        private int stop;

        /** The output, and the end of each complete word in it. */
        private byte[] out;

        private int[] end;
        /** Bytes written since {@link #resume}. */
        private int o;
        /** Complete words since {@link #resume}. */
        private int k;
        /** 1 inside a word, else 0. */
        private int in;
        /** The last letter that was not ASCII, and the end of the output after it. */
        private int lastLetter;

        private int lastLetterEnd;
        /**
         * The last character of the output with the characters that joined it. Valid if {@code segmentEnd} is the end
         * of the output.
         */
        private final Segment segment = new Segment();

        private int segmentStart;
        private int segmentEnd;
        /**
         * True if the last word is a letter of a script without spaces and nothing was read after it. A mark that
         * follows belongs to that word.
         */
        private boolean open;

        private long malformed;

        FastScanner(Words words) {
            fold = asciiFold(words);
            digits = words == Words.ALPHANUMERIC;
            digitBits = digits ? AsciiWords.HIGH_BITS : 0;
        }

        void reset() {
            in = 0;
            lastLetterEnd = NOWHERE;
            segmentEnd = NOWHERE;
            open = false;
            malformed = 0;
        }

        /**
         * Begins a block with the unfinished word that {@link #suspend} removed from the last block; its length may be
         * 0.
         */
        void resume(WordBlock block, byte[] word, int length) {
            out = block.bytes;
            end = block.end;
            k = 0;
            o = length;
            System.arraycopy(word, 0, out, 0, length);
            if (open) {
                endOpen();
            }
        }

        /**
         * Removes the unfinished word from the block and returns its length. The last word also counts as unfinished if
         * a mark may join it.
         */
        int suspend(byte[] word) {
            if (open) {
                reopen();
                open = true;
            }
            int start = wordStart();
            System.arraycopy(out, start, word, 0, o - start);
            segmentStart -= start;
            lastLetterEnd = Math.max(NOWHERE, lastLetterEnd - start);
            segmentEnd = Math.max(NOWHERE, segmentEnd - start);
            return o - start;
        }

        int wordLength() {
            return o - wordStart();
        }

        /**
         * Reads {@code text[from] .. text[to - 1]}, and the rest of a character that continues beyond. Reads less if
         * the output would need more space than the same number of ASCII bytes.
         *
         * @param to greater than {@code from}
         * @param limit the end of the available text
         * @return the position after the last byte read
         */
        int scan(byte[] text, int from, int to, int limit) {
            int i = from;
            stop = to;
            while (i < stop) {
                int begin = i;
                i = ascii(text, i, stop, out, end);
                open &= i == begin;
                if (i < stop) {
                    i = mixed(text, i, limit);
                }
            }
            remember(text, i);
            return i;
        }

        /** Reads one character when the unfinished word has reached its maximum length. */
        int scanAfterFullWord(byte[] text, int from, int limit) {
            byte b = text[from];
            stop = from + 1;
            if (b < 0) {
                return from + character(text, from, limit);
            }
            endWord();
            asciiCharacter(fold[b]);
            remember(text, stop);
            return stop;
        }

        private int ascii(byte[] text, int from, int to, byte[] bytes, int[] ends) {
            int i = from;
            int at = o;
            int words = k;
            long digitsIn = digitBits;
            // The high bit of the lowest byte if the byte before the eight belongs to a word, else 0.
            long before = (long) in << Byte.SIZE - 1;
            for (; i <= to - Long.BYTES; i += Long.BYTES) {
                long eight = (long) LONGS.get(text, i);
                if ((eight & AsciiWords.HIGH_BITS) != 0) {
                    break;
                }
                long lower = AsciiWords.lowerCase(eight);
                long word = AsciiWords.letters(lower) | AsciiWords.digits(eight) & digitsIn;
                long folded = AsciiWords.spaced(lower, word);
                long other = word ^ AsciiWords.HIGH_BITS;
                long ending = other & (word << Byte.SIZE | before);
                long idle = other ^ ending;
                before = word >>> Long.SIZE - Byte.SIZE;

                // Optimised for at most one idle byte and at most two ended words. Other cases are so rare that their
                // branches are predicted well.
                int length = Long.BYTES - Long.bitCount(idle);
                long below = AsciiWords.below(idle);
                folded = AsciiWords.without(folded, below);
                ending = AsciiWords.without(ending, below);
                idle &= idle - 1;
                while (idle != 0) {
                    idle = AsciiWords.without(idle, below);
                    below = AsciiWords.below(idle);
                    folded = AsciiWords.without(folded, below);
                    ending = AsciiWords.without(ending, below);
                    idle &= idle - 1;
                }
                LONGS.set(bytes, at, folded);
                int ended = Long.bitCount(ending);
                ends[words] = at + AsciiWords.first(ending);
                ending &= ending - 1;
                ends[words + 1] = at + AsciiWords.first(ending);
                ending &= ending - 1;
                for (int next = words + 2; ending != 0; ending &= ending - 1) {
                    ends[next++] = at + AsciiWords.first(ending);
                }
                words += ended;
                at += length;
            }
            o = at;
            k = words;
            in = (int) before >>> Byte.SIZE - 1;
            while (i < to && text[i] >= 0) {
                asciiCharacter(fold[text[i++]]);
            }
            return i;
        }

        /** Reads text with other characters than ASCII, until a run of ASCII is found. */
        private int mixed(byte[] text, int from, int limit) {
            int i = from;
            int run = 0;
            while (i < stop && run < ASCII_RUN) {
                byte b = text[i];
                if (b < 0) {
                    int before = o - i;
                    i += character(text, i, limit);
                    if (o - i > before) {
                        stop = Math.min(stop, i + room());
                    }
                    run = 0;
                } else {
                    open = false;
                    asciiCharacter(fold[b]);
                    i++;
                    run++;
                }
            }
            return i;
        }

        /** The number of ASCII bytes that still fit into the block and the word. */
        private int room() {
            int ofBlock = Math.min(WordLimits.MOST_BYTES - o, 2 * (WordLimits.MOST_WORDS - k));
            return Math.min(ofBlock, WordLimits.WORD_BYTES - wordLength());
        }

        /** @param folded a space for a character that belongs to no word */
        private void asciiCharacter(byte folded) {
            if (folded == ' ') {
                endWord();
            } else {
                out[o++] = folded;
                in = 1;
            }
        }

        /** Reads the character at {@code i}, which is not ASCII, and returns its length in bytes. */
        private int character(byte[] text, int i, int limit) {
            int decoded = Utf8.decode(text, i, limit);
            int cp = Utf8.codePoint(decoded);
            int entry = CharacterTable.entry(cp);
            if (!CharacterTable.isPlain(entry)) {
                remember(text, i);
            }
            malformed += Utf8.isMalformed(decoded) ? 1 : 0;
            take(cp, entry);
            return Utf8.length(decoded);
        }

        private void plain(int cp, int entry) {
            switch (CharacterTable.kindOf(entry)) {
                case CharacterTable.LETTER -> letter(cp, entry);
                case CharacterTable.SPACELESS -> {
                    endWord();
                    letter(cp, entry);
                    endOpen();
                }
                case CharacterTable.DIGIT -> {
                    if (digits) {
                        letter(cp, entry);
                    } else {
                        other();
                    }
                }
                case CharacterTable.MARK -> mark(cp, entry);
                default -> other();
            }
        }

        /** Handles a character that joins the one before it, is replaced, or is skipped. */
        private void special(int cp, int entry) {
            if (CharacterTable.expands(entry)) {
                for (int each : Compositions.expansion(cp)) {
                    take(each, CharacterTable.entry(each));
                }
            } else if (CharacterTable.kindOf(entry) == CharacterTable.MARK) {
                mark(cp, entry);
            } else if (in == 1) {
                join(cp, entry);
            } else {
                letter(cp, entry);
            }
        }

        private void take(int cp, int entry) {
            if (CharacterTable.isPlain(entry)) {
                plain(cp, entry);
            } else {
                special(cp, entry);
            }
        }

        private void other() {
            endWord();
            open = false;
        }

        private void letter(int cp, int entry) {
            int folded = CharacterTable.fold(cp, entry);
            if (wordLength() + Utf8.lengthOf(folded) > WordLimits.WORD_BYTES) {
                endWord();
            }
            o = Utf8.encode(folded, out, o);
            lastLetter = cp;
            lastLetterEnd = o;
            in = 1;
            open = false;
        }

        private void mark(int cp, int entry) {
            boolean wasOpen = open;
            if (wasOpen) {
                reopen();
            }
            if (in == 1) {
                if (CharacterTable.joins(entry)) {
                    join(cp, entry);
                } else {
                    letter(cp, entry);
                }
            }
            if (wasOpen) {
                endOpen();
            }
        }

        /** Writes the last character again, composed with the character that joins it. */
        private void join(int cp, int entry) {
            if (segmentEnd != o) {
                segment.begin(lastLetter);
                segmentStart = o - Utf8.lengthOf(CharacterTable.fold(lastLetter));
            }
            if (!segment.join(cp)) {
                letter(cp, entry);
                return;
            }
            o = segmentStart;
            if (wordLength() + segment.bytes() > WordLimits.WORD_BYTES) {
                endWord();
            }
            segmentStart = o;
            o = segment.write(out, o);
            segmentEnd = o;
            in = 1;
        }

        /** Stores the last character of the output if it is ASCII; it is then the last character of the text. */
        private void remember(byte[] text, int i) {
            if (in == 1 && lastLetterEnd != o && segmentEnd != o) {
                lastLetter = text[i - 1];
                lastLetterEnd = o;
            }
        }

        private void endWord() {
            if (in == 1) {
                out[o] = ' ';
                end[k++] = o++;
                in = 0;
            }
        }

        /** Ends the document. No mark can join the last word any more. */
        void finish() {
            endWord();
            open = false;
        }

        private void endOpen() {
            endWord();
            open = true;
        }

        /** Makes the last word unfinished again, so that a mark can join it. */
        private void reopen() {
            k--;
            o--;
            in = 1;
            open = false;
        }

        private int wordStart() {
            return k == 0 ? 0 : end[k - 1] + 1;
        }
    }

    private static final int ASCII = 0x80;

    /**
     * The first 128 code points of the character table as bytes: the folded character if it belongs to words, else a
     * space.
     */
    private static byte[] asciiFold(Words words) {
        byte[] table = new byte[ASCII];
        for (int c = 0; c < ASCII; c++) {
            int kind = CharacterTable.classOf(c);
            boolean isWord =
                    kind == CharacterTable.LETTER || kind == CharacterTable.DIGIT && words == Words.ALPHANUMERIC;
            table[c] = (byte) (isWord ? CharacterTable.fold(c) : ' ');
        }
        return table;
    }

    /**
     * Operations on eight ASCII bytes in a long; the first byte is the lowest. The high bits of the bytes, which ASCII
     * does not use, mark a set of the bytes. Adding 0x80 minus a bound to a byte sets its high bit if the byte reaches
     * the bound, and never carries into the next byte.
     */
    static final class AsciiWords {
        static final long HIGH_BITS = 0x8080808080808080L;
        private static final long EACH = 0x0101010101010101L;
        private static final long SPACES = EACH * ' ';

        private AsciiWords() {}

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
            return (eight ^ SPACES) & whole ^ SPACES;
        }

        /** All bits of the bytes before the first byte of the set, or of all eight bytes if the set is empty. */
        static long below(long set) {
            return ((set & -set) >>> 7) - 1;
        }

        /**
         * Removes the byte right after the bytes of the mask {@code below}, moves later bytes down and appends a zero.
         */
        static long without(long eight, long below) {
            return eight & below | eight >>> Byte.SIZE & ~below;
        }

        /** The index of the first byte of the set; 8 if the set is empty. */
        static int first(long set) {
            return Long.numberOfTrailingZeros(set) >>> 3;
        }

        private static long between(long eight, char least, char most) {
            return eight + EACH * (0x80 - least) & ~(eight + EACH * (0x7F - most)) & HIGH_BITS;
        }
    }
}
