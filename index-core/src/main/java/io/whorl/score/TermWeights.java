package io.whorl.score;

import io.whorl.measure.Measure;

/**
 * What each minutia of a query adds to a weighted measure's sum, by how often a document holds it. In whole numbers of
 * a {@link #unit}: so a sum is the same in whatever order it is added up, and copies of a document tie wherever they
 * are held. Immutable and thread-safe.
 */
public final class TermWeights {
    /**
     * Bits after the point of a rarity, at most some 23, as a part numbers its documents by 31 bits. A text held in an
     * array has fewer than 2^30 minutiae, so that no sum reaches 2^63.
     */
    private static final int RARITY_BITS = 28;
    /** Bits of the largest sum that a query can reach, but for what rounding adds: a unit a minutia at the most. */
    private static final int SUM_BITS = 61;
    /** A sum that could not exceed this power of two: nearly all minutiae are in every document. */
    private static final int LEAST_EXPONENT = -60;

    private final Term term;
    private final double[] weights;
    private final int[] frequencies;
    private final int bits;
    private final double unit;

    /**
     * @param measure a weighted one
     * @param documents N, documents of the index
     * @param holders f_t of each minutia of the query; 0 counts as 1: only the query itself holds it
     * @param frequencies how often each occurs in the query, or empty where the scheme keeps no frequencies
     */
    public TermWeights(Measure measure, long documents, long[] holders, int[] frequencies) {
        this.frequencies = frequencies;
        term = Term.of(measure);
        weights = new double[holders.length];
        double most = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = term.weight(ratio(documents, holders[i]));
            most += term.most(weights[i], inQuery(i));
        }
        bits = term == Term.RARITY ? RARITY_BITS : SUM_BITS - 1 - Math.max(Math.getExponent(most), LEAST_EXPONENT);
        unit = Math.scalb(1.0, -bits);
    }

    /** N ÷ f_t; an index that is empty, and a minutia that nobody holds, count as one of theirs. */
    private static double ratio(long documents, long holders) {
        return Math.max(1, documents) / (double) Math.max(1, holders);
    }

    /** ln(1 + N ÷ f_t) in units of 2^−28: what one minutia weighs in the weighted measures. */
    public static long rarity(long documents, long holders) {
        return rarity(Term.RARITY.weight(ratio(documents, holders)));
    }

    /** A weight in units of 2^−28. */
    static long rarity(double weight) {
        return Math.round(Math.scalb(weight, RARITY_BITS));
    }

    private long inQuery(int i) {
        return frequencies.length == 0 ? 1 : frequencies[i];
    }

    /**
     * What the i-th minutia adds.
     *
     * @param frequency how often the document holds it, from 1; 1 where the scheme keeps no frequencies
     */
    public long of(int i, long frequency) {
        return Math.round(Math.scalb(term.of(weights[i], inQuery(i), frequency), bits));
    }

    /** What all minutiae add in a document that holds each as often as the query does. */
    public long own() {
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += of(i, inQuery(i));
        }
        return sum;
    }

    /** What one unit of a sum is worth. */
    public double unit() {
        return unit;
    }
}
