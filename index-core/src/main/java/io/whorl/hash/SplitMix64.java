package io.whorl.hash;

/**
 * The generator SplitMix64 (Steele, Lea &amp; Flood, OOPSLA 2014). Stored minutiae depend on every bit of it: the
 * polynomial of Rabin hashes, the last step of RZ, and the selection strategy random. The JDK does not promise that its
 * generators never change, so this is our own. Not thread-safe.
 */
public final class SplitMix64 {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    public SplitMix64(long seed) {
        state = seed;
    }

    public long next() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /**
     * A number from 0 to {@code bound - 1}; each is equally likely. It is the top 63 bits modulo {@code bound}; values
     * in the incomplete last interval are rejected.
     */
    public int next(int bound) {
        while (true) {
            long bits = next() >>> 1;
            long value = bits % bound;
            // Overflows exactly if bits is in the incomplete interval at the top, which would favour small values.
            if (bits - value + (bound - 1) >= 0) {
                return (int) value;
            }
        }
    }

    /** The mixing function of the generator, Stafford's variant 13: a bijection on 64 bits. */
    public static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
