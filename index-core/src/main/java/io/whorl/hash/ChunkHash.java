package io.whorl.hash;

import io.whorl.scheme.Hashing;

/**
 * Hashes the bytes of a chunk to its minutia: a long whose low W bits are the hash and whose other bits are 0. The
 * scheme decides W; the default is 40. A state absorbs the bytes one after another, so that overlapping chunks can be
 * hashed in one pass. Immutable and thread-safe.
 */
public abstract class ChunkHash {
    final int bits;
    private final WidthBijection order;

    ChunkHash(int bits) {
        this.bits = bits;
        order = WidthBijection.ordering(bits);
    }

    /** Creates the hash function of a scheme. */
    public static ChunkHash of(Hashing hashing) {
        return switch (hashing.algorithm()) {
            case RZ -> new RzHash(hashing.bits(), hashing.seed());
            case RABIN -> new RabinHash(hashing.bits(), hashing.seed());
        };
    }

    /** The initial state. */
    public abstract long start();

    /** The state after absorbing these bytes. */
    public abstract long absorb(long state, byte[] bytes, int from, int to);

    /** Advances the states {@code states[first .. last - 1]} by these bytes. Faster than one state at a time. */
    public abstract void absorbAll(long[] states, int first, int last, byte[] bytes, int from, int to);

    /**
     * A hash of overlapping chunks of n units, in one pass over a document.
     *
     * @throws IllegalArgumentException if n is below 1
     */
    public final SlidingHash sliding(int n) {
        if (n < 1) {
            throw new IllegalArgumentException("n is " + n + "; it must be 1 or more");
        }
        return slidingOver(n);
    }

    /** Overridden by algorithms with a faster way. */
    SlidingHash slidingOver(int n) {
        return OpenChunks.sliding(this, n);
    }

    /** The minutia for the state at the end of a chunk: W bits, in the low bits of the long. */
    public abstract long finish(long state);

    /**
     * A second bijection on W bits. mod, min-s and winnowing order minutiae by it (docs/DEFINITIONS.md, Minutiae 3).
     */
    public final long order(long minutia) {
        return order.apply(minutia);
    }

    /** Applies {@link #order} to the first elements of an array. Faster than one at a time. */
    public final void orderAll(long[] minutiae, int count, long[] orders) {
        order.applyAll(minutiae, count, orders);
    }

    /** W: the width of a minutia in bits. */
    public final int bits() {
        return bits;
    }
}
