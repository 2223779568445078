package io.whorl.query;

import java.util.List;

/**
 * What {@link IndexRepair} did.
 *
 * @param kept what the index is made of now; empty if nothing could be kept, and then nothing was changed
 * @param lost what could not be kept, each with the reason
 */
public record RepairReport(List<String> kept, List<String> lost) {
    public RepairReport {
        kept = List.copyOf(kept);
        lost = List.copyOf(lost);
    }
}
