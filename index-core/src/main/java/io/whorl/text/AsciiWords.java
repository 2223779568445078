package io.whorl.text;

/**
 * Eight ASCII bytes in a long, the first lowest. Sets of them are given by the bytes' high bits, which ASCII leaves
 * free: adding to a byte 0x80 less a bound carries into its high bit where it reaches the bound, and never out of the
 * byte.
 */
final class AsciiWords {
    static final long HIGH_BITS = 0x8080808080808080L;
    private static final long EACH = 0x0101010101010101L;
    private static final long SPACES = EACH * ' ';

    private AsciiWords() {}

    static long lowerCase(long eight) {
        return eight | (between(eight, 'A', 'Z') >>> 2);
    }

    /** Of lower-case text. */
    static long letters(long lower) {
        return between(lower, 'a', 'z');
    }

    static long digits(long eight) {
        return between(eight, '0', '9');
    }

    /** A space for each byte outside the set. */
    static long spaced(long eight, long set) {
        long whole = set | set - (set >>> 7);
        return eight & whole | SPACES & ~whole;
    }

    /** All bits of the bytes before the set's first; of all eight, if it is empty. */
    static long below(long set) {
        return ((set & -set) >>> 7) - 1;
    }

    /** Takes out the byte right after those {@code below}, and moves those after it down; leaves a zero at the end. */
    static long without(long eight, long below) {
        return eight & below | eight >>> Byte.SIZE & ~below;
    }

    /** The place of the set's first byte; 8 if it is empty. */
    static int first(long set) {
        return Long.numberOfTrailingZeros(set) >>> 3;
    }

    private static long between(long eight, char least, char most) {
        return eight + EACH * (0x80 - least) & ~(eight + EACH * (0x7F - most)) & HIGH_BITS;
    }
}
