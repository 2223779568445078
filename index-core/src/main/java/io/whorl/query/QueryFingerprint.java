package io.whorl.query;

import io.whorl.SchemeException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.hash.SplitMix64;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.Comparison.KnownSide;
import io.whorl.score.Comparison.Side;
import io.whorl.score.DocumentExtras;
import io.whorl.score.TermWeights;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The fingerprint of a query, in the form in which it is compared with an index. One thread at a time.
 *
 * @param minutiae to look up, unsigned ascending: A, the minutiae of the query that an index can hold, or a sample of
 *     them
 * @param frequencies how often each minutia occurs in the query; empty if the scheme keeps no frequencies
 * @param side the whole query as one side of comparisons
 * @param queried the minutiae to query with
 * @param indexed the fingerprint of the same text by the scheme of the index; empty if the text is not known
 * @param extras the extras of that scheme
 */
record QueryFingerprint(
        long[] minutiae,
        int[] frequencies,
        Side side,
        Fingerprint queried,
        Optional<Fingerprint> indexed,
        DocumentExtras extras) {
    /** @param scheme the scheme of the index */
    static QueryFingerprint of(
            Fingerprint queried, Optional<Fingerprint> indexed, Scheme scheme, DocumentExtras extras) {
        long words = queried.words();
        long[] minutiae = extras.comparable(queried.toArray(), words);
        int[] frequencies = frequencies(queried);
        // A sketch is of the whole text, even if the query's minutiae were selected in another way.
        Side side = Comparison.of(scheme).onlyResemblance()
                ? side(indexed.orElse(queried), minutiae.length, extras)
                : new KnownSide(minutiae.length, words, extras.of(minutiae, frequencies, minutiae.length, words));
        return new QueryFingerprint(minutiae, frequencies, side, queried, indexed, extras);
    }

    /** Returns this query with a sample of its minutiae, as one side of comparisons still the whole query. */
    QueryFingerprint sampled(int size, long seed) {
        int[] sample = samplePositions(minutiae, size, seed);
        return new QueryFingerprint(
                Arrays.stream(sample).mapToLong(i -> minutiae[i]).toArray(),
                frequencies.length == 0
                        ? frequencies
                        : Arrays.stream(sample).map(i -> frequencies[i]).toArray(),
                side,
                queried,
                indexed,
                extras);
    }

    private static Side side(Fingerprint of, long size, DocumentExtras extras) {
        return new KnownSide(size, of.words(), extras.of(of.toArray(), frequencies(of), of.size(), of.words()));
    }

    private static int[] frequencies(Fingerprint of) {
        return IntStream.range(0, of.scheme().frequencies() ? of.size() : 0)
                .map(of::frequency)
                .toArray();
    }

    /**
     * A new comparison with documents of an index: an estimate if only a sample is looked up.
     *
     * @param scheme the scheme of the index
     */
    Comparison comparison(Scheme scheme) {
        Comparison made = minutiae.length < side.minutiae()
                ? Comparison.estimating(minutiae.length, side.minutiae())
                : Comparison.of(scheme);
        // What the query's own text, if indexed, would hold.
        made.self(
                indexed.isEmpty() || indexed.get() == queried
                        ? minutiae.length
                        : shared(minutiae, indexed.get().toArray())[0].length);
        return made;
    }

    /** Sorts minutiae in unsigned order: signed order with the top bits flipped. */
    static void sort(long[] minutiae) {
        flip(minutiae);
        Arrays.sort(minutiae);
        flip(minutiae);
    }

    private static void flip(long[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] ^= Long.MIN_VALUE;
        }
    }

    /** The positions in A, and those in B, of the minutiae that both hold; A and B are unsigned ascending. */
    static int[][] shared(long[] a, long[] b) {
        int[][] positions = new int[2][Math.min(a.length, b.length)];
        int n = 0;
        int j = 0;
        for (int i = 0; i < a.length && j < b.length; ) {
            int order = Long.compareUnsigned(a[i], b[j]);
            if (order == 0) {
                positions[0][n] = i;
                positions[1][n++] = j;
            }
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return new int[][] {Arrays.copyOf(positions[0], n), Arrays.copyOf(positions[1], n)};
    }

    /**
     * The score that the query's own text would have if it were indexed (HZ 6); empty if it cannot be known.
     *
     * @param weights the weights of the minutiae, if the measure is weighted
     */
    OptionalDouble self(Measure measure, Comparison comparison, Optional<TermWeights> weights) {
        if (indexed.isEmpty()) {
            return OptionalDouble.empty();
        }
        Fingerprint own = indexed.get();
        if (own == queried) {
            long sum = weights.map(TermWeights::own).orElse(0L);
            return OptionalDouble.of(comparison.score(measure, side, side, minutiae.length, sum, sum));
        }
        if (measure == Measure.WEIGHTED_RESEMBLANCE) {
            // The rarity of the text's other minutiae was not looked up.
            return OptionalDouble.empty();
        }
        int[][] shared = shared(minutiae, own.toArray());
        long sum = 0;
        for (int k = 0; k < shared[0].length && weights.isPresent(); k++) {
            sum += weights.get().of(shared[0][k], own.frequency(shared[1][k]));
        }
        Side b = side(own, own.size(), extras);
        return OptionalDouble.of(comparison.score(measure, side, b, shared[0].length, sum, sum));
    }

    private static final Set<Measure> SAMPLED = EnumSet.of(
            Measure.SHARED,
            Measure.PERCENT,
            Measure.RESEMBLANCE,
            Measure.CONTAINMENT,
            Measure.CONTAINED,
            Measure.WEIGHTED_CONTAINMENT);

    /** @throws SchemeException if a sample cannot estimate the measure */
    static void checkSample(Measure measure, Scheme scheme) {
        if (!SAMPLED.contains(measure)) {
            throw SchemeException.measure("a sample of the query's minutiae cannot estimate " + measure.label()
                    + "; use "
                    + SAMPLED.stream().map(Measure::label).collect(Collectors.joining(", "))
                    + ", or look up all minutiae");
        }
        if (!Strategies.comparability(scheme).equals(Comparability.SETS)) {
            throw SchemeException.measure("an index made with "
                    + scheme.selection().name()
                    + " holds samples of documents that a sample of the query's minutiae cannot be compared"
                    + " with; look"
                    + " up all minutiae");
        }
    }

    /**
     * Returns the positions of a random sample of minutiae, ascending (RANDOM-SELECT of COPS 6): those whose scrambled
     * values are smallest, so that it depends on the seed and on nothing else.
     *
     * @param size less than the number of minutiae, at least 1
     */
    static int[] samplePositions(long[] minutiae, int size, long seed) {
        long key = SplitMix64.mix(seed + 1);
        long[] scrambled = new long[minutiae.length];
        for (int i = 0; i < scrambled.length; i++) {
            // Signed order serves as well as unsigned order.
            scrambled[i] = SplitMix64.mix(minutiae[i] ^ key);
        }
        long[] sorted = scrambled.clone();
        Arrays.sort(sorted);
        long largest = sorted[size - 1];
        int[] positions = new int[size];
        int n = 0;
        for (int i = 0; i < scrambled.length; i++) {
            if (scrambled[i] <= largest) {
                positions[n++] = i;
            }
        }
        return positions;
    }
}
