package io.whorl.select;

import io.whorl.hash.ChunkHash;

/** A bijection of W bits to order by, and nothing else: selectors never hash. */
final class OrderHash extends ChunkHash {
    private final int bits;
    private final long mask;

    OrderHash(int bits) {
        this.bits = bits;
        this.mask = -1L >>> (64 - bits);
    }

    @Override
    public long order(long minutia) {
        long x = (minutia * 0x9E3779B97F4A7C15L) & mask;
        x ^= x >>> (bits / 2);
        return (x * 0xD6E8FEB86659FD93L) & mask;
    }

    @Override
    public int bits() {
        return bits;
    }

    @Override
    public long start() {
        throw new AssertionError("selectors never hash");
    }

    @Override
    public long absorb(long state, byte[] bytes, int from, int to) {
        throw new AssertionError("selectors never hash");
    }

    @Override
    public void absorbAll(long[] states, int first, int last, byte[] bytes, int from, int to) {
        throw new AssertionError("selectors never hash");
    }

    @Override
    public long finish(long state) {
        throw new AssertionError("selectors never hash");
    }
}
