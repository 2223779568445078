package io.whorl.hash;

/**
 * A stream of 64-bit numbers from a seed (Steele, Lea &amp; Flood 2014, with Stafford's variant 13 as its mixing
 * function). Pinned: the choice of polynomial and the last step of RZ depend on every bit of it.
 */
final class SplitMix64 {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    SplitMix64(long seed) {
        state = seed;
    }

    long next() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** Stafford's variant 13: a bijection on 64 bits. */
    static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
