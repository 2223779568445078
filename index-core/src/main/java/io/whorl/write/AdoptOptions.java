package io.whorl.write;

import io.whorl.bulk.RepeatedIds;
import io.whorl.internal.Ranges;
import java.util.Objects;

/** How an index adopts a segment set: {@code AdoptOptions.builder().link(true).build()}. Immutable and thread-safe. */
public final class AdoptOptions {
    /** Keeps the last of several documents with one id, copies the segments, and keeps 64 MiB of the disk free. */
    public static final AdoptOptions DEFAULT = builder().build();

    private final RepeatedIds repeatedIds;
    private final boolean link;
    private final long reserve;

    private AdoptOptions(Builder builder) {
        repeatedIds = builder.repeatedIds;
        link = builder.link;
        reserve = builder.reserve;
    }

    /** A builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with the values of these options. */
    public Builder toBuilder() {
        return new Builder().repeatedIds(repeatedIds).link(link).reserve(reserve);
    }

    /** Which of several documents with one id is kept. */
    public RepeatedIds repeatedIds() {
        return repeatedIds;
    }

    /** Whether segments are linked rather than copied. */
    public boolean link() {
        return link;
    }

    /** Bytes of the disk that stay free. */
    public long reserve() {
        return reserve;
    }

    /** Builds {@link AdoptOptions}. Not thread-safe. */
    public static final class Builder {
        private RepeatedIds repeatedIds = RepeatedIds.LAST;
        private boolean link;
        private long reserve = 64L << 20;

        private Builder() {}

        /** Which of several documents with one id is kept: of the index, then of the shards in their order. */
        public Builder repeatedIds(RepeatedIds value) {
            repeatedIds = Objects.requireNonNull(value, "repeatedIds");
            return this;
        }

        /**
         * Whether to make hard links to the segments of the set rather than to copy them, if the file system can. Then
         * the index and the set share the files. Whorl never writes to a segment again; the set may be removed, but do
         * not let another program change its files in place.
         */
        public Builder link(boolean value) {
            link = value;
            return this;
        }

        /**
         * Sets the disk space to keep free. An adoption that would use it fails with
         * {@link io.whorl.DiskSpaceException}.
         *
         * @param bytes 0 to 2<sup>50</sup>; with 0 the disk is not checked
         */
        public Builder reserve(long bytes) {
            reserve = Ranges.check("reserve", bytes, 0, 1L << 50);
            return this;
        }

        /** The options. */
        public AdoptOptions build() {
            return new AdoptOptions(this);
        }
    }
}
