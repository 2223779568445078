package io.whorl.lab.model;

import java.util.List;

/**
 * The result of one query with one configuration.
 *
 * @param id the id of the query document
 * @param group its group
 * @param right s, the number of right answers, including the document itself
 * @param minutiae the number of distinct minutiae of the query
 * @param effectiveness of the ranking
 * @param affinity of the query document to the others
 * @param operations the operational test at each threshold, in the order of the grid
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
