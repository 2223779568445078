package io.whorl.lab.model;

import java.util.ArrayList;
import java.util.List;

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
}
