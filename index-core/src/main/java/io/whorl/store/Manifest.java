package io.whorl.store;

import io.whorl.scheme.Scheme;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A state of an index's files. What was committed since it was written is in the log that it names and in those after
 * it.
 *
 * @param generation from 1, one more at each change
 * @param scheme of every segment
 * @param segments the sealed segments, the oldest first
 * @param sequence number of the last commit that the segments hold; commits are numbered from 1
 * @param log number of the log in which the commits after it are; 0 for none
 */
public record Manifest(long generation, Scheme scheme, List<SegmentFile> segments, long sequence, long log) {
    public Manifest {
        segments = List.copyOf(segments);
    }

    /** Names of all segment files and of those that say who is dead. */
    Set<String> files() {
        Set<String> files = new HashSet<>();
        for (SegmentFile segment : segments) {
            files.add(segment.name());
            segment.deaths().ifPresent(deaths -> files.add(deaths.name()));
        }
        return files;
    }
}
