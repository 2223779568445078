package io.whorl.lab;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.whorl.lab.Columns.Moments;
import io.whorl.lab.Groups.Question;
import io.whorl.lab.Outcome.Answer.Affinity;
import io.whorl.lab.Outcome.Answer.Effectiveness;
import io.whorl.query.Matches.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The effectiveness and cost of a configuration. Everything but the timings is the same to the digit in every run.
 *
 * @param thresholds of the operational tests, ascending
 * @param answers one for each query, in their order; at least one
 */
@JsonPropertyOrder({"configuration", "means", "affinity", "operations", "size", "thresholds", "answers", "timings"})
public record Outcome(
        Configuration configuration, IndexSize size, Timings timings, List<Double> thresholds, List<Answer> answers)
        implements Configuration.Measured {
    public Outcome {
        answers = List.copyOf(answers);
        if (answers.isEmpty()) {
            throw new IllegalArgumentException("answers is empty; there must be one or more");
        }
        for (Answer answer : answers) {
            if (answer.tp.size() != thresholds.size() || answer.fp.size() != thresholds.size()) {
                throw new IllegalArgumentException("answer " + answer.id + " has " + answer.tp.size() + " counts of tp"
                        + " and " + answer.fp.size() + " of fp; there must be one for each of " + thresholds.size()
                        + " thresholds");
            }
        }
    }

    /** Returns the figures of a table row in HZ. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Means means() {
        return Means.of(answers.stream().map(Answer::effectiveness).toList());
    }

    /** Returns the affinity over all queries (COPS tables 2 to 4). */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Affinity affinity() {
        return answers.stream().map(Answer::affinity).reduce(Affinity.NONE, Affinity::plus);
    }

    /** Returns the operational tests over all queries, in the order of the thresholds. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public List<Operation> operations() {
        long related = answers.stream().mapToLong(answer -> answer.right - 1).sum();
        long unrelated = answers.size() * (size.documents - 1) - related;
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < thresholds.size(); i++) {
            int at = i;
            long right = answers.stream().mapToLong(answer -> answer.tp.get(at)).sum();
            long wrong = answers.stream().mapToLong(answer -> answer.fp.get(at)).sum();
            operations.add(new Operation(thresholds.get(i), right, wrong, related - right, unrelated - wrong));
        }
        return operations;
    }

    public double minutiaePerQuestion() {
        return answers.stream().mapToInt(Answer::minutiae).average().orElseThrow();
    }

    /** Returns the same figures for an equivalent configuration, which has the same {@link Configuration#key()}. */
    public Outcome named(Configuration other) {
        if (!other.key().equals(configuration.key())) {
            throw new IllegalArgumentException(
                    "configuration is " + other + "; it must be equivalent to " + configuration);
        }
        return new Outcome(other, size, timings, thresholds, answers);
    }

    /**
     * The number of entries and the size of an index. The same in every run.
     *
     * @param words the number of surviving words; 0 for a system that does not count them
     * @param minutiae the number of distinct minutiae; of distinct terms for rivals; 0 for signatures
     * @param singletons the number of minutiae held by one document only
     * @param postings the number of (minutia, document) pairs; of components for signatures
     */
    public record IndexSize(
            long documents, long textBytes, long words, long minutiae, long singletons, long postings, long bytes) {

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
     * @param imprecise the number of queries with a precision below 1
     * @param negative the number of queries with a separation below 0
     */
    @JsonPropertyOrder({"questions", "precision", "recall", "highestFalseMatch", "separation", "ratio"})
    public record Means(
            int questions,
            double precision,
            double recall,
            double highestFalseMatch,
            double separation,
            int imprecise,
            int negative) {

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
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
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

    /**
     * The result of one query with one configuration.
     *
     * @param right s, the number of right answers, including the document itself
     * @param tp the related documents found at each threshold, in the order of the grid
     * @param fp the unrelated documents found at each threshold
     */
    @JsonPropertyOrder({"id", "group", "right", "minutiae", "effectiveness", "affinity", "tp", "fp"})
    public record Answer(
            String id,
            String group,
            int right,
            int minutiae,
            @JsonUnwrapped Effectiveness effectiveness,
            Affinity affinity,
            List<Long> tp,
            List<Long> fp) {
        /**
         * The effectiveness of one query (HZ 6). Scores are in percent of the score of the query document against
         * itself.
         *
         * @param precision at s, the number of right answers: the share of right answers among the first s
         * @param recall at 20: the share of the right answers that are among the first 20
         * @param highestFalseMatch the highest score of a wrong answer; 0 if none is found
         * @param separation the lowest score of a right answer (0 for one not found) minus the highest false match
         */
        public record Effectiveness(double precision, double recall, double highestFalseMatch, double separation) {}

        /**
         * How much documents match, in percent of the score of the query document against itself (COPS 5.3, tables 2 to
         * 4). A document that is not found counts as 0.
         *
         * @param self the score of the original document; below 100 if the query was altered ("altered self")
         * @param related the scores of the other documents of the group: the affinity
         * @param unrelated the scores of all other documents: the noise
         */
        public record Affinity(Moments self, Moments related, Moments unrelated) {
            public static final Affinity NONE = new Affinity(Moments.NONE, Moments.NONE, Moments.NONE);

            public Affinity plus(Affinity other) {
                return new Affinity(
                        self.plus(other.self), related.plus(other.related), unrelated.plus(other.unrelated));
            }

            /** Returns the mean noise plus three deviations: a lower bound for thresholds (COPS figure 3). */
            public double effectiveNoise() {
                return unrelated.mean() + 3 * unrelated.deviation();
            }
        }
    }

    /**
     * The outcome of an ordinary operational test, "the score is at least the threshold" (COPS 3.2), over pairs of a
     * query and another document.
     *
     * @param threshold in percent of the score of the query document against itself
     */
    public record Operation(
            double threshold,
            @JsonProperty("tp") long truePositives,
            @JsonProperty("fp") long falsePositives,
            @JsonProperty("fn") long falseNegatives,
            @JsonProperty("tn") long trueNegatives) {

        public OptionalDouble precision() {
            return share(truePositives, truePositives + falsePositives);
        }

        public OptionalDouble recall() {
            return share(truePositives, truePositives + falseNegatives);
        }

        /**
         * Returns the harmonic mean of precision and recall, 2 TP ÷ (2 TP + FP + FN), if any pair is found or related.
         */
        public OptionalDouble f1() {
            return share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
        }

        /** Returns P(not found | related), COPS definition 3.2; absent if no pair is related. */
        public OptionalDouble alpha() {
            return share(falseNegatives, truePositives + falseNegatives);
        }

        /** Returns P(found | unrelated), COPS definition 3.3; absent if no pair is unrelated. */
        public OptionalDouble beta() {
            return share(falsePositives, falsePositives + trueNegatives);
        }

        /** Returns P(found ≠ related), COPS definition 3.4; absent if there are no pairs. */
        public OptionalDouble error() {
            return share(
                    falsePositives + falseNegatives, truePositives + falsePositives + falseNegatives + trueNegatives);
        }

        private static OptionalDouble share(long part, long whole) {
            return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
        }
    }

    /** Compares rankings with the known answers. */
    public record Judge(int documents, List<Double> thresholds) {
        private static final int RECALL_AT = 20;

        public Judge {
            for (double threshold : thresholds) {
                if (!(threshold > 0)) {
                    throw new IllegalArgumentException("threshold is " + threshold + "; it must be above 0 percent");
                }
            }
        }

        /**
         * Judges a complete ranking.
         *
         * @param ranking all documents found
         */
        public Answer answer(Question question, Ranking ranking, int minutiae) {
            double self = 0;
            List<Double> related = new ArrayList<>();
            List<Double> unrelated = new ArrayList<>();
            for (int i = 0; i < ranking.ids().size(); i++) {
                if (ranking.ids().get(i).equals(question.id())) {
                    self = ranking.percents().get(i);
                } else {
                    (question.right().contains(ranking.ids().get(i)) ? related : unrelated)
                            .add(ranking.percents().get(i));
                }
            }
            int s = question.right().size();
            Affinity affinity =
                    new Affinity(Moments.of(self), Moments.of(related, s - 1), Moments.of(unrelated, documents - s));
            Effectiveness effectiveness = effectiveness(ranking, question.right());
            return new Answer(
                    question.id(),
                    question.group(),
                    s,
                    minutiae,
                    effectiveness,
                    affinity,
                    counts(related),
                    counts(unrelated));
        }

        /** The scores that reach each threshold. */
        private List<Long> counts(List<Double> scores) {
            return thresholds.stream()
                    .map(threshold ->
                            scores.stream().filter(each -> each >= threshold).count())
                    .toList();
        }

        public static Effectiveness effectiveness(Ranking ranking, Set<String> right) {
            int s = right.size();
            int inFirstS = 0;
            int inFirst20 = 0;
            int found = 0;
            double wrong = 0;
            double lowest = Double.MAX_VALUE;
            for (int i = 0; i < ranking.ids().size(); i++) {
                if (right.contains(ranking.ids().get(i))) {
                    inFirstS += i < s ? 1 : 0;
                    inFirst20 += i < RECALL_AT ? 1 : 0;
                    found++;
                    lowest = Math.min(lowest, ranking.percents().get(i));
                } else {
                    wrong = Math.max(wrong, ranking.percents().get(i));
                }
            }
            lowest = found < s ? 0 : lowest;
            return new Effectiveness((double) inFirstS / s, (double) inFirst20 / s, wrong, lowest - wrong);
        }

        /**
         * All documents found for a query, best first.
         *
         * @param percents their scores, in percent of the score of the query document against itself
         */
        public record Ranking(List<String> ids, List<Double> percents) {
            public Ranking {
                if (ids.size() != percents.size()) {
                    throw new IllegalArgumentException("percents has " + percents.size()
                            + " elements; it must have one for each of " + ids.size() + " ids");
                }
            }

            /** @param own the score of the query document against itself; if it is not above 0, all percents are 0 */
            public static Ranking of(List<Match> matches, double own) {
                double hundred = own > 0 ? 100 / own : 0;
                return new Ranking(
                        matches.stream().map(Match::id).toList(),
                        matches.stream().map(match -> match.score() * hundred).toList());
            }

            public static OptionalDouble score(List<Match> matches, String id) {
                return matches.stream()
                        .filter(match -> match.id().equals(id))
                        .mapToDouble(Match::score)
                        .findFirst();
            }
        }
    }
}
