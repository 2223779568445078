package io.whorl.score;

import io.whorl.measure.Measure;

/**
 * The term that a minutia t shared by A and B adds to the sum of a measure. Its weight depends on N ÷ f_t only, the
 * rest on how often t occurs: f_q,t times in A and f_d,t times in B.
 */
enum Term {
    /** ln(1 + N ÷ f_t), however often it occurs. */
    RARITY {
        @Override
        double of(double weight, long inA, long inB) {
            return weight;
        }
    },
    /** (1 + ln f_d,t) · ln(1 + N ÷ f_t) (HZ 3, inner product). */
    INNER_PRODUCT {
        @Override
        double of(double weight, long inA, long inB) {
            return (1 + Math.log(inB)) * weight;
        }

        @Override
        double most(double weight, long inA) {
            return of(weight, inA, Integer.MAX_VALUE);
        }
    },
    /** ln(N ÷ f_t) ÷ (1 + |f_d,t − f_q,t|) (HZ 4, variations 1 and 4). */
    LOG_RATIO {
        @Override
        double weight(double ratio) {
            return Math.log(ratio);
        }

        @Override
        double of(double weight, long inA, long inB) {
            return weight / (1 + Math.abs(inB - inA));
        }
    },
    /** ln(1 + N ÷ f_t) ÷ (1 + |f_d,t − f_q,t|) (HZ 4, variation 2). */
    ALIKE {
        @Override
        double of(double weight, long inA, long inB) {
            return weight / (1 + Math.abs(inB - inA));
        }
    },
    /** ln(1 + N ÷ f_t) · (f_d,t + f_q,t) ÷ (1 + |f_d,t − f_q,t|) (HZ 4, variation 3). */
    ALIKE_AND_FREQUENT {
        @Override
        double of(double weight, long inA, long inB) {
            return weight * (inB + inA) / (1 + Math.abs(inB - inA));
        }
    },
    /** N ÷ f_t ÷ (1 + |f_d,t − f_q,t|) (HZ 4, variation 5). */
    RATIO {
        @Override
        double weight(double ratio) {
            return ratio;
        }

        @Override
        double of(double weight, long inA, long inB) {
            return weight / (1 + Math.abs(inB - inA));
        }
    };

    /** The term of a weighted measure. */
    static Term of(Measure measure) {
        return switch (measure) {
            case WEIGHTED_RESEMBLANCE, WEIGHTED_CONTAINMENT -> RARITY;
            case INNER_PRODUCT, NORMALISED_INNER_PRODUCT, COSINE -> INNER_PRODUCT;
            case IDENTITY_1, IDENTITY_4 -> LOG_RATIO;
            case IDENTITY_2 -> ALIKE;
            case IDENTITY_3 -> ALIKE_AND_FREQUENT;
            case IDENTITY_5 -> RATIO;
            case SHARED, PERCENT, RESEMBLANCE, CONTAINMENT, CONTAINED ->
                throw new IllegalArgumentException("measure is " + measure.label() + "; it must be a weighted one");
        };
    }

    /**
     * The weight of the term.
     *
     * @param ratio N ÷ f_t, at least 1
     */
    double weight(double ratio) {
        return Math.log(1 + ratio);
    }

    /** The term, by its weight and its frequencies in A and B. */
    abstract double of(double weight, long inA, long inB);

    /** An upper bound of the term for any f_d,t. */
    double most(double weight, long inA) {
        return of(weight, inA, inA);
    }
}
