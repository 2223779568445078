package io.whorl.lab.model;

import io.whorl.lab.model.Answer.Affinity;
import io.whorl.lab.model.Answer.Effectiveness;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The effectiveness and cost of a configuration. Everything but the timings is the same to the digit in every run.
 *
 * @param configuration the configuration measured
 * @param size of its index
 * @param timings of the build and the queries
 * @param answers one for each query, in their order; at least one
 */
public record Outcome(Configuration configuration, IndexSize size, Timings timings, List<Answer> answers) {
    public Outcome {
        answers = List.copyOf(answers);
        if (answers.isEmpty()) {
            throw new IllegalArgumentException("answers is empty; there must be one or more");
        }
    }

    /** Returns the figures of a table row in HZ. */
    public Means means() {
        return Means.of(answers.stream().map(Answer::effectiveness).toList());
    }

    /** Returns the affinity over all queries (COPS tables 2 to 4). */
    public Affinity affinity() {
        return answers.stream().map(Answer::affinity).reduce(Affinity.NONE, Affinity::plus);
    }

    /** Returns the operational tests over all queries, in the order of the thresholds. */
    public List<Operation> operations() {
        List<Operation> sums = new ArrayList<>(answers.get(0).operations());
        for (Answer answer : answers.subList(1, answers.size())) {
            for (int i = 0; i < sums.size(); i++) {
                sums.set(i, sums.get(i).plus(answer.operations().get(i)));
            }
        }
        return List.copyOf(sums);
    }

    /** Returns the mean number of distinct minutiae of a query. */
    public double minutiaePerQuestion() {
        return answers.stream().mapToInt(Answer::minutiae).average().orElseThrow();
    }

    /** Returns the same figures for an equivalent configuration, which has the same {@link Configuration#key()}. */
    public Outcome named(Configuration other) {
        if (!other.key().equals(configuration.key())) {
            throw new IllegalArgumentException(
                    "configuration is " + other + "; it must be equivalent to " + configuration);
        }
        return new Outcome(other, size, timings, answers);
    }

    /**
     * The number of entries and the size of an index. The same in every run.
     *
     * @param documents the number of documents
     * @param textBytes the size of their texts
     * @param words the number of surviving words; 0 for a system that does not count them
     * @param minutiae the number of distinct minutiae; of distinct terms for rivals; 0 for signatures
     * @param singletons the number of minutiae held by one document only
     * @param postings the number of (minutia, document) pairs; of components for signatures
     * @param bytes the size of the files
     */
    public record IndexSize(
            long documents, long textBytes, long words, long minutiae, long singletons, long postings, long bytes) {

        /** Returns the mean size of a fingerprint. */
        public double minutiaePerDocument() {
            return ratio(postings, documents);
        }

        public double bytesPerDocument() {
            return ratio(bytes, documents);
        }

        public double bytesPerTextByte() {
            return ratio(bytes, textBytes);
        }

        public double bytesPerPosting() {
            return ratio(bytes, postings);
        }

        private static double ratio(long part, long whole) {
            return whole == 0 ? 0 : (double) part / whole;
        }
    }

    /**
     * The times of a configuration on one machine. These are the only figures that differ between runs.
     *
     * @param buildSeconds from the first text in memory to the durable index, with all threads
     * @param buildMegabytesPerSecond in 10^6 bytes of text
     * @param queryMedianMicros from a text in memory to its best 20 documents, with one thread; the median over queries
     * @param query99Micros the 99th percentile
     * @param samples the number of queries timed; the time of each is the median of several rounds
     */
    public record Timings(
            double buildSeconds,
            double buildMegabytesPerSecond,
            double queryMedianMicros,
            double query99Micros,
            int samples) {}

    /**
     * The effectiveness of a configuration over all queries (HZ tables 1 to 6).
     *
     * @param questions the number of queries
     * @param precision mean precision at s
     * @param recall mean recall at 20
     * @param highestFalseMatch mean, in percent
     * @param separation mean, in percent
     * @param imprecise the number of queries with a precision below 1
     * @param negative the number of queries with a separation below 0
     */
    public record Means(
            int questions,
            double precision,
            double recall,
            double highestFalseMatch,
            double separation,
            int imprecise,
            int negative) {

        /** @throws IllegalArgumentException if the list is empty */
        public static Means of(List<Effectiveness> each) {
            if (each.isEmpty()) {
                throw new IllegalArgumentException("each is empty; it must have one element or more");
            }
            return new Means(
                    each.size(),
                    mean(each, Effectiveness::precision),
                    mean(each, Effectiveness::recall),
                    mean(each, Effectiveness::highestFalseMatch),
                    mean(each, Effectiveness::separation),
                    (int) each.stream().filter(e -> e.precision() < 1).count(),
                    (int) each.stream().filter(e -> e.separation() < 0).count());
        }

        /** Returns Sep/HFM, the ratio of the means; absent if no wrong answer was found ("n/a" in HZ table 4). */
        public OptionalDouble ratio() {
            return highestFalseMatch == 0 ? OptionalDouble.empty() : OptionalDouble.of(separation / highestFalseMatch);
        }

        private static double mean(List<Effectiveness> each, ToDoubleFunction<Effectiveness> figure) {
            return each.stream().mapToDouble(figure).average().orElseThrow();
        }

        /** Formats the figures with the number of digits in HZ. */
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "P %.2f, R %.2f, HFM %.2f, Sep %.2f, P<1 %d, Sep<0 %d",
                    precision,
                    recall,
                    highestFalseMatch,
                    separation,
                    imprecise,
                    negative);
        }
    }
}
