package io.whorl.hash;

/** {@link RzHash}, four states abreast. */
final class RzSlidingHash extends FourStates {
    private final int bits;
    private final long seed;

    RzSlidingHash(int n, int bits, long seed) {
        super(n);
        this.bits = bits;
        this.seed = seed;
    }

    @Override
    long begin() {
        return seed;
    }

    @Override
    void advance(byte[] bytes, int[] end, int count, int oldest, long[] out) {
        long h0 = open[0];
        long h1 = open[1];
        long h2 = open[2];
        long h3 = open[3];
        int at = 0;
        for (int k = 0; k < count; k++) {
            for (int stop = end[k]; at < stop; at++) {
                int c = bytes[at] & 0xFF;
                h0 = RzHash.step(h0, c);
                h1 = RzHash.step(h1, c);
                h2 = RzHash.step(h2, c);
                h3 = RzHash.step(h3, c);
            }
            at++;
            out[k] = oldest == 0 ? h0 : oldest == 1 ? h1 : oldest == 2 ? h2 : h3;
            h0 = RzHash.step(h1, ' ');
            h1 = RzHash.step(h2, ' ');
            h2 = RzHash.step(h3, ' ');
            h3 = seed;
        }
        open[0] = h0;
        open[1] = h1;
        open[2] = h2;
        open[3] = h3;
    }

    @Override
    void finishAll(long[] states, int count) {
        for (int i = 0; i < count; i++) {
            states[i] = RzHash.finish(states[i], bits);
        }
    }
}
