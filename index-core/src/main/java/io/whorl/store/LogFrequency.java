package io.whorl.store;

/**
 * ln f_t in fixed point. Sums of integers do not depend on the order of addition, and {@link StrictMath} returns the
 * same logarithm on every machine. So the bytes of a segment depend on neither.
 */
public final class LogFrequency {
    /** Fraction bits of a summand. 2^30 minutiae of ln 2^31 add up to less than 2^59. */
    private static final int BITS = 24;
    /** Fraction bits of a stored mean. ln 2^31 is less than 32, so a mean fits into two bytes. */
    private static final int MEAN_BITS = 11;

    private static final int SMALL = 1 << 10;
    private static final long[] LOGS = new long[SMALL];

    static {
        for (int f = 1; f < SMALL; f++) {
            LOGS[f] = log(f);
        }
    }

    private LogFrequency() {}

    /** ln f in units of 2^−24. */
    public static long of(long frequency) {
        return frequency < SMALL ? LOGS[(int) frequency] : log(frequency);
    }

    private static long log(double frequency) {
        return Math.round(Math.scalb(StrictMath.log(frequency), BITS));
    }

    /**
     * The maximum that a minutia adds in a collection of so many documents: ln (N ÷ 2). So ln N − ln f_t, the weight of
     * a minutia, is at least ln 2.
     */
    public static long most(long documents) {
        return log(Math.max(1, documents / 2.0));
    }

    /**
     * The mean of ln f_t of a document in units of 2^−11, which {@link DocumentTable#meanLog} reads; 0 if there are no
     * minutiae.
     *
     * @param sum sum of {@link #of} over the minutiae
     */
    public static int mean(long sum, long minutiae) {
        long half = minutiae << (BITS - MEAN_BITS - 1);
        return minutiae == 0 ? 0 : (int) ((sum + half) / (minutiae << (BITS - MEAN_BITS)));
    }

    /** Converts a stored mean to nats. */
    public static double value(long mean) {
        return Math.scalb((double) mean, -MEAN_BITS);
    }
}
