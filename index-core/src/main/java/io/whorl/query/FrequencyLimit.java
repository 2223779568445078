package io.whorl.query;

import java.util.List;

/** Which of a query's minutiae are held by more live documents of all parts than the query's limit. */
final class FrequencyLimit {
    private FrequencyLimit() {}

    /**
     * @param minutiae how many the query has
     * @param documents live documents of all parts
     */
    static boolean[] exceeded(int minutiae, List<PartSearch> parts, long limit, long documents) {
        boolean[] exceeded = new boolean[minutiae];
        if (documents <= limit) {
            return exceeded;
        }
        long[] frequencies = new long[minutiae];
        for (PartSearch part : parts) {
            part.reading(() -> {
                part.addFrequencies(frequencies);
                return null;
            });
        }
        for (PartSearch part : parts) {
            part.reading(() -> {
                part.takeDeadOff(frequencies, limit);
                return null;
            });
        }
        for (int i = 0; i < minutiae; i++) {
            exceeded[i] = frequencies[i] > limit;
        }
        return exceeded;
    }
}
