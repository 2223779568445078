package io.whorl.align;

import io.whorl.align.Pair.Side;

/**
 * Finds the borders of a passage. Each content word of one text gets a score: the logarithm of how much more likely it
 * is within a passage, where a share {@code rate} of the words has a partner, than elsewhere, where words match by
 * chance. Borders are where the sum is largest. One thread at a time.
 */
final class Refinement {
    /** Subtracted from the occurrences of a stem: one of them is the word itself. */
    private static final double OWN = 0.7;
    /** A stem that occurs nowhere else still has a chance. */
    private static final double LEAST_OTHERS = 0.3;
    /** Content words beyond the interval, in addition to its length, that a passage may grow into at once. */
    static final int MARGIN = 25;

    private final Pair pair;
    /** The score of a passage border that is a sentence border. */
    private final double borderScore;
    /** Of each stem of the interval on the other side: the score of a match, and the occurrences there. */
    private final double[] match;

    private final int[] occurrences;
    private final int[] used;
    private final int[] marked;
    private int markedCount;

    /** The last result. */
    int from;

    int to;

    Refinement(Pair pair, double borderScore) {
        this.pair = pair;
        this.borderScore = borderScore;
        match = new double[pair.shared()];
        occurrences = new int[pair.shared()];
        used = new int[pair.shared()];
        marked = new int[pair.shared()];
    }

    /**
     * Finds the borders of an interval on side x, given one on side y: from its middle, the right border of largest
     * sum, and then the left one. A stem matches at most as often as it occurs on the other side.
     *
     * @return the sum; {@link #from} and {@link #to} are the borders
     */
    double best(Side x, int xFrom, int xTo, Side y, int yFrom, int yTo, double rate) {
        mark(y, yFrom, yTo, rate);
        int margin = xTo - xFrom + MARGIN;
        int low = Math.max(0, xFrom - margin);
        int high = Math.min(x.length(), xTo + margin);
        int middle = xFrom + xTo >>> 1;
        double miss = Math.log(1 - rate);
        boolean[] border = x.border();
        double sum = 0;
        double best = Double.NEGATIVE_INFINITY;
        to = middle;
        for (int i = middle; i < high; i++) {
            sum += take(x.stem()[i], miss);
            double whole = sum + (border[i + 1] ? borderScore : 0);
            if (whole > best) {
                best = whole;
                to = i + 1;
            }
        }
        for (int i = high - 1; i >= Math.max(to, middle); i--) {
            giveBack(x.stem()[i]);
        }
        double right = Math.max(best, 0);
        sum = 0;
        best = Double.NEGATIVE_INFINITY;
        from = middle;
        for (int i = middle - 1; i >= low; i--) {
            sum += take(x.stem()[i], miss);
            double whole = sum + (border[i] ? borderScore : 0);
            if (whole > best) {
                best = whole;
                from = i;
            }
        }
        unmark();
        return right + Math.max(best, 0);
    }

    private double take(int stem, double miss) {
        if (stem < 0 || occurrences[stem] == 0) {
            return miss;
        }
        return ++used[stem] <= occurrences[stem] ? match[stem] : miss;
    }

    private void giveBack(int stem) {
        if (stem >= 0 && occurrences[stem] > 0) {
            used[stem]--;
        }
    }

    /**
     * Counts the stems of an interval. Their chance elsewhere follows from their occurrences in both texts. Those of
     * the passage do not count: the longer the interval, the larger the share of its occurrences, and of as many in the
     * other text, that is left out. Otherwise a copy of a whole text would look like chance.
     */
    private void mark(Side y, int yFrom, int yTo, double rate) {
        double length = yTo - yFrom;
        double share = length / y.length();
        for (int j = yFrom; j < yTo; j++) {
            int stem = y.stem()[j];
            if (stem >= 0 && occurrences[stem]++ == 0) {
                marked[markedCount++] = stem;
            }
        }
        for (int k = 0; k < markedCount; k++) {
            int stem = marked[k];
            double others = Math.max(LEAST_OTHERS, pair.total[stem] - OWN - 2 * share * occurrences[stem]);
            double chance = -Math.expm1(-length * others / pair.length);
            match[stem] = Math.log1p(rate * (1 - chance) / chance);
        }
    }

    private void unmark() {
        for (int k = 0; k < markedCount; k++) {
            occurrences[marked[k]] = 0;
            used[marked[k]] = 0;
        }
        markedCount = 0;
    }
}
