package io.whorl.query;

import java.util.List;

/**
 * What {@link IndexCheck} found.
 *
 * @param files files looked at
 * @param bytes of the index
 * @param problems each with file and place; empty if the index is whole
 */
public record CheckReport(int files, long bytes, List<String> problems) {
    public CheckReport {
        problems = List.copyOf(problems);
    }
}
