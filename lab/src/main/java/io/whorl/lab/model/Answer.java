package io.whorl.lab.model;

import java.util.List;

/**
 * What a configuration made of one question.
 *
 * @param id the question's document
 * @param group its group
 * @param right s, the number of right answers, the document itself among them
 * @param minutiae distinct minutiae asked with
 * @param effectiveness of the ranking
 * @param affinity of the question's document to the others
 * @param operations the test at each threshold, in the order of the grid
 */
public record Answer(
        String id,
        String group,
        int right,
        int minutiae,
        Effectiveness effectiveness,
        Affinity affinity,
        List<Operation> operations) {
    public Answer {
        operations = List.copyOf(operations);
    }
}
