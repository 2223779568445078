package io.whorl.hash;

/**
 * Rabin's fingerprint (BGMZ 3; docs/DEFINITIONS.md, Minutiae 2). The bytes, after a leading one bit, form a polynomial
 * over GF(2), which is reduced modulo an irreducible polynomial of degree W. A bijection follows: xor with a secret
 * number, then {@link WidthBijection}.
 *
 * <p>The polynomial is the first irreducible one of the form x^W + c, where c takes the low W bits of the numbers of
 * {@link SplitMix64}(seed), each with its constant term set. The secret number is the low W bits of the next number. It
 * is needed because chunks shorter than W bits are their own remainders; without it their minutiae would not depend on
 * the seed, and a deployment could not keep them secret (COPS 3.3). A state is the remainder in the top bits of the
 * long, so that a step needs no mask and W = 64 is no special case.
 */
final class RabinHash extends ChunkHash {
    private final int bits;
    private final long low;
    private final long secret;
    private final long[] overflow;
    private final WidthBijection finish;
    private final WidthBijection order;

    RabinHash(int bits, long seed) {
        this.bits = bits;
        SplitMix64 stream = new SplitMix64(seed);
        this.low = choose(bits, stream);
        this.secret = stream.next() & (-1L >>> (64 - bits));
        this.overflow = overflow(bits, low);
        this.finish = WidthBijection.finishing(bits);
        this.order = WidthBijection.ordering(bits);
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

    /** The polynomial, without its leading term. */
    long polynomial() {
        return low;
    }

    /** The number that remainders are xored with. */
    long secret() {
        return secret;
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
        int s = first;
        // Each step depends on the one before it. Four independent states keep the processor busy.
        for (; s + 4 <= last; s += 4) {
            long h0 = states[s];
            long h1 = states[s + 1];
            long h2 = states[s + 2];
            long h3 = states[s + 3];
            for (int i = from; i < to; i++) {
                int c = bytes[i] & 0xFF;
                h0 = step(h0, c, table, shift);
                h1 = step(h1, c, table, shift);
                h2 = step(h2, c, table, shift);
                h3 = step(h3, c, table, shift);
            }
            states[s] = h0;
            states[s + 1] = h1;
            states[s + 2] = h2;
            states[s + 3] = h3;
        }
        for (; s < last; s++) {
            states[s] = absorb(states[s], bytes, from, to);
        }
    }

    @Override
    SlidingHash slidingOver(int n) {
        return n <= RabinSlidingHash.MOST ? new RabinSlidingHash(n, this, overflow) : super.slidingOver(n);
    }

    @Override
    public long finish(long state) {
        return finish.apply((state >>> (64 - bits)) ^ secret);
    }

    @Override
    public long order(long minutia) {
        return order.apply(minutia);
    }

    @Override
    public void orderAll(long[] minutiae, int count, long[] orders) {
        order.applyAll(minutiae, count, orders);
    }

    @Override
    public int bits() {
        return bits;
    }
}
