package io.whorl.lab.model;

import java.util.List;

/**
 * The results of a run.
 *
 * @param run a description of the run
 * @param outcomes in the order of the grid
 */
public record Results(Run run, List<Outcome> outcomes) {
    public Results {
        outcomes = List.copyOf(outcomes);
    }
}
