package io.whorl.lucene.collapse;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import java.util.Objects;

/** How hits are collapsed. Immutable. */
public final class CollapseOptions extends Options<CollapseOptions> {
    /** How alike two hits are, by their sketches A and B: from 0 to 1. */
    public enum Similarity {
        /** |A ∩ B| ÷ |A ∪ B|: near copies and versions of about the same length. */
        RESEMBLANCE,
        /**
         * |A ∩ B| ÷ min(|A|, |B|): also versions that have grown, excerpts, and documents that contain others. By
         * sketches min-s, the estimate is coarse where one document is much longer: at a tenth of the length, about a
         * tenth of s minutiae decide.
         */
        CONTAINMENT
    }

    /** Which hits the counts of groups cover. */
    public enum Counts {
        /**
         * The hits that had to be examined to find the requested groups: {@link CollapsedTopDocs#examined} of them,
         * from the best on, up to the last kept one. Costs nothing.
         */
        EXAMINED,
        /**
         * All hits of the query. Costs a second search that reads the sketch of each hit, without scores and on all
         * threads of the searcher.
         */
        ALL
    }

    /** Which pairs of hits are compared. */
    public enum Candidates {
        /** Pairs that share a minutia of their sketches. No pair of similar hits is missed. */
        SHARED_MINUTIAE,
        /**
         * Pairs that share a group key. Compares less where sketches are large, and misses some pairs:
         * {@link io.whorl.lucene.collapse.GroupKeys} has the probability. For small sketches {@code min-s}, it saves
         * nothing. A hit is a duplicate if it shares a key with a kept hit and is similar to it.
         */
        GROUP_KEYS
    }

    /**
     * Resemblance of 0.3, five hits collected at a time for each requested group, counts of the examined hits,
     * candidates by shared minutiae, at most 100 named members a group, hits counted exactly up to 1,000.
     */
    public static final CollapseOptions DEFAULT = new CollapseOptions();

    Similarity similarity = Similarity.RESEMBLANCE;
    double threshold = 0.3;
    int examinedPerGroup = 5;
    Counts counts = Counts.EXAMINED;
    Candidates candidates = Candidates.SHARED_MINUTIAE;
    int members = 100;
    int totalHitsThreshold = 1_000;

    private CollapseOptions() {}

    /** Sets how alike two hits are; the default is {@link Similarity#RESEMBLANCE}. */
    public CollapseOptions similarity(Similarity value) {
        return with(o -> o.similarity = Objects.requireNonNull(value, "similarity"));
    }

    /** Sets the least similarity of duplicates, more than 0, up to 1; the default is 0.3. */
    public CollapseOptions threshold(double value) {
        return with(o -> o.threshold = Ranges.checkShare("threshold", value));
    }

    /**
     * Sets how many hits are collected at a time for each requested group, 1 to 1,000; the default is 5. If they hold
     * too few groups, the search goes on after them. So it decides the time and the memory, but not the result.
     */
    public CollapseOptions examinedPerGroup(int value) {
        return with(o -> o.examinedPerGroup = Ranges.check("examinedPerGroup", value, 1, 1_000));
    }

    /** Sets which hits the counts cover; the default is {@link Counts#EXAMINED}. */
    public CollapseOptions counts(Counts value) {
        return with(o -> o.counts = Objects.requireNonNull(value, "counts"));
    }

    /** Sets which pairs are compared; the default is {@link Candidates#SHARED_MINUTIAE}. */
    public CollapseOptions candidates(Candidates value) {
        return with(o -> o.candidates = Objects.requireNonNull(value, "candidates"));
    }

    /** Sets how many members a group names at most, 0 to 1,000,000; the default is 100. More are only counted. */
    public CollapseOptions members(int value) {
        return with(o -> o.members = Ranges.check("members", value, 0, 1_000_000));
    }

    /** Sets up to which number the total number of hits is exact; the default is 1,000, as in Lucene. */
    public CollapseOptions totalHitsThreshold(int value) {
        return with(o -> o.totalHitsThreshold = Ranges.check("totalHitsThreshold", value, 0, Integer.MAX_VALUE));
    }
}
