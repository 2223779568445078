package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Numbers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Drops words with digits, words that are too short, and stop words, in that order (docs/DEFINITIONS.md, Text 1, 4 and
 * 5). The symbol that replaces a number counts as one code point.
 */
final class WordFilter implements WordStage {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final boolean dropNumbers;
    private final int minWord;
    private final StopSet stop;
    private byte pending;

    WordFilter(TextRules rules) {
        dropNumbers = rules.numbers() == Numbers.DROP;
        minWord = rules.minWord();
        stop = new StopSet(rules.stop());
    }

    static boolean isNeeded(TextRules rules) {
        return rules.numbers() == Numbers.DROP
                || rules.minWord() > 1
                || !rules.stop().isEmpty();
    }

    @Override
    public void reset() {
        pending = 0;
    }

    @Override
    public void apply(WordBlock block) {
        byte[] bytes = block.bytes;
        int kept = 0;
        int o = 0;
        int start = 0;
        for (int k = 0; k < block.count; k++) {
            int end = block.end[k];
            byte breaks = (byte) (block.breaks[k] | pending);
            if (survives(bytes, start, end)) {
                int length = end - start;
                move(bytes, start, o, length + 1);
                o += length;
                block.end[kept] = o++;
                block.breaks[kept++] = breaks;
                pending = 0;
            } else {
                pending = breaks;
            }
            start = end + 1;
        }
        block.count = kept;
    }

    /** Moves bytes down in place. Copies eight at a time if that cannot overwrite bytes that are still to be read. */
    private static void move(byte[] bytes, int from, int to, int length) {
        if (from - to >= Long.BYTES && from + length + Long.BYTES <= bytes.length) {
            for (int j = 0; j < length; j += Long.BYTES) {
                LONGS.set(bytes, to + j, (long) LONGS.get(bytes, from + j));
            }
        } else if (to < from) {
            System.arraycopy(bytes, from, bytes, to, length);
        }
    }

    private boolean survives(byte[] bytes, int from, int to) {
        return !(dropNumbers && hasDigit(bytes, from, to))
                && (minWord == 1 || hasCodePoints(minWord, bytes, from, to))
                && !stop.contains(bytes, from, to);
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
