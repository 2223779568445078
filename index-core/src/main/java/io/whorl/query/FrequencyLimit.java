package io.whorl.query;

import java.util.List;

/** Which of a query's minutiae are held by more live documents of all parts than the query's limit. */
final class FrequencyLimit {
    private FrequencyLimit() {}

    /**
     * How many live documents of all parts hold each minutia (f_t): exact where it is more than {@code limit}, never
     * less than it is elsewhere.
     */
    static long[] holders(int minutiae, List<PartSearch> parts, long limit) {
        long[] holders = new long[minutiae];
        for (PartSearch part : parts) {
            part.reading(() -> {
                part.addFrequencies(holders);
                return null;
            });
        }
        for (PartSearch part : parts) {
            part.reading(() -> {
                part.takeDeadOff(holders, limit);
                return null;
            });
        }
        return holders;
    }

    static boolean[] exceeded(long[] holders, long limit) {
        boolean[] exceeded = new boolean[holders.length];
        for (int i = 0; i < exceeded.length; i++) {
            exceeded[i] = holders[i] > limit;
        }
        return exceeded;
    }
}
