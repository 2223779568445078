package io.whorl.text;

import io.whorl.agrona.collections.Int2IntHashMap;
import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.text.CharacterTable.TableFile;
import io.whorl.text.Compositions.JoinedCharacters;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A step that changes or drops words of a block. It may lengthen words, and so writes them into another array. The
 * breaks of a dropped word pass to the next word that stays, which may be in a later block. One thread at a time.
 */
abstract class WordStage {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The words that stay, which may be longer than they were. The block takes this array in place of its own. */
    byte[] out = new byte[0];

    /** The breaks of dropped words. */
    private byte pending;

    /** The stages that rules need after their words were split and folded. */
    static List<WordStage> of(TextRules rules) {
        List<WordStage> stages = new ArrayList<>();
        if (rules.unmask()) {
            stages.add(new Unmasking());
        }
        if (rules.numbers() == Numbers.DROP
                || rules.minWord() > 1
                || !rules.stop().isEmpty()) {
            stages.add(new WordFilter(rules));
        }
        rules.stem().ifPresent(language -> stages.add(new WordStemmer(language)));
        return List.copyOf(stages);
    }

    /** Begins a document. */
    final void reset() {
        pending = 0;
    }

    final void apply(WordBlock block) {
        reserve(block.start(block.count) + Long.BYTES);
        int kept = 0;
        int o = 0;
        int start = 0;
        for (int k = 0; k < block.count; k++) {
            int end = block.end[k];
            pending |= block.breaks[k];
            int next = rewrite(block.bytes, start, end, o);
            if (next > o) {
                out[next] = ' ';
                block.end[kept] = next;
                block.breaks[kept++] = pending;
                o = next + 1;
                pending = 0;
            }
            start = end + 1;
        }
        block.count = kept;
        byte[] free = block.bytes;
        block.bytes = out;
        out = free;
    }

    /**
     * Writes what becomes of a word at {@code o}, and returns its end; {@code o} to drop the word. A stage that may
     * lengthen words calls {@link #reserve} first.
     */
    abstract int rewrite(byte[] bytes, int from, int to, int o);

    /** Makes room for this many bytes; {@link #copy} needs eight more than it writes. */
    final void reserve(int size) {
        if (size > out.length) {
            out = Arrays.copyOf(out, Math.max(size, out.length * 2));
        }
    }

    /** Writes bytes as they are: eight at a time if there is room for more than these. */
    final int copy(byte[] bytes, int from, int to, int o) {
        if (to + Long.BYTES <= bytes.length) {
            for (int j = 0; j < to - from; j += Long.BYTES) {
                LONGS.set(out, o + j, (long) LONGS.get(bytes, from + j));
            }
        } else {
            System.arraycopy(bytes, from, out, o, to - from);
        }
        return o + to - from;
    }

    /**
     * Replaces look-alike letters by Latin ones in words whose letters are all Latin or look Latin. A word with any
     * other letter belongs to another alphabet and stays, except that letters of special fonts become plain. Accents
     * stay on the letters.
     */
    static final class Unmasking extends WordStage {
        // Frozen tables in the jar.
        private static final Int2IntHashMap LATIN = table("L");
        private static final Int2IntHashMap PLAIN = table("F");

        private final JoinedCharacters joined = new JoinedCharacters();
        /** The decomposed characters of a word; at most three for two bytes. */
        private final int[] characters = new int[WordCollector.WORD_BYTES / 2 * 3];

        private int count;

        @Override
        int rewrite(byte[] bytes, int from, int to, int o) {
            reserve(o + 2 * (to - from) + JoinedCharacters.MAX_BYTES);
            return isMasked(bytes, from, to) ? compose(o) : copy(bytes, from, to, o);
        }

        /** True if a word must be rewritten; its new characters are then in {@link #characters}. */
        private boolean isMasked(byte[] bytes, int from, int to) {
            int i = from;
            while (i < to && bytes[i] >= 0) {
                i++;
            }
            if (i == to) {
                return false;
            }
            boolean forms = decompose(bytes, from, to);
            boolean looksLatin = true;
            boolean lookalikes = false;
            for (int c = 0; c < count && looksLatin; c++) {
                int cp = characters[c];
                boolean isLookalike = latin(cp) != cp;
                lookalikes |= isLookalike;
                looksLatin = isLookalike || isLatin(cp) || !isLetter(cp);
            }
            boolean reads = looksLatin && lookalikes;
            for (int c = 0; c < count && reads; c++) {
                characters[c] = latin(characters[c]);
            }
            return forms || reads;
        }

