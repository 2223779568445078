package io.whorl.scheme;

import io.whorl.internal.Ranges;

/**
 * How a chunk's bytes become a minutia.
 *
 * @param algorithm the function
 * @param bits W, the width of a minutia, 32 to 64
 * @param seed RZ's starting state, or what chooses Rabin's polynomial; a deployment may keep its own secret (COPS 3.3)
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
