package io.whorl.log;

import io.whorl.store.DocumentTable;

/** Validates a document before it is logged. It refuses everything that the reader of a log refuses. */
final class DocumentCheck {
    private DocumentCheck() {}

    static void check(byte[] id, long words, long[] minutiae, int[] frequencies, int n, int bits, boolean kept) {
        checkId(id);
        if (words < 0) {
            throw new IllegalArgumentException("words is " + words + "; it must not be negative");
        }
        if (n < 0 || n > minutiae.length) {
            throw new IllegalArgumentException(
                    "n is " + n + "; it must be from 0 to " + minutiae.length + ", the length of minutiae");
        }
        if (kept ? frequencies.length < n : frequencies.length > 0) {
            throw new IllegalArgumentException("frequencies has " + frequencies.length + " elements; it must have "
                    + (kept ? "at least n, " + n : "none, because the scheme keeps no frequencies"));
        }
        checkMinutiae(minutiae, n, bits);
        for (int i = 0; kept && i < n; i++) {
            if (frequencies[i] < 1) {
                throw new IllegalArgumentException(
                        "frequencies[" + i + "] is " + frequencies[i] + "; it must be at least 1");
            }
        }
    }

    private static void checkMinutiae(long[] minutiae, int n, int bits) {
        for (int i = 1; i < n; i++) {
            if (Long.compareUnsigned(minutiae[i - 1], minutiae[i]) >= 0) {
                throw new IllegalArgumentException("minutiae[" + i + "] is " + Long.toHexString(minutiae[i]) + " after "
                        + Long.toHexString(minutiae[i - 1])
                        + "; minutiae must be distinct and in unsigned ascending order");
            }
        }
        if (n > 0 && Long.compareUnsigned(minutiae[n - 1], -1L >>> 64 - bits) > 0) {
            throw new IllegalArgumentException("minutiae[" + (n - 1) + "] is " + Long.toHexString(minutiae[n - 1])
                    + "; a minutia has at most " + bits + " bits");
        }
    }

    static void checkId(byte[] id) {
        if (id.length < 1 || id.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException(
                    "id has " + id.length + " bytes of UTF-8; it must have from 1 to " + DocumentTable.LONGEST_ID);
        }
    }
}
