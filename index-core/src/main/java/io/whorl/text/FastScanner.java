package io.whorl.text;

import io.whorl.scheme.TextRules.Words;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Splits and folds plain text where apostrophes part words and nothing need be known of sentences. ASCII is taken eight
 * bytes at a time and without a branch that depends on what they are: English changes between word and space every five
 * or six bytes, and a processor that guessed would guess wrong as often.
 *
 * <p>The word in progress is {@code out[wordStart()] .. out[o - 1]}. No word grows beyond
 * {@link WordLimits#WORD_BYTES}: {@link #scan} must not be given more bytes than are left of that.
 */
final class FastScanner {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** ASCII bytes in a row after which the loop for ASCII pays again. */
    private static final int ASCII_RUN = 16;

    private final byte[] fold;
    private final boolean digits;
    /** The high bit of every byte where digits make words, else 0. */
    private final long digitBits;
    /** Where in the text to stop. */
    private int stop;

    /** Where text is written, and where each complete word of it ends. */
    byte[] out;
    int[] end;
    /** Bytes written. */
    int o;
    /** Complete words. */
    int k;
    /** 1 inside a word, else 0. */
    int in;
    /** Whether the last text ended where a long word was cut, so that a combining mark that comes next goes on with it. */
    boolean cut;
    long malformed;

    FastScanner(Words words) {
        fold = AsciiFold.table(words);
        digits = words == Words.ALPHANUMERIC;
        digitBits = digits ? AsciiWords.HIGH_BITS : 0;
    }

    int wordStart() {
        return k == 0 ? 0 : end[k - 1] + 1;
    }

    /**
     * Reads {@code text[from] .. text[to - 1]}, and the rest of a character that goes on beyond that.
     *
     * @param limit where the text at hand ends
     * @return the place after what was read
     */
    int scan(byte[] text, int from, int to, int limit) {
        int i = from;
        stop = to;
        while (i < stop) {
            int begin = i;
            i = ascii(text, i, stop, out, end);
            cut &= i == begin;
            if (i < stop) {
                i = mixed(text, i, limit);
            }
        }
        return i;
    }

    /** Reads as far as the text is ASCII. */
    private int ascii(byte[] text, int from, int to, byte[] bytes, int[] ends) {
        int i = from;
        int at = o;
        int words = k;
        long prev = in;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            long eight = (long) LONGS.get(text, i);
            if ((eight & AsciiWords.HIGH_BITS) != 0) {
                break;
            }
            long lower = AsciiWords.lowerCase(eight);
            long word = AsciiWords.letters(lower) | AsciiWords.digits(lower) & digitBits;
            long folded = AsciiWords.spaced(lower, word);
            long afterWord = word << Byte.SIZE | prev << Byte.SIZE - 1;
            long ending = ~word & afterWord;
            long idle = ~word & ~afterWord & AsciiWords.HIGH_BITS;
            prev = word >>> Long.SIZE - 1;

            // Written as if there were one idle byte at most, and no more than two words ended: mostly so, and where it
            // is not, the branches are taken seldom enough to be foreseen.
            int length = Long.BYTES - Long.bitCount(idle);
            long below = AsciiWords.below(idle);
            folded = AsciiWords.without(folded, below);
            ending = AsciiWords.without(ending, below);
            idle = AsciiWords.without(idle & idle - 1, below);
            while (idle != 0) {
                below = AsciiWords.below(idle);
                folded = AsciiWords.without(folded, below);
                ending = AsciiWords.without(ending, below);
                idle = AsciiWords.without(idle & idle - 1, below);
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
        in = (int) prev;
        while (i < to && text[i] >= 0) {
            asciiCharacter(fold[text[i++]]);
        }
        return i;
    }

    /** Text that is not all ASCII, until it has been for a while. */
    private int mixed(byte[] text, int from, int limit) {
        int i = from;
        int run = 0;
        while (i < stop && run < ASCII_RUN) {
            byte b = text[i];
            if (b < 0) {
                int decoded = Utf8.decode(text, i, limit);
                character(decoded);
                i += Utf8.length(decoded);
                run = 0;
            } else {
                asciiCharacter(fold[b]);
                i++;
                run++;
            }
            cut = false;
        }
        return i;
    }

    /** @param folded a space for a character that is of no word */
    private void asciiCharacter(byte folded) {
        if (folded == ' ') {
            endWord();
        } else {
            out[o++] = folded;
            in = 1;
        }
    }

    private void character(int decoded) {
        int cp = Utf8.codePoint(decoded);
        int kind = CharacterTable.classOf(cp);
        boolean isWord = kind == CharacterTable.LETTER
                || kind == CharacterTable.DIGIT && digits
                || kind == CharacterTable.MARK && (in == 1 || cut);
        if (!isWord) {
            malformed += Utf8.isMalformed(decoded) ? 1 : 0;
            endWord();
            return;
        }
        int folded = CharacterTable.fold(cp);
        int n = Utf8.lengthOf(folded);
        if (o - wordStart() + n > WordLimits.WORD_BYTES) {
            endWord();
        }
        o = Utf8.encode(folded, out, o);
        in = 1;
        // What folds to more bytes than it had uses up room that was reckoned for what comes after it.
        stop -= Math.max(0, n - Utf8.length(decoded));
    }

    /** Ends the word in progress, if there is one. */
    void endWord() {
        if (in == 1) {
            out[o] = ' ';
            end[k++] = o++;
            in = 0;
        }
    }
}
