package io.whorl.crash;

import java.util.Map;

/**
 * The result of a scenario.
 *
 * @param points moments at which the power was lost
 * @param images images drawn
 * @param distinct distinct images, each of which was read
 * @param states how many images had each state
 * @param counts operations of the disk
 */
public record CrashReport<S>(long points, long images, long distinct, Map<S, Integer> states, DiskCounts counts) {
    public CrashReport {
        states = Map.copyOf(states);
    }
}
