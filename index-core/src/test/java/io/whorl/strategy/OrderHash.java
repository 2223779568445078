package io.whorl.strategy;

/** A bijection of W-bit numbers, as an order of minutiae. */
record OrderHash(int bits) implements MinutiaOrder {
    @Override
    public long applyAsLong(long minutia) {
        long mask = -1L >>> (64 - bits);
        long x = (minutia * 0x9E3779B97F4A7C15L) & mask;
        x ^= x >>> (bits / 2);
        return (x * 0xD6E8FEB86659FD93L) & mask;
    }

    @Override
    public void applyAll(long[] minutiae, int count, long[] orders) {
        for (int i = 0; i < count; i++) {
            orders[i] = applyAsLong(minutiae[i]);
        }
    }
}
