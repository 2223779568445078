package io.whorl.store;

import io.whorl.scheme.Scheme;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A state of the files of an index. Later commits are in the log that it names and in the following ones.
 *
 * @param generation number of the state, from 1
 * @param scheme scheme of all segments
 * @param stored what the index stores of its documents
 * @param segments sealed segments, oldest first
 * @param sequence sequence number of the last commit in the segments; commits are numbered from 1
 * @param log number of the log with the following commits; 0 for none
 * @param reached number of the last commit whose deletions the files of dead documents may contain: the logs of the
 *     index reach it, and those of a copy that mixes files of different times may not
 * @param backupOf the directory of the index of which this is a backup that no writer has opened; empty otherwise
 */
public record Manifest(
        long generation,
        Scheme scheme,
        StoredKinds stored,
        List<SegmentFile> segments,
        long sequence,
        long log,
        long reached,
        Optional<String> backupOf) {
    public Manifest {
        if (reached < sequence) {
            throw new IllegalArgumentException("reached is " + reached + "; it is at least sequence, " + sequence);
        }
        segments = List.copyOf(segments);
    }

    /** A state of an index that is no backup. */
    public Manifest(
            long generation,
            Scheme scheme,
            StoredKinds stored,
            List<SegmentFile> segments,
            long sequence,
            long log,
            long reached) {
        this(generation, scheme, stored, segments, sequence, log, reached, Optional.empty());
    }

    /** The names of all segments and files of dead documents. */
    public Set<String> files() {
        Set<String> files = new HashSet<>();
        for (SegmentFile segment : segments) {
            files.add(segment.name());
            segment.deaths().ifPresent(deaths -> files.add(deaths.name()));
        }
        return files;
    }
}
