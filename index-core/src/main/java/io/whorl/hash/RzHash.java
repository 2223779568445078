package io.whorl.hash;

/**
 * The hash of Ramakrishna and Zobel (HZ eq. 1; docs/DEFINITIONS.md, Minutiae 1), followed by Stafford's variant 13. The
 * top W bits are the minutia.
 */
final class RzHash extends ChunkHash {
    private final long seed;
    private final int bits;
    private final WidthBijection order;

    RzHash(int bits, long seed) {
        this.seed = seed;
        this.bits = bits;
        this.order = WidthBijection.ordering(bits);
    }

    /** HZ eq. 1, with the intended precedence of operators. */
    static long step(long h, int c) {
        return h ^ (c + (h << 6) + (h >>> 2));
    }

    @Override
    public long start() {
        return seed;
    }

    @Override
    public long absorb(long state, byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            state = step(state, bytes[i] & 0xFF);
        }
        return state;
    }

    @Override
    public void absorbAll(long[] states, int first, int last, byte[] bytes, int from, int to) {
        int s = first;
        // Each step depends on the one before it. Four independent states keep the processor busy.
        for (; s + 4 <= last; s += 4) {
            long h0 = states[s];
            long h1 = states[s + 1];
            long h2 = states[s + 2];
            long h3 = states[s + 3];
            for (int i = from; i < to; i++) {
                int c = bytes[i] & 0xFF;
                h0 = step(h0, c);
                h1 = step(h1, c);
                h2 = step(h2, c);
                h3 = step(h3, c);
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
        return new RzSlidingHash(n, this, seed);
    }

    @Override
    public long finish(long state) {
        return SplitMix64.mix(state) >>> (64 - bits);
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
