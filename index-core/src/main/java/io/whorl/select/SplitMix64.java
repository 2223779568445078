package io.whorl.select;

/**
 * Steele, Lea and Flood's SplitMix64 (OOPSLA 2014). Our own, because what it draws is stored in indexes, and the JDK
 * does not promise that its generators will draw the same for ever.
 */
final class SplitMix64 {
    private long state;

    SplitMix64(long seed) {
        state = seed;
    }

    long next() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /**
     * A number from 0 to {@code bound - 1}, each equally likely: the top 63 bits modulo bound, a last partial run
     * refused.
     */
    int next(int bound) {
        while (true) {
            long bits = next() >>> 1;
            long value = bits % bound;
            // Overflows exactly when bits falls in the run of 2^63 mod bound numbers at the top, which would favour the
            // small.
            if (bits - value + (bound - 1) >= 0) {
                return (int) value;
            }
        }
    }
}
