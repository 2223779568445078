package io.whorl.score;

import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.select.SelectionStrategy.Comparability.Kind;
import io.whorl.strategy.ModBySize;
import io.whorl.strategy.Strategies;
import java.util.OptionalDouble;

/**
 * Compares two documents, A and B, in the way that the strategy of a scheme declares. One object serves any number of
 * comparisons. One thread at a time.
 */
public final class Comparison {
    private final Kind kind;
    /** The size of the sketches (s), or of the sample of A, which takes the place of A in shares of A. */
    private final long size;
    /** |A| if there is a sample, otherwise 0. */
    private final long all;
    /** W. */
    private final int bits;

    private long shared;
    private long a;
    private long b;
    private double resemblance;
    private long fixedSelf = -1;
    private Side sideA;
    private Side sideB;
    private long sum;
    private long sumA;
    private long sumB;
    private double unit = 1;

    private Comparison(Kind kind, long size, long all, int bits) {
        this.kind = kind;
        this.size = size;
        this.all = all;
        this.bits = bits;
    }

    /** @param scheme the scheme of the documents, with its selection written out in full */
    public static Comparison of(Scheme scheme) {
        Comparability comparability = Strategies.comparability(scheme);
        return new Comparison(
                comparability.kind(),
                comparability.sketchSize(),
                0,
                scheme.hashing().bits());
    }

    /**
     * Compares A with documents by a random sample of the minutiae of A. The number of shared minutiae is that of the
     * sample, and the figures are estimates (COPS 6). For selections whose minutiae are compared as sets.
     *
     * @param lookedUp the size of the sample, 1 or more
     * @param all |A|
     */
    public static Comparison estimating(long lookedUp, long all) {
        return new Comparison(Kind.SETS, lookedUp, all, 0);
    }

    /** Compares two documents by the number of minutiae that they share, for measures that are not weighted. */
    public void set(long sharedMinutiae, Side sideA, Side sideB) {
        shared = sharedMinutiae;
        switch (kind) {
            case SETS -> {
                sizes(all > 0 ? size : sideA.minutiae(), sideB.minutiae());
                if (all > 0) {
                    double inBoth = sharedInAll();
                    resemblance = ratio(inBoth, all + b - inBoth);
                }
            }
            case LEVELS -> {
                // At the larger modulus. Shared minutiae need no filter: both documents hold them.
                int level = Math.max(ModBySize.level(sideA.words()), ModBySize.level(sideB.words()));
                sizes(
                        DocumentExtras.size(sideA.extra(), sideA.words(), level),
                        DocumentExtras.size(sideB.extra(), sideB.words(), level));
            }
            case SKETCHES -> {
                sizes(sideA.minutiae(), sideB.minutiae());
                resemblance = DocumentExtras.resemblance(sideA.extra(), sideB.extra(), (int) size, bits);
            }
        }
    }

    private void sizes(long sizeA, long sizeB) {
        a = sizeA;
        b = sizeB;
        resemblance = ratio(shared, sizeA + sizeB - shared);
    }

    /**
     * Sets the values that all weighted comparisons with A share.
     *
     * @param sumUnit the value of one unit of the sums
     * @param ofA the sum of all minutiae of A
     */
    public void weighing(double sumUnit, long ofA) {
        unit = sumUnit;
        sumA = ofA;
    }

    /**
     * Compares two documents for a weighted measure. Other measures are undefined after this.
     *
     * @param ofBoth the sum of the minutiae that A and B share, by {@link TermWeights}
     * @param ofB the sum of all minutiae of B, at least {@code ofBoth}; only weighted resemblance uses it
     */
    public void weigh(Side a, Side b, long ofBoth, long ofB) {
        sideA = a;
        sideB = b;
        sum = ofBoth;
        sumB = ofB;
    }

