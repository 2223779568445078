package io.whorl.lab.run;

import java.util.List;

/** The results of a run. */
public record Results(Run run, List<Outcome> outcomes) {
    public Results {
        outcomes = List.copyOf(outcomes);
    }

    /**
     * A description of a run. Results of different runs must not be mixed.
     *
     * @param collection a digest of all ids and texts in their order
     * @param questions a digest of the ids and right answers of the queries
     * @param thresholds of the operational tests, in percent, in the order of the grid
     * @param seed of alterations and of drawn queries
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
}
