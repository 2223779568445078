package io.whorl.scheme;

import io.whorl.internal.Ranges;

/**
 * How the bytes of a chunk become a minutia.
 *
 * @param algorithm the hash function
 * @param bits W, the width of a minutia, 32 to 64
 * @param seed the initial state of RZ, or the seed that selects Rabin's polynomial. A deployment can keep its own seed
 *     secret (COPS 3.3)
 */
public record Hashing(Algorithm algorithm, int bits, long seed) {
    /** The seed that a scheme uses unless another is set. Part of the scheme's version. */
    public static final long DEFAULT_SEED = 0x57484F524CL;

    /** Ramakrishna–Zobel (HZ eq. 1), or Rabin fingerprints (BGMZ 3). */
    public enum Algorithm {
        RZ,
        RABIN
    }

    public Hashing {
        Ranges.check("bits", bits, 32, 64);
    }
}
