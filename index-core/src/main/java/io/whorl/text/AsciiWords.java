package io.whorl.text;

/**
 * Operations on eight ASCII bytes in a long; the first byte is the lowest. The high bits of the bytes, which ASCII does
 * not use, mark a set of the bytes. Adding 0x80 minus a bound to a byte sets its high bit if the byte reaches the
 * bound, and never carries into the next byte.
 */
final class AsciiWords {
    static final long HIGH_BITS = 0x8080808080808080L;
    private static final long EACH = 0x0101010101010101L;
    private static final long SPACES = EACH * ' ';

    private AsciiWords() {}

    /**
     * Sets the bit that tells lower-case letters from capitals. Digits have it, too, so it changes no character of a
     * word but capitals. Control characters may become digits, so digits must be found in the original.
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

    /** Removes the byte right after the bytes of the mask {@code below}, moves later bytes down and appends a zero. */
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
