package io.whorl.score;

import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.ModBySize;
import io.whorl.strategy.Strategies;

/**
 * The counts of two documents, as the scheme's strategy makes them comparable. One object serves comparison after
 * comparison; one thread at a time.
 */
public abstract class Comparison {
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

    /** @param scheme with its selection written out in full */
    public static Comparison of(Scheme scheme) {
        Comparability comparability = Strategies.comparability(scheme);
        return switch (comparability.kind()) {
            case SKETCHES ->
                new Sketched(comparability.sketchSize(), scheme.hashing().bits());
            case LEVELS -> new Levelled();
            case SETS -> new Plain();
        };
    }

    /** Compares two documents that share this many minutiae, for measures of counts. */
    public final void set(long sharedMinutiae, Side a, Side b) {
        shared = sharedMinutiae;
        compare(a, b);
    }

    /** Says what a unit of the sums of weighted measures is worth, and what all of A adds up to. */
    public final void weighing(double sumUnit, long ofA) {
        unit = sumUnit;
        sumA = ofA;
    }

    /**
     * Compares two documents for a weighted measure; for measures of counts it says nothing.
     *
     * @param ofBoth what the minutiae that the two share add up to, by {@link TermWeights}
     * @param ofB what all of B adds up to, at least {@code ofBoth}; asked for by weighted resemblance alone
     */
    public final void weigh(Side a, Side b, long ofBoth, long ofB) {
        sideA = a;
        sideB = b;
        sum = ofBoth;
        sumB = ofB;
    }

    /**
     * The most that any document can score that shares this many minutiae with A: one that holds nothing else. Infinite
     * where counts do not tell. What was compared before is lost.
     */
    public double most(Measure measure, long sharedMinutiae, Side sideA) {
        return Double.POSITIVE_INFINITY;
    }

    /** The most that any document can score whose sum of a weighted measure is this. */
    public final double most(Measure measure, long ofBoth) {
        // What a sum is divided by is 1 or more.
        return measure.usesFrequencies() ? ofBoth * unit : ratio(ofBoth, sumA);
    }

    abstract void compare(Side sideA, Side sideB);

    final void sharing(long sharedMinutiae) {
        shared = sharedMinutiae;
    }

    final void sizes(long sizeA, long sizeB) {
        a = sizeA;
        b = sizeB;
        resemblance = ratio(shared, sizeA + sizeB - shared);
    }

    final void estimate(double estimated) {
        resemblance = estimated;
    }

    /** Whether only the resemblance is known (min-s: DEFINITIONS, Counts and measures 2). */
    public boolean onlyResemblance() {
        return false;
    }

    /** Says what A's own text, indexed by the scheme, would share with A, where that is not |A|. */
    public void self(long value) {
        fixedSelf = value;
    }

    /** |A ∩ B|. */
    public long shared() {
        return shared;
    }

    /** |A|. */
    public long a() {
        return a;
    }

    /** |B|. */
    public long b() {
        return b;
    }

    /** What A's own text, indexed by the scheme, would share with A. */
    public long self() {
        return fixedSelf < 0 ? a : fixedSelf;
    }

    /** |A ∩ B| ÷ |A ∪ B|, or its estimate. */
    public double resemblance() {
        return resemblance;
    }

    /** The value of a measure for the two documents that were compared last. */
    public final double score(Measure measure) {
        return switch (measure) {
            case SHARED -> shared;
            case PERCENT -> ratio(100.0 * shared, self());
            case RESEMBLANCE -> resemblance;
            case CONTAINMENT -> ratio(shared, a);
            case CONTAINED -> ratio(shared, b);
            case WEIGHTED_RESEMBLANCE -> ratio(sum, sumA + sumB - sum);
            case WEIGHTED_CONTAINMENT -> ratio(sum, sumA);
            case INNER_PRODUCT -> value();
            case NORMALISED_INNER_PRODUCT -> ratio(value(), Math.sqrt(sideB.words()));
            case COSINE -> ratio(value(), sideB.norm());
            case IDENTITY_1 -> value() / (1 + lengthDifference());
            case IDENTITY_2, IDENTITY_3, IDENTITY_4, IDENTITY_5 -> value() / (1 + Math.log(1 + lengthDifference()));
        };
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

    private static final class Plain extends Comparison {
        @Override
        void compare(Side sideA, Side sideB) {
            sizes(sideA.minutiae(), sideB.minutiae());
        }

        @Override
        public double most(Measure measure, long sharedMinutiae, Side sideA) {
            sharing(sharedMinutiae);
            sizes(sideA.minutiae(), sharedMinutiae);
            return score(measure);
        }
    }

    /** BGMZ 3: at the larger modulus. What the two share is of that level already: both hold it. */
    private static final class Levelled extends Comparison {
        @Override
        void compare(Side sideA, Side sideB) {
            int level = Math.max(ModBySize.level(sideA.words()), ModBySize.level(sideB.words()));
            sizes(
                    LevelSizes.size(sideA.extra(), sideA.words(), level),
                    LevelSizes.size(sideB.extra(), sideB.words(), level));
        }

        /** The index would hold every comparable minutia of A's own text, at whatever level. */
        @Override
        public long self() {
            return a();
        }
    }

    private static final class Sketched extends Comparison {
        private final int s;
        private final int bits;

        private Sketched(int s, int bits) {
            this.s = s;
            this.bits = bits;
        }

        @Override
        public boolean onlyResemblance() {
            return true;
        }

        @Override
        void compare(Side sideA, Side sideB) {
            sizes(sideA.minutiae(), sideB.minutiae());
            estimate(MinSketch.resemblance(sideA.extra(), sideB.extra(), s, bits));
        }
    }
}
