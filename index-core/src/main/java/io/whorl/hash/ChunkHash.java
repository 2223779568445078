package io.whorl.hash;

import io.whorl.scheme.Hashing;

/**
 * A chunk's bytes to its minutia, as a state that takes bytes in turn, so that overlapping chunks can be hashed in one
 * pass. Immutable and thread-safe.
 */
public abstract class ChunkHash {
    public static ChunkHash of(Hashing hashing) {
        return ChunkHashes.of(hashing);
    }

    /** The state before any byte. */
    public abstract long start();

    /** The state after these bytes. */
    public abstract long absorb(long state, byte[] bytes, int from, int to);

    /** Every state in {@code states[first .. last - 1]} after these bytes; faster than one by one. */
    public abstract void absorbAll(long[] states, int first, int last, byte[] bytes, int from, int to);

    /**
     * Hashes the overlapping chunks of n units of one document after another, in one pass.
     *
     * @throws IllegalArgumentException if n is below 1
     */
    public final SlidingHash sliding(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n is " + n + "; it must be 1 or more");
        }
        return slidingOver(n);
    }

    /** Where an algorithm has a faster way. */
    SlidingHash slidingOver(int n) {
        return new AnySlidingHash(this, n);
    }

    /** The minutia of a chunk that left this state: W bits, in the low bits of the long. */
    public abstract long finish(long state);

    /** A second bijection on W bits, by which mod, min-s and winnowing order minutiae (DEFINITIONS, Minutiae 3). */
    public abstract long order(long minutia);

    /** W. */
    public abstract int bits();
}
