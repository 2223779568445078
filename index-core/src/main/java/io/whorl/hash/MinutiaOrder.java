package io.whorl.hash;

import java.util.function.LongUnaryOperator;

/**
 * A pseudo-random permutation of the W-bit numbers: twice, fold the upper half onto the lower half and multiply by an
 * odd number; then fold once more. Each step is invertible on W bits, so the whole is a bijection.
 */
public final class MinutiaOrder implements LongUnaryOperator {
    /** The last step of Rabin: the odd constants of MurmurHash3's 64-bit finaliser. Stored minutiae depend on them. */
    private static final long[] FINISH = {0xFF51AFD7ED558CCDL, 0xC4CEB9FE1A85EC53L};
    /** The order of minutiae: odd constants of the mixers rrmxmx and degski64. Stored minutiae depend on them. */
    private static final long[] ORDER = {0x9FB21C651E98DF25L, 0xD6E8FEB86659FD93L};

    private final int bits;
    private final long mask;
    private final int half;
    private final long first;
    private final long second;

    private MinutiaOrder(int bits, long[] odd) {
        this.bits = bits;
        mask = -1L >>> (64 - bits);
        half = (bits + 1) / 2;
        first = odd[0];
        second = odd[1];
    }

    /** The bijection by which mod, min-s and winnowing order minutiae of W bits (docs/DEFINITIONS.md, Minutiae 3). */
    public static MinutiaOrder ofWidth(int bits) {
        return new MinutiaOrder(bits, ORDER);
    }

    static MinutiaOrder finishing(int bits) {
        return new MinutiaOrder(bits, FINISH);
    }

    /** W: the width of minutiae and orders in bits. */
    public int bits() {
        return bits;
    }

    /** Maps the first {@code count} numbers of an array, in a loop that the JIT compiler vectorises. */
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
