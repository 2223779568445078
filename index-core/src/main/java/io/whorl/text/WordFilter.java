package io.whorl.text;

import io.whorl.scheme.TextRules;
import io.whorl.scheme.TextRules.Numbers;
import io.whorl.text.WordReaders.WordStage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

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

    /**
     * A set of words that is looked up by bytes, without an object for each look-up. Open addressing with linear
     * probing, at most half full.
     */
    static final class StopSet {
        private static final VarHandle LONGS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
        /** 2^64 divided by the golden ratio. The product spreads the bits of its other factor over the upper half. */
        private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

        /**
         * The words by slot, and the first eight bytes of each as one number, which is all that must be compared for
         * most words.
         */
        private final byte[][] slots;

        private final long[] heads;
        private final int shift;
        private final int longest;

        /** @param words without the character U+0000 */
        StopSet(List<String> words) {
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, words.size() * 2));
            slots = new byte[1 << bits][];
            heads = new long[1 << bits];
            shift = Long.SIZE - bits;
            longest = words.stream().mapToInt(w -> utf8(w).length).max().orElse(0);
            for (String word : words) {
                add(utf8(word));
            }
        }

        boolean contains(byte[] bytes, int from, int to) {
            int length = to - from;
            if (length > longest) {
                return false;
            }
            long head = eight(bytes, from, to);
            for (int slot = slot(head, bytes, from, to); slots[slot] != null; slot = next(slot)) {
                if (heads[slot] == head && isRest(slots[slot], bytes, from, to)) {
                    return true;
                }
            }
            return false;
        }

        private void add(byte[] word) {
            long head = eight(word, 0, word.length);
            int slot = slot(head, word, 0, word.length);
            while (slots[slot] != null) {
                slot = next(slot);
            }
            slots[slot] = word;
            heads[slot] = head;
        }

        private static boolean isRest(byte[] word, byte[] bytes, int from, int to) {
            return word.length == to - from
                    && (word.length <= Long.BYTES || Arrays.equals(word, 0, word.length, bytes, from, to));
        }

        private int next(int slot) {
            return slot + 1 & slots.length - 1;
        }

        private int slot(long head, byte[] bytes, int from, int to) {
            long hash = mix(head);
            for (int i = from + Long.BYTES; i < to; i += Long.BYTES) {
                hash = mix(hash ^ eight(bytes, i, to));
            }
            return (int) (hash >>> shift);
        }

        private static long mix(long hash) {
            long product = hash * MULTIPLIER;
            return product ^ product >>> 32;
        }

        /**
         * Eight bytes, or as many as there are. If the array is long enough, they are read at once and the rest is
         * cleared.
         */
        private static long eight(byte[] bytes, int from, int to) {
            int length = Math.min(to - from, Long.BYTES);
            if (from + Long.BYTES <= bytes.length) {
                return (long) LONGS.get(bytes, from) & -1L >>> Long.SIZE - length * Byte.SIZE;
            }
            long value = 0;
            for (int i = from + length - 1; i >= from; i--) {
                value = value << Byte.SIZE | bytes[i] & 0xFF;
            }
            return value;
        }

        private static byte[] utf8(String word) {
            return word.getBytes(StandardCharsets.UTF_8);
        }
    }
}
