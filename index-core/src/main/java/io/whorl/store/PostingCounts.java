package io.whorl.store;

import java.util.Arrays;

/**
 * What the postings of a window of documents amount to, as one thread of a check counts them: minutiae, logarithms of
 * frequencies, and hashes to compare with the stored fingerprints. One thread at a time.
 */
final class PostingCounts {
    private static final int DOCUMENT = Integer.BYTES + Long.BYTES;

    private final int[] minutiae;
    /** The sums of ln f_t. */
    private final long[] logs;
    /** The sums of the hashes of the postings; empty if no fingerprints are stored. */
    private final long[] hashes;

    private long from;

    /** @param window documents whose postings are counted at a time */
    PostingCounts(Segment segment, int window) {
        minutiae = new int[window];
        logs = new long[window];
        hashes = new long[segment.fingerprints().isStored() ? window : 0];
    }

    /** Bytes of heap for each document of the window. */
    static int documentBytes(Segment segment) {
        return DOCUMENT + (segment.fingerprints().isStored() ? Long.BYTES : 0);
    }

    /** Begins the window whose first document is {@code document}. */
    void begin(long document) {
        from = document;
        Arrays.fill(minutiae, 0);
        Arrays.fill(logs, 0);
        Arrays.fill(hashes, 0);
    }

    /** Counts a posting, if its document is in the window. */
    void add(long document, long log, long minutia, long frequency) {
        long at = document - from;
        if (at >= 0 && at < minutiae.length) {
            minutiae[(int) at]++;
            logs[(int) at] += log;
            if (hashes.length > 0) {
                hashes[(int) at] += hash(minutia, frequency);
            }
        }
    }

    /** Adds what another thread counted in the same window. */
    void addAll(PostingCounts other) {
        for (int i = 0; i < minutiae.length; i++) {
            minutiae[i] += other.minutiae[i];
            logs[i] += other.logs[i];
        }
        for (int i = 0; i < hashes.length; i++) {
            hashes[i] += other.hashes[i];
        }
    }

    int minutiae(int i) {
        return minutiae[i];
    }

    long logs(int i) {
        return logs[i];
    }

    /** Whether a stored fingerprint agrees with the postings. Compares sums, so that no list is searched. */
    boolean agrees(int i, StoredFingerprint stored) {
        long sum = 0;
        for (int m = 0; m < stored.minutiae().length; m++) {
            sum += hash(stored.minutiae()[m], stored.frequencies().length == 0 ? 1 : stored.frequencies()[m]);
        }
        return sum == hashes[i];
    }

    private static long hash(long minutia, long frequency) {
        long h = minutia * 0x9E3779B97F4A7C15L + frequency;
        h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
        return h ^ h >>> 32;
    }
}
