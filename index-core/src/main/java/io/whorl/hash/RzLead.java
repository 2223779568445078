package io.whorl.hash;

/**
 * For each number of bytes up to seven, a state and as many bytes that lead from it to the seed. A chunk's bytes with
 * such a lead before them make whole longs, and still hash to the chunk's minutia: nothing is left over to be hashed
 * byte by byte. Immutable.
 */
final class RzLead {
    private final long[] states = new long[Long.BYTES];
    private final long[] bytes = new long[Long.BYTES];

    RzLead(long seed) {
        states[0] = seed;
        if (!extend(1)) {
            throw new IllegalArgumentException("seed is " + seed + ", to which no " + Long.BYTES
                    + " - 1 bytes lead from any state; choose another");
        }
    }

    /** The states before the leads, by length; the seed itself at 0. */
    long[] states() {
        return states;
    }

    /** The leads' bytes, by length, the first lowest. */
    long[] bytes() {
        return bytes;
    }

    /**
     * Finds the leads from this length on. About one state in expectation leads to a given one by a given byte, so
     * there are some 256 to choose from at each length; going back to choose again is for completeness.
     */
    private boolean extend(int length) {
        if (length == Long.BYTES) {
            return true;
        }
        long next = states[length - 1];
        for (int c = 0; c <= 0xFF; c++) {
            for (int low = 0; low <= 3; low++) {
                long state = before(next, c, low);
                if (RzHash.step(state, c) == next) {
                    states[length] = state;
                    bytes[length] = bytes[length - 1] << Byte.SIZE | c;
                    if (extend(length + 1)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /**
     * The only state with these two low bits that byte {@code c} may lead from to {@code next}: bit i of what comes of
     * a state depends on its bits up to i + 2, and on that one alone by a plain xor. Bits 62 and 63 are left to chance.
     */
    private static long before(long next, int c, int low) {
        long state = low;
        for (int i = 0; i + 2 < Long.SIZE; i++) {
            long wrong = (RzHash.step(state, c) ^ next) >>> i & 1;
            state |= wrong << i + 2;
        }
        return state;
    }
}
