package io.whorl.write;

import io.whorl.internal.Ranges;
import java.util.Objects;
import java.util.function.Consumer;

/** The resources of a writer's background merges, and the listener for failures. Immutable and thread-safe. */
public final class MergeOptions {
    /** Keeps 64 MiB of the disk free, merges segments of up to 2<sup>30</sup> live postings, has no listener. */
    public static final MergeOptions DEFAULT = builder().build();

    private final long reserve;
    private final long mostPostings;
    private final Consumer<WriterHealth.MergeFailure> listener;

    private MergeOptions(Builder builder) {
        reserve = builder.reserve;
        mostPostings = builder.mostPostings;
        listener = builder.listener;
    }

    /** A builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with the values of these options. */
    public Builder toBuilder() {
        return new Builder().reserve(reserve).mostPostings(mostPostings).listener(listener);
    }

    /** Bytes of the disk that merges leave free. */
    public long reserve() {
        return reserve;
    }

    /** Live postings above which a segment is not merged in the background. */
    public long mostPostings() {
        return mostPostings;
    }

    /** Receives merges that fail. */
    public Consumer<WriterHealth.MergeFailure> listener() {
        return listener;
    }

    /** Builds {@link MergeOptions}. Not thread-safe. */
    public static final class Builder {
        private long reserve = 64L << 20;
        private long mostPostings = 1L << 30;
        private Consumer<WriterHealth.MergeFailure> listener = failure -> {};

        private Builder() {}

        /**
         * Sets the disk space that merges leave free for the log and for seals. A merge that would use it fails with
         * {@link io.whorl.DiskSpaceException}.
         *
         * @param bytes 0 to 2<sup>50</sup>; with 0 the disk is not checked
         */
        public Builder reserve(long bytes) {
            reserve = Ranges.check("merge-reserve", bytes, 0, 1L << 50);
            return this;
        }

        /**
         * Sets the size above which only {@link IndexWriter#forceMerge} merges a segment. A merged segment has at most
         * the merge factor times as many live postings.
         *
         * @param value live postings, 1 to 2<sup>50</sup>
         */
        public Builder mostPostings(long value) {
            mostPostings = Ranges.check("merge-postings", value, 1, 1L << 50);
            return this;
        }

        /**
         * Sets the listener for merges that fail. It is called on the thread that merged: it must return soon, and must
         * not wait for the writer.
         */
        public Builder listener(Consumer<WriterHealth.MergeFailure> value) {
            listener = Objects.requireNonNull(value, "listener");
            return this;
        }

        /** The options. */
        public MergeOptions build() {
            return new MergeOptions(this);
        }
    }
}
