package io.whorl.query;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.DocumentExtras;
import io.whorl.score.TermWeights;
import java.util.Optional;
import java.util.OptionalDouble;

/** A query's fingerprint, made ready to be compared with what an index holds. One thread. */
final class Question {
    private final long[] minutiae;
    private final int[] frequencies;
    private final QuerySide side;
    private final Fingerprint asked;
    private final Optional<Fingerprint> indexed;
    private final DocumentExtras extras;
    private final boolean keepsFrequencies;

    /**
     * @param indexed what the index's scheme makes of the text; nothing where the text is not known
     * @param scheme the index's
     * @param extras by that scheme
     */
    Question(Fingerprint asked, Optional<Fingerprint> indexed, Scheme scheme, DocumentExtras extras) {
        this.asked = asked;
        this.indexed = indexed;
        this.extras = extras;
        keepsFrequencies = scheme.frequencies();
        minutiae = extras.comparable(asked.toArray(), asked.counts().words());
        frequencies = frequencies(asked);
        boolean sketch = Comparison.of(scheme).onlyResemblance();
        // A sketch is of the text, whatever is asked; all else is of what is asked.
        side = sketch
                ? side(indexed.orElse(asked), minutiae.length)
                : new QuerySide(
                        minutiae.length,
                        asked.counts().words(),
                        () -> extras.of(
                                minutiae,
                                frequencies,
                                minutiae.length,
                                asked.counts().words()));
    }

    private QuerySide side(Fingerprint of, long size) {
        long words = of.counts().words();
        return new QuerySide(size, words, () -> extras.of(of.toArray(), frequencies(of), of.size(), words));
    }

    private int[] frequencies(Fingerprint of) {
        int[] each = new int[keepsFrequencies ? of.size() : 0];
        for (int i = 0; i < each.length; i++) {
            each[i] = of.frequency(i);
        }
        return each;
    }

    /** A: the minutiae asked with that an index can hold; unsigned ascending. */
    long[] minutiae() {
        return minutiae;
    }

    /** How often each occurs in the query; empty where the scheme keeps no frequencies. */
    int[] frequencies() {
        return frequencies;
    }

    QuerySide side() {
        return side;
    }

    /**
     * What the query's own text, indexed, would score (HZ 6); nothing where that cannot be told.
     *
     * @param weights where the measure is a weighted one
     */
    OptionalDouble self(Measure measure, Comparison comparison, Optional<TermWeights> weights) {
        if (indexed.isEmpty()) {
            return OptionalDouble.empty();
        }
        Fingerprint own = indexed.get();
        if (own == asked) {
            long sum = weights.map(TermWeights::own).orElse(0L);
            return score(measure, comparison, side, minutiae.length, sum);
        }
        if (measure == Measure.WEIGHTED_RESEMBLANCE) {
            // How rare the minutiae are that the text has beside those asked with was not looked up.
            return OptionalDouble.empty();
        }
        long sum = 0;
        int shared = 0;
        int j = 0;
        for (int i = 0; i < minutiae.length && j < own.size(); ) {
            int order = Long.compareUnsigned(minutiae[i], own.minutia(j));
            if (order == 0) {
                shared++;
                sum += weights.isPresent() ? weights.get().of(i, own.frequency(j)) : 0;
            }
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return score(measure, comparison, side(own, own.size()), shared, sum);
    }

    /** @param sum what the shared minutiae add up to, and all of B, where that is asked for */
    private OptionalDouble score(Measure measure, Comparison comparison, QuerySide b, int shared, long sum) {
        if (measure.weighted()) {
            comparison.weigh(side, b, sum, sum);
        } else {
            comparison.set(shared, side, b);
        }
        return OptionalDouble.of(comparison.score(measure));
    }
}
