package io.whorl.crash;

import java.util.Map;

/**
 * What a scenario went through.
 *
 * @param points moments at which the power was cut
 * @param images images drawn
 * @param distinct of these, those that differ, each of which was read
 * @param states how many images held each state
 * @param counts what the disk was asked to do
 */
public record CrashReport<S>(long points, long images, long distinct, Map<S, Integer> states, DiskCounts counts) {
    public CrashReport {
        states = Map.copyOf(states);
    }
}
