package io.whorl.live;

import java.util.SplittableRandom;

/**
 * A random bijection from minutiae to keys, different for each map. The hash functions of the map and of chunks can be
 * known. Without the cipher, an attacker could write texts whose minutiae all fall into one segment of the map and fill
 * it before the others.
 */
final class KeyCipher {
    private final long mask;
    private final long factor;
    private final long inverse;

    KeyCipher(SplittableRandom random) {
        mask = random.nextLong();
        factor = random.nextLong() | 1;
        long x = factor;
        // Newton's method modulo powers of two. An odd number is its own inverse modulo 8, and each step doubles the
        // number of correct bits.
        for (int bits = 3; bits < Long.SIZE; bits *= 2) {
            x *= 2 - factor * x;
        }
        inverse = x;
    }

    long key(long minutia) {
        return (minutia ^ mask) * factor;
    }

    long minutia(long key) {
        return key * inverse ^ mask;
    }
}
