package io.whorl.store;

/**
 * Adds up, for each document of a new segment, the logarithms of the frequencies of its minutiae within the segment.
 * The thread that groups postings has the documents of each minutia at hand, so this costs an addition per posting. One
 * thread at a time.
 */
public final class LogSums {
    private final long most;
    private final long[] sums;

    /**
     * @param documents documents of the segment
     * @param others documents of the index that are not in the segment
     */
    public LogSums(int documents, long others) {
        most = LogFrequency.most(documents + others);
        sums = new long[documents];
    }

    /**
     * Adds a minutia.
     *
     * @param holders its documents, each once, in the first {@code n} elements
     */
    public void add(int[] holders, int n) {
        if (n < 2) {
            // ln 1 is 0.
            return;
        }
        long log = Math.min(most, LogFrequency.of(n));
        for (int i = 0; i < n; i++) {
            sums[holders[i]] += log;
        }
    }

    /** Adds the sums of other minutiae of the same documents. */
    public void addAll(LogSums other) {
        for (int d = 0; d < sums.length; d++) {
            sums[d] += other.sums[d];
        }
    }

    long get(int document) {
        return sums[document];
    }
}
