package io.whorl.hash;

import io.whorl.hash.ChunkHash.SlidingHash;
import java.util.Optional;

/**
 * Rabin's fingerprint (BGMZ 3; docs/DEFINITIONS.md, Minutiae 2). The bytes, after a leading one bit, form a polynomial
 * over GF(2), which is reduced modulo an irreducible polynomial of degree W. A bijection follows: xor with a secret
 * number, then {@link MinutiaOrder#finishing}.
 *
 * <p>The polynomial is the first irreducible one of the form x^W + c, where c takes the low W bits of the numbers of
 * {@link SplitMix64}(seed), each with its constant term set. The secret number is the low W bits of the next number. It
 * is needed because chunks shorter than W bits are their own remainders; without it their minutiae would not depend on
 * the seed, and a deployment could not keep them secret (COPS 3.3). A state is the remainder in the top bits of the
 * long, so that a step needs no mask and W = 64 is no special case.
 */
final class RabinHash extends ChunkHash {
    /** The polynomial, without its leading term. */
    final long low;
    /** The number that remainders are xored with. */
    final long secret;

    private final long[] overflow;
    private final MinutiaOrder finish;

    RabinHash(int bits, long seed) {
        super(bits);
        SplitMix64 stream = new SplitMix64(seed);
        this.low = choose(bits, stream);
        this.secret = stream.next() & (-1L >>> (64 - bits));
        this.overflow = overflow(bits, low);
        this.finish = MinutiaOrder.finishing(bits);
    }

    private static long choose(int bits, SplitMix64 stream) {
        while (true) {
            long candidate = (stream.next() & (-1L >>> (64 - bits))) | 1;
            if (new Gf2(bits, candidate).irreducible()) {
                return candidate;
            }
        }
    }

    /** The remainder of the eight bits i that a step shifts out: i·x^W mod P, in the top bits of the long. */
    private static long[] overflow(int bits, long low) {
        Gf2 field = new Gf2(bits, low);
        long[] table = new long[256];
        for (int i = 0; i < 256; i++) {
            table[i] = field.multiply(i, low) << (64 - bits);
        }
        return table;
    }

    /** r·x^8 + c mod P; {@code shift} is 64 − W. */
    static long step(long state, int c, long[] overflow, int shift) {
        return (state << 8) ^ ((long) c << shift) ^ overflow[(int) (state >>> 56)];
    }

    @Override
    public long start() {
        return 1L << (64 - bits);
    }

    @Override
    public long absorb(long state, byte[] bytes, int from, int to) {
        int shift = 64 - bits;
        long[] table = overflow;
        for (int i = from; i < to; i++) {
            state = step(state, bytes[i] & 0xFF, table, shift);
        }
        return state;
    }

    @Override
    public void absorbAll(long[] states, int first, int last, byte[] bytes, int from, int to) {
        int shift = 64 - bits;
        long[] table = overflow;
        // Each step depends on the one before it. The states in turn keep the processor busy.
        for (int i = from; i < to; i++) {
            int c = bytes[i] & 0xFF;
            for (int s = first; s < last; s++) {
                states[s] = step(states[s], c, table, shift);
            }
        }
    }

    @Override
    public Optional<SlidingHash> sliding(int n) {
        return n <= RabinSlidingHash.MOST ? Optional.of(new RabinSlidingHash(n, this, overflow)) : Optional.empty();
    }

    @Override
    public long finish(long state) {
        return finish.applyAsLong((state >>> (64 - bits)) ^ secret);
    }

    /**
     * The sliding hash of {@link RabinHash} for up to four units. The states of the overlapping chunks are in local
     * variables. Each byte of each chunk needs a table look-up, so more chunks at a time would not be faster.
     */
    private static final class RabinSlidingHash implements SlidingHash {
        /** The maximum number of units in a chunk. */
        static final int MOST = 4;

        private final int n;
        private final RabinHash hash;
        private final long[] overflow;
        /** The states of the four youngest chunks, oldest first. If n is less than four, the first 4 − n are unused. */
        private final long[] open = new long[MOST];

        private int missing;

        RabinSlidingHash(int n, RabinHash hash, long[] overflow) {
            this.n = n;
            this.hash = hash;
            this.overflow = overflow;
        }

        @Override
        public void start() {
            open[MOST - 1] = hash.start();
            missing = n - 1;
        }

        @Override
        public int slide(byte[] bytes, int[] end, int count, long[] out) {
            int oldest = MOST - n;
            int done = 0;
            int shift = 64 - hash.bits();
            long[] table = overflow;
            long h0 = open[0];
            long h1 = open[1];
            long h2 = open[2];
            long h3 = open[3];
            int at = 0;
            for (int k = 0; k < count; k++) {
                for (int stop = end[k]; at < stop; at++) {
                    int c = bytes[at] & 0xFF;
                    h0 = RabinHash.step(h0, c, table, shift);
                    h1 = RabinHash.step(h1, c, table, shift);
                    h2 = RabinHash.step(h2, c, table, shift);
                    h3 = RabinHash.step(h3, c, table, shift);
                }
                at++;
                // The first n - 1 units of a document complete no chunk.
                if (missing > 0) {
                    missing--;
                } else {
                    out[done++] = hash.finish(oldest == 0 ? h0 : oldest == 1 ? h1 : oldest == 2 ? h2 : h3);
                }
                h0 = RabinHash.step(h1, ' ', table, shift);
                h1 = RabinHash.step(h2, ' ', table, shift);
                h2 = RabinHash.step(h3, ' ', table, shift);
                h3 = hash.start();
            }
            open[0] = h0;
            open[1] = h1;
            open[2] = h2;
            open[3] = h3;
            return done;
        }
    }

    /**
     * Arithmetic of polynomials over GF(2) modulo P = x^W + low. Bit i of a long is the coefficient of x^i. The leading
     * term of P is implicit, so that W = 64 fits.
     */
    static final class Gf2 {
        private final int degree;
        private final long low;
        private final long mask;

        /** @param low P without its leading term */
        Gf2(int degree, long low) {
            this.degree = degree;
            this.low = low;
            this.mask = -1L >>> (64 - degree);
        }

        /** a·x mod P. */
        long timesX(long a) {
            long carry = -(a >>> (degree - 1));
            return ((a << 1) & mask) ^ (low & carry);
        }

        /** a·b mod P. */
        long multiply(long a, long b) {
            long product = 0;
            for (int i = degree - 1; i >= 0; i--) {
                product = timesX(product) ^ (a & -((b >>> i) & 1));
            }
            return product;
        }

        /**
         * P of degree W is irreducible when x^(2^W) = x mod P, and x^(2^d) − x has no factor in common with P for any
         * divisor d of W below W (Rabin 1980). By the first condition, no factor of P occurs twice, and the degree of
         * each one divides W. So modulo each one, a^(2^W − 1) is 1, unless it is a factor of a.
         */
        boolean irreducible() {
            long x = 2;
            if (power(x, degree) != x) {
                return false;
            }
            for (int d = 1; d < degree; d++) {
                if (degree % d == 0) {
                    // The exponent 2^W − 1 is the sum of all 2^i.
                    long product = 1;
                    long a = power(x, d) ^ x;
                    for (int i = 0; i < degree; i++) {
                        product = multiply(product, a);
                        a = multiply(a, a);
                    }
                    if (product != 1) {
                        return false;
                    }
                }
            }
            return true;
        }

        /** a^(2^times) mod P. */
        private long power(long a, int times) {
            long power = a;
            for (int i = 0; i < times; i++) {
                power = multiply(power, power);
            }
            return power;
        }
    }
}
