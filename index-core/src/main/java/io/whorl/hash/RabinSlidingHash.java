package io.whorl.hash;

/** {@link RabinHash}, four states abreast. */
final class RabinSlidingHash extends FourStates {
    private final RabinHash hash;
    private final long[] overflow;

    RabinSlidingHash(int n, RabinHash hash, long[] overflow) {
        super(n);
        this.hash = hash;
        this.overflow = overflow;
    }

    @Override
    long begin() {
        return hash.start();
    }

    @Override
    void advance(byte[] bytes, int[] end, int count, int oldest, long[] out) {
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
            out[k] = oldest == 0 ? h0 : oldest == 1 ? h1 : oldest == 2 ? h2 : h3;
            h0 = RabinHash.step(h1, ' ', table, shift);
            h1 = RabinHash.step(h2, ' ', table, shift);
            h2 = RabinHash.step(h3, ' ', table, shift);
            h3 = hash.start();
        }
        open[0] = h0;
        open[1] = h1;
        open[2] = h2;
        open[3] = h3;
    }

    @Override
    void finishAll(long[] states, int count) {
        for (int i = 0; i < count; i++) {
            states[i] = hash.finish(states[i]);
        }
    }
}