    /**
     * An upper bound of the score of a document that shares this many minutiae with A; infinite if the number says
     * nothing about the score. It overwrites the current comparison.
     */
    public double most(Measure measure, long sharedMinutiae, Side sideA) {
        if (kind != Kind.SETS) {
            return Double.POSITIVE_INFINITY;
        }
        shared = sharedMinutiae;
        sizes(all > 0 ? size : sideA.minutiae(), sharedMinutiae);
        if (all == 0) {
            return score(measure);
        }
        return switch (measure) {
            case SHARED -> scaled(sharedMinutiae);
            case CONTAINED -> 1;
            case RESEMBLANCE -> ratio(scaled(sharedMinutiae), all);
            default -> score(measure);
        };
    }

    /** An upper bound of the score of a document whose shared minutiae have this sum, for a weighted measure. */
    public double most(Measure measure, long ofBoth) {
        // The divisors of these measures are 1 or more.
        return measure.usesFrequencies() ? ofBoth * unit : ratio(ofBoth, sumA);
    }

    /** |A ∩ B|, or its estimate: B cannot share more than it has. */
    private double sharedInAll() {
        return all > 0 ? Math.min(scaled(shared), b) : shared;
    }

    private double scaled(long inSample) {
        return (double) (inSample * all) / size;
    }

    /** True if only the resemblance is known, as with min-s (docs/DEFINITIONS.md, Counts and measures 2). */
    public boolean onlyResemblance() {
        return kind == Kind.SKETCHES;
    }

    /** The score by a measure that the scheme may not be able to give. */
    public OptionalDouble known(Measure measure) {
        return onlyResemblance() ? OptionalDouble.empty() : OptionalDouble.of(score(measure));
    }

    /** Sets the number of minutiae that A's own text, if indexed, would share with A, if it is not |A|. */
    public void self(long value) {
        fixedSelf = value;
    }

    /** The value of a measure for the two documents that were compared last. */
    public double score(Measure measure) {
        return switch (measure) {
            case SHARED -> sharedInAll();
            // With levels, comparable minutiae have the level of A, so its own text shares every one.
            case PERCENT -> ratio(100.0 * shared, fixedSelf < 0 || kind == Kind.LEVELS ? a : fixedSelf);
            case RESEMBLANCE -> resemblance;
            case CONTAINMENT -> ratio(shared, a);
            case CONTAINED -> ratio(sharedInAll(), b);
            case WEIGHTED_RESEMBLANCE -> ratio(sum, sumA + sumB - sum);
            case WEIGHTED_CONTAINMENT -> ratio(sum, sumA);
            case INNER_PRODUCT -> value();
            case NORMALISED_INNER_PRODUCT -> ratio(value(), Math.sqrt(sideB.words()));
            case COSINE -> ratio(value(), sideB.norm());
            case IDENTITY_1 -> value() / (1 + lengthDifference());
            case IDENTITY_2, IDENTITY_3, IDENTITY_4, IDENTITY_5 -> value() / (1 + Math.log(1 + lengthDifference()));
        };
    }

    /**
     * Compares two documents, and returns their score.
     *
     * @param sharedMinutiae not needed for a weighted measure
     * @param ofBoth as for {@link #weigh}, like {@code ofB}; not needed for other measures
     */
    public double score(Measure measure, Side a, Side b, long sharedMinutiae, long ofBoth, long ofB) {
        if (measure.weighted()) {
            weigh(a, b, ofBoth, ofB);
        } else {
            set(sharedMinutiae, a, b);
        }
        return score(measure);
    }

    private double value() {
        return sum * unit;
    }

    /** |f_d − f_q|. */
    private long lengthDifference() {
        return Math.abs(sideB.words() - sideA.words());
    }

    private static double ratio(double part, double whole) {
        return whole == 0 ? 0 : part / whole;
    }

    public interface Side {
        long minutiae();

        /** The number of surviving words. */
        long words();

        /** The bytes that {@link DocumentExtras} encodes for it. */
        byte[] extra();

        /**
         * W_d (HZ 3), if the scheme keeps frequencies.
         *
         * @throws IndexOutOfBoundsException if the extra does not have the length of a norm
         */
        default double norm() {
            return DocumentExtras.norm(extra());
        }
    }

    public record KnownSide(long minutiae, long words, byte[] extra) implements Side {}
}