        private static boolean isLetter(int cp) {
            int kind = CharacterTable.classOf(cp);
            return kind == CharacterTable.LETTER || kind == CharacterTable.SPACELESS;
        }

        /** Decomposes a word and replaces variants by plain characters. Returns true if there were any. */
        private boolean decompose(byte[] bytes, int from, int to) {
            boolean forms = false;
            count = 0;
            for (int i = from; i < to; ) {
                int decoded = Utf8.decode(bytes, i, to);
                int cp = Utf8.codePoint(decoded);
                int plain = plain(cp);
                forms |= plain != cp;
                count = Compositions.decompose(plain, characters, count);
                i += Utf8.length(decoded);
            }
            return forms;
        }

        private int compose(int from) {
            int o = from;
            int last = o;
            for (int c = 0; c < count; c++) {
                int cp = characters[c];
                if (c > 0 && CharacterTable.joins(CharacterTable.entry(cp)) && joined.join(cp)) {
                    o = joined.write(out, last);
                } else {
                    last = o;
                    joined.begin(cp);
                    o = Utf8.encode(CharacterTable.fold(cp), out, o);
                }
            }
            return o;
        }

        /** The Latin letter that a folded letter looks like, or the letter itself if there is none. */
        static int latin(int cp) {
            return LATIN.getOrDefault(cp, cp);
        }

        /**
         * The plain, folded character of which this is a variant in font or height, or the character itself if it is no
         * variant.
         */
        static int plain(int cp) {
            return PLAIN.getOrDefault(cp, cp);
        }

        /** True if a letter is in a Latin block. */
        static boolean isLatin(int cp) {
            return cp < 0x2B0
                    || cp >= 0x1D00 && cp < 0x1D80
                    || cp >= 0x1E00 && cp < 0x1F00
                    || cp >= 0x2C60 && cp < 0x2C80
                    || cp >= 0xA720 && cp < 0xA800;
        }

        private static Int2IntHashMap table(String kind) {
            Int2IntHashMap table = new Int2IntHashMap(-1);
            for (String[] line : TableFile.lines("lookalikes.txt")) {
                if (line[0].equals(kind)) {
                    table.put(TableFile.codePoint(line[1]), TableFile.codePoint(line[2]));
                }
            }
            return table;
        }
    }

    /**
     * Drops words with digits, words that are too short, and stop words, in that order (docs/DEFINITIONS.md, Text 1, 4
     * and 5). The symbol that replaces a number counts as one code point.
     */
    static final class WordFilter extends WordStage {
        private final boolean dropNumbers;
        private final int minWord;
        private final WordSet stop = new WordSet();

        WordFilter(TextRules rules) {
            dropNumbers = rules.numbers() == Numbers.DROP;
            minWord = rules.minWord();
            for (String word : rules.stop()) {
                byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
                stop.add(utf8, 0, utf8.length);
            }
        }

        @Override
        int rewrite(byte[] bytes, int from, int to, int o) {
            return survives(bytes, from, to) ? copy(bytes, from, to, o) : o;
        }

        private boolean survives(byte[] bytes, int from, int to) {
            return !(dropNumbers && hasDigit(bytes, from, to))
                    && (minWord == 1 || hasCodePoints(minWord, bytes, from, to))
                    && (stop.size() == 0 || !stop.contains(bytes, from, to));
        }

        private static boolean hasDigit(byte[] bytes, int from, int to) {
            for (int i = from; i < to; ) {
                int decoded = Utf8.decode(bytes, i, to);
                if (CharacterTable.classOf(Utf8.codePoint(decoded)) == CharacterTable.DIGIT) {
                    return true;
                }
                i += Utf8.length(decoded);
            }
            return false;
        }

        private static boolean hasCodePoints(int least, byte[] bytes, int from, int to) {
            int count = 0;
            for (int i = from; i < to && count < least; i++) {
                count += (bytes[i] & 0xC0) == 0x80 ? 0 : 1;
            }
            return count >= least;
        }
    }
}
