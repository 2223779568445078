package io.whorl.write;

import java.util.List;

/**
 * The state of a writer's background work at one moment.
 *
 * @param segments sealed segments of the index
 * @param mostSegments segments at which seals and direct commits wait for merges
 * @param waiting whether a commit or a seal waits for merges now
 * @param failedMerges merges that failed since the writer was opened
 * @param setAside failures whose segments are set aside now
 */
public record WriterHealth(
        int segments, int mostSegments, boolean waiting, long failedMerges, List<MergeFailure> setAside) {
    public WriterHealth {
        setAside = List.copyOf(setAside);
    }

    /** Whether every segment can be merged, as far as is known. */
    public boolean isWell() {
        return setAside.isEmpty();
    }
}
