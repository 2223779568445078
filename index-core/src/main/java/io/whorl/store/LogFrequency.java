package io.whorl.store;

/**
 * ln f_t in fixed point. Sums of integers do not depend on the order of adding, and {@link StrictMath} gives the same
 * logarithm on every machine, so a segment's bytes depend on neither.
 */
public final class LogFrequency {
    /** Bits after the point of a summand. 2^30 minutiae of ln 2^31 add up to less than 2^59. */
    private static final int BITS = 24;
    /** Bits after the point of a stored mean: ln 2^31 is below 32, so a mean fits two bytes. */
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
     * The most that a minutia adds in a collection of so many documents: ln (N ÷ 2), so that ln N − ln f_t is at least
     * ln 2, which is the weight of a minutia that all documents hold.
     */
    public static long most(long documents) {
        return log(Math.max(1, documents / 2.0));
    }

    /**
     * The mean of a document's ln f_t in units of 2^−11, as {@link DocumentTable#meanLog} reads it; 0 where there are
     * no minutiae.
     *
     * @param sum of {@link #of} its minutiae
     */
    public static int mean(long sum, long minutiae) {
        long half = minutiae << BITS - MEAN_BITS - 1;
        return minutiae == 0 ? 0 : (int) ((sum + half) / (minutiae << BITS - MEAN_BITS));
    }

    /** A stored mean in nats. */
    public static double value(long mean) {
        return Math.scalb((double) mean, -MEAN_BITS);
    }
}
