package io.whorl.hash;

import io.whorl.scheme.Hashing;
import java.util.Optional;

/**
 * Hashes the bytes of a chunk to its minutia: a long whose low W bits are the hash and whose other bits are 0. The
 * scheme decides W; the default is 40. A state absorbs the bytes one after another, so that overlapping chunks can be
 * hashed in one pass. Immutable and thread-safe.
 */
public abstract class ChunkHash {
    final int bits;

    ChunkHash(int bits) {
        this.bits = bits;
    }

    public static ChunkHash of(Hashing hashing) {
        return switch (hashing.algorithm()) {
            case RZ -> new RzHash(hashing.bits(), hashing.seed());
            case RABIN -> new RabinHash(hashing.bits(), hashing.seed());
        };
    }

    public abstract long start();

    public abstract long absorb(long state, byte[] bytes, int from, int to);

    /** Advances the states {@code states[first .. last - 1]} by these bytes. Faster than one state at a time. */
    public abstract void absorbAll(long[] states, int first, int last, byte[] bytes, int from, int to);

    /**
     * A hash of overlapping chunks of n units, in one pass over a document; empty if this function has none for chunks
     * of so many units.
     */
    public Optional<SlidingHash> sliding(int n) {
        return Optional.empty();
    }

    /** The minutia for the state at the end of a chunk: W bits, in the low bits of the long. */
    public abstract long finish(long state);

    /** W: the width of a minutia in bits. */
    public final int bits() {
        return bits;
    }

    /**
     * Hashes all chunks of n consecutive units of a document; each chunk begins one unit after the one before it. Works
     * on a block of units at a time, so that no virtual call is made per unit. One thread at a time; reusable.
     */
    public interface SlidingHash {
        /** Begins a document. */
        void start();

        /**
         * Processes the next units of the document. Unit {@code k} is {@code bytes[end[k - 1] + 1] .. bytes[end[k] -
         * 1]} (from 0 for the first) and {@code bytes[end[k]]} is a space.
         *
         * @param out receives the minutiae of the chunks that these units complete; has room for {@code count}
         * @return the number of completed chunks: {@code count}, or fewer at the start of the document
         */
        int slide(byte[] bytes, int[] end, int count, long[] out);
    }
}
