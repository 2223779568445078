package io.whorl.store;

/**
 * Adds up, for each document of a new segment, the logarithms of the frequencies of its minutiae within the segment.
 * The thread that groups postings has the documents of each distinct list at hand, so this costs an addition for each
 * of them. One thread at a time.
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
     * Adds minutiae that have the same documents.
     *
     * @param holders their documents, each once, in the elements {@code from} to {@code to}
     * @param minutiae how many minutiae
     */
    public void add(int[] holders, int from, int to, int minutiae) {
        if (to - from < 2) {
            // ln 1 is 0.
            return;
        }
        long log = Math.min(most, LogFrequency.of(to - from)) * minutiae;
        for (int i = from; i < to; i++) {
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
