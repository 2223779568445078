package io.whorl.hash;

import io.whorl.scheme.Hashing;

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

    /** Creates the hash function of a scheme. */
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

    /**
     * A pseudo-random permutation of the W-bit numbers: twice, fold the upper half onto the lower half and multiply by
     * an odd number; then fold once more. Each step is invertible on W bits, so the whole is a bijection.
     */
    static final class WidthBijection implements MinutiaOrder {
        /**
         * The last step of Rabin: the odd constants of MurmurHash3's 64-bit finaliser. Stored minutiae depend on them.
         */
        private static final long[] FINISH = {0xFF51AFD7ED558CCDL, 0xC4CEB9FE1A85EC53L};
        /** The order of minutiae: odd constants of the mixers rrmxmx and degski64. Stored minutiae depend on them. */
        private static final long[] ORDER = {0x9FB21C651E98DF25L, 0xD6E8FEB86659FD93L};

        private final int bits;
        private final long mask;
        private final int half;
        private final long first;
        private final long second;

        private WidthBijection(int bits, long[] odd) {
            this.bits = bits;
            mask = -1L >>> (64 - bits);
            half = (bits + 1) / 2;
            first = odd[0];
            second = odd[1];
        }

        static WidthBijection finishing(int bits) {
            return new WidthBijection(bits, FINISH);
        }

        static WidthBijection ordering(int bits) {
            return new WidthBijection(bits, ORDER);
        }

        @Override
        public int bits() {
            return bits;
        }

        /** In a loop that the JIT compiler vectorises. */
        @Override
        public void applyAll(long[] from, int count, long[] to) {
            long keep = mask;
            int fold = half;
            long a = first;
            long b = second;
            for (int i = 0; i < count; i++) {
                long x = from[i];
                x = ((x ^ (x >>> fold)) * a) & keep;
                x = ((x ^ (x >>> fold)) * b) & keep;
                to[i] = x ^ (x >>> fold);
            }
        }

        /** Maps W bits to W bits, in the low bits of the long. */
        @Override
        public long applyAsLong(long x) {
            x = ((x ^ (x >>> half)) * first) & mask;
            x = ((x ^ (x >>> half)) * second) & mask;
            return x ^ (x >>> half);
        }
    }
}
