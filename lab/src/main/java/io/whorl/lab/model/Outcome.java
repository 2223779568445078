package io.whorl.lab.model;

import java.util.ArrayList;
import java.util.List;

/**
 * What came of a configuration: quality and cost. All but the timings is the same to the digit in every run.
 *
 * @param configuration what was tried
 * @param size of its index
 * @param timings of its index and its queries
 * @param answers one for each question, in the order of the questions; at least one
 */
public record Outcome(Configuration configuration, IndexSize size, Timings timings, List<Answer> answers) {
    public Outcome {
        answers = List.copyOf(answers);
        if (answers.isEmpty()) {
            throw new IllegalArgumentException("answers is empty; there must be one or more");
        }
    }

    /** The table's row (HZ). */
    public Means means() {
        return Means.of(answers.stream().map(Answer::effectiveness).toList());
    }

    /** Over all questions (COPS tables 2 to 4). */
    public Affinity affinity() {
        return answers.stream().map(Answer::affinity).reduce(Affinity.NONE, Affinity::plus);
    }

    /** The threshold sweep over all questions, in the order of the grid. */
    public List<Operation> operations() {
        List<Operation> sums = new ArrayList<>(answers.get(0).operations());
        for (Answer answer : answers.subList(1, answers.size())) {
            for (int i = 0; i < sums.size(); i++) {
                sums.set(i, sums.get(i).plus(answer.operations().get(i)));
            }
        }
        return List.copyOf(sums);
    }

    /** Mean number of minutiae that a question asks with. */
    public double minutiaePerQuestion() {
        return answers.stream().mapToInt(Answer::minutiae).average().orElseThrow();
    }

    /** The same figures under another name, for a configuration of the same {@link Configuration#key()}. */
    public Outcome named(Configuration other) {
        if (!other.key().equals(configuration.key())) {
            throw new IllegalArgumentException(
                    "configuration is " + other + "; it must do the same as " + configuration);
        }
        return new Outcome(other, size, timings, answers);
    }
}
