package io.whorl.score;

import io.whorl.measure.Measure;

/**
 * The terms that the minutiae t shared by A and B add to the sum of a weighted measure. The weight of a term depends on
 * N ÷ f_t only, the rest on how often t occurs: f_q,t times in A and f_d,t times in B. Terms are whole numbers of a
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
    /** The least weight of a minutia. */
    private static final double LEAST = Math.log(2);

    private final Measure measure;
    private final double[] weights;
    private final int[] frequencies;
    private final double meanLog;
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
        if (!measure.weighted()) {
            throw new IllegalArgumentException("measure is " + measure.label() + "; it must be a weighted one");
        }
        this.measure = measure;
        weights = new double[holders.length];
        double most = 0;
        double logs = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = weight(measure, ratio(documents, holders[i]));
            most += most(weights[i], inQuery(i));
            logs += Math.log(Math.max(1, holders[i]));
        }
        meanLog = logs / Math.max(1, weights.length);
        bits = measure == Measure.WEIGHTED_RESEMBLANCE || measure == Measure.WEIGHTED_CONTAINMENT
                ? RARITY_BITS
                : SUM_BITS - 1 - Math.max(Math.getExponent(most), LEAST_EXPONENT);
        unit = Math.scalb(1.0, -bits);
    }

    /** N ÷ f_t, where 0 counts as 1 for both. */
    private static double ratio(long documents, long holders) {
        return Math.max(1, documents) / (double) Math.max(1, holders);
    }

    /** ln(1 + N ÷ f_t), the weight of a minutia, in units of 2^−28. */
    public static long rarity(long documents, long holders) {
        return rarity(weight(Measure.WEIGHTED_RESEMBLANCE, ratio(documents, holders)));
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
        return Math.round(Math.scalb(term(weights[i], inQuery(i), frequency), bits));
    }

    /** The sum of a document that holds each minutia as often as the query. */
    public long own() {
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += of(i, inQuery(i));
        }
        return sum;
    }

    /** The mean of ln f_t over the minutiae of the query. */
    public double meanLog() {
        return meanLog;
    }

    public double unit() {
        return unit;
    }

    /**
     * The weight of a minutia.
     *
     * @param ratio N ÷ f_t, at least 1
     */
    private static double weight(Measure measure, double ratio) {
        return switch (measure) {
            case IDENTITY_1, IDENTITY_4 -> Math.log(ratio);
            case IDENTITY_5 -> ratio;
            default -> Math.log(1 + ratio);
        };
    }

    /** The term of a minutia, by its weight and its frequencies in A and B (HZ 3, HZ 4). */
    private double term(double weight, long inA, long inB) {
        return switch (measure) {
            case INNER_PRODUCT, NORMALISED_INNER_PRODUCT, COSINE -> (1 + Math.log(inB)) * weight;
            case IDENTITY_3 -> weight * (inB + inA) / (1 + Math.abs(inB - inA));
            case IDENTITY_1, IDENTITY_2, IDENTITY_4, IDENTITY_5 -> weight / (1 + Math.abs(inB - inA));
            default -> weight;
        };
    }

    /** An upper bound of the term for any f_d,t: only the inner product grows with it. */
    private double most(double weight, long inA) {
        boolean grows =
                switch (measure) {
                    case INNER_PRODUCT, NORMALISED_INNER_PRODUCT, COSINE -> true;
                    default -> false;
                };
        return term(weight, inA, grows ? Integer.MAX_VALUE : inA);
    }

    /**
     * The weight of minutiae of an indexed document B by the mean of their ln f_t: of all of them, W(B) = n·ln N −
     * L(B), where n is their number and L(B) is the sum of their ln f_t as of the seal or last merge of the document.
     * It approximates Σ ln(1 + N ÷ f_t), which needs the current f_t of every minutia of B; the two are equal for f_t
     * far below N. A minutia weighs at least ln 2, the weight of a minutia that all documents hold. The unit is that of
     * {@link #rarity}.
     *
     * @param logDocuments ln N, by the current number of documents of the index
     * @param minutiae n
     * @param meanLog L(B) ÷ n
     */
    public static long ofDocument(double logDocuments, long minutiae, double meanLog) {
        return rarity(minutiae * Math.max(LEAST, logDocuments - meanLog));
    }
}
