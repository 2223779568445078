package io.whorl.lab.model;

import java.util.List;

/**
 * What outcomes are about, so that they are never mixed up with those of something else.
 *
 * @param collection the collection's digest: of all ids and texts in their order
 * @param documents in the collection
 * @param textBytes bytes of their texts
 * @param questions the questions' digest: of their ids and right answers
 * @param asked how many questions
 * @param thresholds of the sweep, in percent, in the order of the grid
 * @param seed of alterations and of drawn questions
 */
public record Run(
        String collection,
        long documents,
        long textBytes,
        String questions,
        int asked,
        List<Double> thresholds,
        long seed) {
    public Run {
        thresholds = List.copyOf(thresholds);
    }
}
