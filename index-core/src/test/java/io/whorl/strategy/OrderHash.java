package io.whorl.strategy;

import java.util.function.LongUnaryOperator;

/** A bijection of W-bit numbers, as an order of minutiae. */
record OrderHash(int bits) implements LongUnaryOperator {
    @Override
    public long applyAsLong(long minutia) {
        long mask = -1L >>> (64 - bits);
        long x = (minutia * 0x9E3779B97F4A7C15L) & mask;
        x ^= x >>> (bits / 2);
        return (x * 0xD6E8FEB86659FD93L) & mask;
    }
}
