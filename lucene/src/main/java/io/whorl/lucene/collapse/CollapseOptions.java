package io.whorl.lucene.collapse;

import io.whorl.internal.Ranges;
import java.util.Objects;

/** How hits are collapsed. Immutable. */
public final class CollapseOptions {
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
         * {@link io.whorl.lucene.field.GroupKeys} has the probability. For small sketches {@code min-s}, it saves
         * nothing. A hit is a duplicate if it shares a key with a kept hit and is similar to it.
         */
        GROUP_KEYS
    }

    /**
     * Resemblance of 0.3, five hits collected at a time for each requested group, counts of the examined hits,
     * candidates by shared minutiae, at most 100 named members a group, hits counted exactly up to 1,000.
     */
    public static final CollapseOptions DEFAULT = builder().build();

    private record Values(
            Similarity similarity,
            double threshold,
            int examinedPerGroup,
            Counts counts,
            Candidates candidates,
            int members,
            int totalHitsThreshold) {}

    private final Values values;

    private CollapseOptions(Values values) {
        checkThreshold(values.threshold);
        Ranges.check("examinedPerGroup", values.examinedPerGroup, 1, 1_000);
        Ranges.check("members", values.members, 0, 1_000_000);
        Ranges.check("totalHitsThreshold", values.totalHitsThreshold, 0, Integer.MAX_VALUE);
        this.values = values;
    }

    private static void checkThreshold(double threshold) {
        if (!(threshold > 0 && threshold <= 1)) {
            throw new IllegalArgumentException("threshold is " + threshold + "; it must be more than 0 and at most 1");
        }
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        return builder()
                .similarity(values.similarity)
                .threshold(values.threshold)
                .examinedPerGroup(values.examinedPerGroup)
                .counts(values.counts)
                .candidates(values.candidates)
                .members(values.members)
                .totalHitsThreshold(values.totalHitsThreshold);
    }

    /** How alike two hits are. */
    public Similarity similarity() {
        return values.similarity;
    }

    /** The least similarity of a hit to the kept hit that it is a duplicate of; more than 0 and at most 1. */
    public double threshold() {
        return values.threshold;
    }

    /** The hits that are collected at a time, for each requested group; 1 to 1,000. */
    public int examinedPerGroup() {
        return values.examinedPerGroup;
    }

    /** Which hits the counts of groups cover. */
    public Counts counts() {
        return values.counts;
    }

    /** Which pairs of hits are compared. */
    public Candidates candidates() {
        return values.candidates;
    }

    /** The largest number of members that a group names, 0 to 1,000,000. */
    public int members() {
        return values.members;
    }

    /** Up to this number, {@link CollapsedTopDocs#totalHits} is exact. */
    public int totalHitsThreshold() {
        return values.totalHitsThreshold;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CollapseOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "CollapseOptions" + values;
    }

    /** Builds {@link CollapseOptions}. One thread at a time. */
    public static final class Builder {
        private Similarity similarity = Similarity.RESEMBLANCE;
        private double threshold = 0.3;
        private int examinedPerGroup = 5;
        private Counts counts = Counts.EXAMINED;
        private Candidates candidates = Candidates.SHARED_MINUTIAE;
        private int members = 100;
        private int totalHitsThreshold = 1_000;

        private Builder() {}

        /** Sets how alike two hits are; the default is {@link Similarity#RESEMBLANCE}. */
        public Builder similarity(Similarity value) {
            similarity = Objects.requireNonNull(value, "similarity");
            return this;
        }

        /** Sets the least similarity of duplicates, more than 0 and at most 1; the default is 0.3. */
        public Builder threshold(double value) {
            threshold = value;
            return this;
        }

        /**
         * Sets how many hits are collected at a time for each requested group, 1 to 1,000; the default is 5. If they
         * hold too few groups, the search goes on after them. So it decides the time and the memory, but not the
         * result.
         */
        public Builder examinedPerGroup(int value) {
            examinedPerGroup = value;
            return this;
        }

        /** Sets which hits the counts cover; the default is {@link Counts#EXAMINED}. */
        public Builder counts(Counts value) {
            counts = Objects.requireNonNull(value, "counts");
            return this;
        }

        /** Sets which pairs are compared; the default is {@link Candidates#SHARED_MINUTIAE}. */
        public Builder candidates(Candidates value) {
            candidates = Objects.requireNonNull(value, "candidates");
            return this;
        }

        /** Sets how many members a group names at most, 0 to 1,000,000; the default is 100. More are only counted. */
        public Builder members(int value) {
            members = value;
            return this;
        }

        /** Sets up to which number the total number of hits is exact; the default is 1,000, as in Lucene. */
        public Builder totalHitsThreshold(int value) {
            totalHitsThreshold = value;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public CollapseOptions build() {
            return new CollapseOptions(new Values(
                    similarity, threshold, examinedPerGroup, counts, candidates, members, totalHitsThreshold));
        }
    }
}
