package io.whorl.hash;

/**
 * For each length up to seven, a state and so many bytes that lead from it to the seed. A chunk with such a lead before
 * it has a length that is a multiple of eight and still hashes to the same minutia, so that no bytes remain to be
 * hashed one by one. Immutable.
 */
final class RzLead {
    private final long[] states = new long[Long.BYTES];
    private final long[] bytes = new long[Long.BYTES];

    RzLead(long seed) {
        states[0] = seed;
        if (!extend(1)) {
            throw new IllegalArgumentException("seed is " + seed + ", which no " + (Long.BYTES - 1)
                    + " bytes lead to from any state; choose another seed");
        }
    }

    /** The state before the lead of each length; the seed at length 0. */
    long[] states() {
        return states;
    }

    /** The bytes of the lead of each length; the first byte is the lowest. */
    long[] bytes() {
        return bytes;
    }

    /**
     * Finds the leads of this length and all greater ones. On average, one state leads to a given state by a given
     * byte, so there are about 256 candidates at each length. Backtracking makes the search complete.
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
     * The only state with these two low bits from which byte {@code c} can lead to {@code next}. Bit i of the result
     * depends on the bits of the state up to i + 2, and on bit i + 2 only by xor. Bits 62 and 63 of the result are not
     * ensured.
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
