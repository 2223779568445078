package io.whorl.score;

import io.whorl.measure.Measure;

/**
 * The terms that the minutiae of a query add to the sum of a weighted measure. Terms are whole numbers of a
 * {@link #unit}, so a sum does not depend on the order of addition, and copies of a document have equal scores in every
 * part of an index. Immutable and thread-safe.
 */
public final class TermWeights {
    /**
     * Fractional bits of a rarity, which is less than 23 because the documents of a part are numbered with 31 bits. A
     * text in an array has fewer than 2^30 minutiae, so no sum reaches 2^63.
     */
    private static final int RARITY_BITS = 28;
    /** Bits of the largest sum of a query before rounding, which adds up to one unit for each minutia. */
    private static final int SUM_BITS = 61;
    /** The smallest exponent of the largest sum. Sums are smaller if nearly all minutiae are in every document. */
    private static final int LEAST_EXPONENT = -60;

    private final Term term;
    private final double[] weights;
    private final int[] frequencies;
    private final int bits;
    private final double unit;

    /**
     * @param measure a weighted measure
     * @param documents N, the number of documents of the index
     * @param holders f_t of each minutia of the query; 0 counts as 1
     * @param frequencies how often each occurs in the query; empty if the scheme keeps no frequencies
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

    /** N ÷ f_t, where 0 counts as 1 for both. */
    private static double ratio(long documents, long holders) {
        return Math.max(1, documents) / (double) Math.max(1, holders);
    }

    /** ln(1 + N ÷ f_t), the weight of a minutia, in units of 2^−28. */
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
     * The term of the i-th minutia.
     *
     * @param frequency how often it occurs in the document, from 1; 1 if the scheme keeps no frequencies
     */
    public long of(int i, long frequency) {
        return Math.round(Math.scalb(term.of(weights[i], inQuery(i), frequency), bits));
    }

    /** The sum of a document that holds each minutia as often as the query. */
    public long own() {
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += of(i, inQuery(i));
        }
        return sum;
    }

    /** The value of one unit of a sum. */
    public double unit() {
        return unit;
    }
}
