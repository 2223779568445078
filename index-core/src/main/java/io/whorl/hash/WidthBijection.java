package io.whorl.hash;

/**
 * A pseudo-random permutation of the W-bit numbers: twice, fold the upper half onto the lower half and multiply by an
 * odd number; then fold once more. Each step is invertible on W bits, so the whole is a bijection.
 */
final class WidthBijection {
    /** The last step of Rabin: the odd constants of MurmurHash3's 64-bit finaliser. Stored minutiae depend on them. */
    private static final long[] FINISH = {0xFF51AFD7ED558CCDL, 0xC4CEB9FE1A85EC53L};
    /** The order of minutiae: odd constants of the mixers rrmxmx and degski64. Stored minutiae depend on them. */
    private static final long[] ORDER = {0x9FB21C651E98DF25L, 0xD6E8FEB86659FD93L};

    private final long mask;
    private final int half;
    private final long first;
    private final long second;

    private WidthBijection(int bits, long[] odd) {
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

    /** Maps the first elements of an array, in a loop that the JIT compiler vectorises. */
    void applyAll(long[] from, int count, long[] to) {
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
    long apply(long x) {
        x = ((x ^ (x >>> half)) * first) & mask;
        x = ((x ^ (x >>> half)) * second) & mask;
        return x ^ (x >>> half);
    }
}
