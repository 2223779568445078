package io.whorl.lab.model;

import java.util.List;

/**
 * A whole run.
 *
 * @param run what it was about
 * @param outcomes in the order of the grid
 */
public record Results(Run run, List<Outcome> outcomes) {
    public Results {
        outcomes = List.copyOf(outcomes);
    }
}
