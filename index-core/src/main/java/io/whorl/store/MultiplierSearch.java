package io.whorl.store;

/**
 * Chooses the multiplier of a line: the first that maps each minutia to its own class, or, if there is none or the line
 * has too many minutiae, the one that keeps the most. Multipliers are tried in a fixed order. A try has no branches,
 * and one look-up in a small table for each minutia; most tries fail, at a place that a processor cannot predict.
 * Reusable; one thread at a time.
 */
final class MultiplierSearch {
    /** A limit above all classes: every minutia stays in the line. */
    static final int NO_LIMIT = LineHeader.CLASSES;

    /** Multipliers to try for a line that may be able to hold all its minutiae: all. */
    private static final int TRIES = LineHeader.MULTIPLIERS;
    /** Multipliers to try for a line with too many minutiae. */
    private static final int FULL_TRIES = 96;
    /** Lines with more minutiae are made by an adversary. */
    private static final int MOST_COUNTED = 64;

    private static final int CLASS_SHIFT = Long.SIZE - TableShape.CLASS_BITS;
    private static final int CLASSES = 1 << TableShape.CLASS_BITS;
    private static final long LOW_BITS = 0x5555555555555555L;

    /** The bit of each class. */
    private static final int[] BIT = new int[CLASSES];
    /** A one for each class, in counters of two bits. */
    private static final long[] ONE = new long[CLASSES];

    private static final long[] MULTIPLIERS = multipliers();

    static {
        for (int c = 0; c < CLASSES; c++) {
            BIT[c] = 1 << c;
            ONE[c] = 1L << 2 * c;
        }
    }

    private final int capacity;
    private final int shift;
    /** The remainders of the minutiae in the upper bits. The class is in the highest bits of a product. */
    private long[] remainders = new long[MOST_COUNTED];
    /** The counters of each multiplier, for minutiae that come in pieces; see {@link #counted}. */
    private long[] inPieces = {};

    private int multiplier;
    private int limit;
    private int mostKept;

    MultiplierSearch(TableShape shape) {
        capacity = shape.capacity();
        shift = Long.SIZE - shape.remainderBits();
    }

    /** Chooses {@link #multiplier} and {@link #limit} for {@code minutiae[from..to)}. */
    void choose(long[] minutiae, int from, int to) {
        int n = to - from;
        load(minutiae, from, n);
        limit = NO_LIMIT;
        if (n > capacity || !findFitting(n)) {
            findFullest(n);
        }
    }

    private void load(long[] minutiae, int from, int n) {
        if (remainders.length < n) {
            remainders = new long[Math.max(n, remainders.length * 2)];
        }
        for (int i = 0; i < n; i++) {
            remainders[i] = minutiae[from + i] << shift;
        }
    }

    /** Begins to choose for more minutiae than a line holds, which come in pieces. */
    void beginPieces() {
        inPieces = new long[FULL_TRIES];
    }

    /** Takes the first {@code n} minutiae of an array as the next piece. */
    void addPiece(long[] minutiae, int n) {
        load(minutiae, 0, n);
        for (int t = 0; t < FULL_TRIES; t++) {
            inPieces[t] = counted(n, MULTIPLIERS[t], inPieces[t]);
        }
    }

    /** Chooses {@link #multiplier} and {@link #limit} for all pieces. */
    void endPieces() {
        mostKept = -1;
        for (int t = 0; t < FULL_TRIES; t++) {
            consider(MULTIPLIERS[t], inPieces[t]);
        }
    }

    /** The multiplier. */
    int multiplier() {
        return multiplier;
    }

    /** Each class below the limit has at most one minutia, and all of them fit. */
    int limit() {
        return limit;
    }

    /** Finds the first multiplier that maps each minutia to its own class. */
    private boolean findFitting(int n) {
        for (int t = 0; t < TRIES; t += 4) {
            long a = MULTIPLIERS[t];
            long b = MULTIPLIERS[t + 1];
            long c = MULTIPLIERS[t + 2];
            long d = MULTIPLIERS[t + 3];
            int ofA = 0;
            int ofB = 0;
            int ofC = 0;
            int ofD = 0;
            for (int i = 0; i < n; i++) {
                long x = remainders[i];
                ofA |= BIT[(int) (x * a >>> CLASS_SHIFT)];
                ofB |= BIT[(int) (x * b >>> CLASS_SHIFT)];
                ofC |= BIT[(int) (x * c >>> CLASS_SHIFT)];
                ofD |= BIT[(int) (x * d >>> CLASS_SHIFT)];
            }
            if (fits(ofA, n, a) || fits(ofB, n, b) || fits(ofC, n, c) || fits(ofD, n, d)) {
                return true;
            }
        }
        return false;
    }

    private boolean fits(int classes, int n, long m) {
        multiplier = (int) m;
        return Integer.bitCount(classes) == n;
    }

    /** Finds the first multiplier that keeps the most minutiae, and its limit. */
    private void findFullest(int n) {
        mostKept = -1;
        for (int t = 0; t < FULL_TRIES && mostKept < capacity; t++) {
            consider(MULTIPLIERS[t], counters(n, MULTIPLIERS[t]));
        }
    }

    /** Takes a multiplier if it keeps more minutiae than those before. */
    private void consider(long m, long counters) {
        long repeated = counters & ~LOW_BITS;
        // The classes below the first that more than one minutia has.
        long below = repeated == 0 ? -1 : ((repeated & -repeated) >>> 1) - 1;
        long once = counters & LOW_BITS & below;
        int kept = Math.min(capacity, Long.bitCount(once));
        if (kept > mostKept) {
            mostKept = kept;
            multiplier = (int) m;
            limit = repeated == 0 ? NO_LIMIT : Long.numberOfTrailingZeros(repeated) / 2;
            for (int over = Long.bitCount(once) - capacity; over > 0; over--) {
                limit = (Long.SIZE - 1 - Long.numberOfLeadingZeros(once)) / 2;
                once &= ~ONE[limit];
            }
        }
    }

    /** The number of minutiae of each class in two bits; of classes that more than one has, at least 2. */
    private long counters(int n, long m) {
        if (n <= MOST_COUNTED) {
            long counters = 0;
            for (int i = 0; i < n; i++) {
                counters += ONE[(int) (remainders[i] * m >>> CLASS_SHIFT)];
            }
            // A counter that overflows loses three, and the highest one four.
            if (Long.bitCount(counters & LOW_BITS) + 2 * Long.bitCount(counters & ~LOW_BITS) == n) {
                return counters;
            }
        }
        return counted(n, m, 0);
    }

    /** Adds minutiae to counters that stop at two. */
    private long counted(int n, long m, long before) {
        long counters = before;
        for (int i = 0; i < n; i++) {
            int c = (int) (remainders[i] * m >>> CLASS_SHIFT);
            counters += (counters >>> 2 * c & 2) == 0 ? ONE[c] : 0;
        }
        return counters;
    }

    /**
     * All odd 12-bit numbers in a fixed order. The order matters only for byte-identical output; a reader accepts any
     * multiplier.
     */
    private static long[] multipliers() {
        long[] odd = new long[TRIES];
        for (int t = 0; t < TRIES; t++) {
            odd[t] = 2 * ((1229 * t + 643) % TRIES) + 1;
        }
        return odd;
    }
}
