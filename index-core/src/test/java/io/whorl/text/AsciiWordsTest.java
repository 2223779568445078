package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AsciiWordsTest {
    /** Each character at each position, between characters that a carry from it would change. */
    @Test
    void agreesWithTheCharacterTable() {
        for (int c = 0; c < 0x80; c++) {
            for (int place = 0; place < Long.BYTES; place++) {
                for (int other : new int[] {0, '0', '@', 'Z', '{', 0x7F}) {
                    check(c, place, other);
                }
            }
        }
    }

    @Test
    void withoutRemovesOneByte() {
        long eight = 0x8877665544332211L;
        assertEquals(0x0088776655332211L, FastWords.AsciiWords.without(eight, FastWords.AsciiWords.below(0x80000000L)));
        assertEquals(0x0088776655443322L, FastWords.AsciiWords.without(eight, FastWords.AsciiWords.below(0x80L)));
        assertEquals(0x0077665544332211L, FastWords.AsciiWords.without(eight, FastWords.AsciiWords.below(1L << 63)));
        assertEquals(eight, FastWords.AsciiWords.without(eight, FastWords.AsciiWords.below(0)));
        assertEquals(3, FastWords.AsciiWords.first(0x8080000080000000L));
        assertEquals(8, FastWords.AsciiWords.first(0));
    }

    private static void check(int c, int place, int other) {
        long eight = 0;
        for (int j = 0; j < Long.BYTES; j++) {
            eight |= (long) (j == place ? c : other) << j * Byte.SIZE;
        }
        long lower = FastWords.AsciiWords.lowerCase(eight);
        long letters = FastWords.AsciiWords.letters(lower);
        long digits = FastWords.AsciiWords.digits(eight);
        long spaced = FastWords.AsciiWords.spaced(lower, letters | digits);
        for (int j = 0; j < Long.BYTES; j++) {
            int expected = j == place ? c : other;
            boolean letter = CharacterTable.classOf(expected) == CharacterTable.LETTER;
            boolean digit = CharacterTable.classOf(expected) == CharacterTable.DIGIT;
            assertEquals(letter ? 0x80 : 0, at(letters, j));
            assertEquals(digit ? 0x80 : 0, at(digits, j));
            assertEquals(letter || digit ? CharacterTable.fold(expected) : ' ', at(spaced, j));
        }
    }

    private static long at(long eight, int place) {
        return eight >>> place * Byte.SIZE & 0xFF;
    }
}
