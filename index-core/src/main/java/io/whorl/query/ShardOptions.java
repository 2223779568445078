package io.whorl.query;

import io.whorl.bulk.RepeatedIds;
import io.whorl.internal.Ranges;
import java.util.Objects;

/**
 * How several indexes are queried as one: {@code ShardOptions.builder().threads(4).build()}. Immutable, thread-safe.
 */
public final class ShardOptions {
    /** Keeps the last of several documents with one id, and searches on the calling thread. */
    public static final ShardOptions DEFAULT = builder().build();

    private final RepeatedIds repeatedIds;
    private final int threads;

    private ShardOptions(Builder builder) {
        repeatedIds = builder.repeatedIds;
        threads = builder.threads;
    }

    /** A builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with the values of these options. */
    public Builder toBuilder() {
        return new Builder().repeatedIds(repeatedIds).threads(threads);
    }

    /** Which of several documents with one id is found. */
    public RepeatedIds repeatedIds() {
        return repeatedIds;
    }

    /** The threads that search for one query. */
    public int threads() {
        return threads;
    }

    /** Builds {@link ShardOptions}. Not thread-safe. */
    public static final class Builder {
        private RepeatedIds repeatedIds = RepeatedIds.LAST;
        private int threads = 1;

        private Builder() {}

        /**
         * Which of several documents with one id is found, in the order of the indexes. The others are as if they were
         * deleted.
         */
        public Builder repeatedIds(RepeatedIds value) {
            repeatedIds = Objects.requireNonNull(value, "repeatedIds");
            return this;
        }

        /**
         * Sets the threads that search for one query, including the one that calls. Each needs counters of about two
         * megabytes, and the memory of {@link QueryOptions#memory}. The answers do not depend on it.
         *
         * @param value 1 to 1,024
         */
        public Builder threads(int value) {
            threads = Ranges.check("threads", value, 1, 1_024);
            return this;
        }

        /** The options. */
        public ShardOptions build() {
            return new ShardOptions(this);
        }
    }
}
