package io.whorl.pairs;

/**
 * Pairs as three longs each in an array: the score, the two documents, and the rest (the number of shared minutiae and
 * a flag). Sorting by the first two puts the best score first, and ties in the order of the documents.
 */
final class PairRecords {
    static final int LONGS = 3;
    /** The flag of a record that represents a whole family. */
    static final long FAMILY = 1L << 62;
    /** Ranges of so many records are sorted by insertion. */
    private static final int SHORT = 8;

    private PairRecords() {}

    /**
     * The key of a score; ascending keys are descending scores.
     *
     * @param score 0 or more
     */
    static long key(double score) {
        return ~Double.doubleToLongBits(score);
    }

    static double score(long key) {
        return Double.longBitsToDouble(~key);
    }

    static long documents(int a, int b) {
        return (long) a << Integer.SIZE | b;
    }

    /** True if the record at index i of one array comes before the record at index j of another. */
    static boolean before(long[] x, int i, long[] y, int j) {
        return x[i] != y[j] ? x[i] < y[j] : x[i + 1] < y[j + 1];
    }

    /**
     * Sorts the first n records by merging, so that every input takes n log n steps.
     *
     * @param spare an array of the same length, which is overwritten
     * @return the one of the two arrays that holds the sorted records
     */
    static long[] sort(long[] records, long[] spare, int n) {
        for (int low = 0; low < n; low += SHORT) {
            insertionSort(records, low, Math.min(low + SHORT, n));
        }
        long[] from = records;
        long[] to = spare;
        // Longs, because sums of widths may exceed an int.
        for (long width = SHORT; width < n; width *= 2) {
            for (long low = 0; low < n; low += 2 * width) {
                merge(from, to, (int) low, (int) Math.min(low + width, n), (int) Math.min(low + 2 * width, n));
            }
            long[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void insertionSort(long[] records, int low, int high) {
        for (int i = low + 1; i < high; i++) {
            int at = i * LONGS;
            long key = records[at];
            long documents = records[at + 1];
            long rest = records[at + 2];
            for (; at > low * LONGS; at -= LONGS) {
                long other = records[at - LONGS];
                if (other < key || other == key && records[at - LONGS + 1] < documents) {
                    break;
                }
                System.arraycopy(records, at - LONGS, records, at, LONGS);
            }
            records[at] = key;
            records[at + 1] = documents;
            records[at + 2] = rest;
        }
    }

    private static void merge(long[] from, long[] to, int low, int middle, int high) {
        int a = low * LONGS;
        int b = middle * LONGS;
        int endA = b;
        int endB = high * LONGS;
        if (middle == high || before(from, b - LONGS, from, b)) {
            System.arraycopy(from, a, to, a, endB - a);
            return;
        }
        for (int at = a; at < endB; at += LONGS) {
            boolean first = b == endB || a < endA && before(from, a, from, b);
            int source = first ? a : b;
            to[at] = from[source];
            to[at + 1] = from[source + 1];
            to[at + 2] = from[source + 2];
            a += first ? LONGS : 0;
            b += first ? 0 : LONGS;
        }
    }
}
