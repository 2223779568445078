package io.whorl.write;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The resources of a writer's background merges, and the listener for failures. Immutable and thread-safe. */
public final class MergeOptions extends Options<MergeOptions> {
    /** Keeps 64 MiB of the disk free, merges segments of up to 2<sup>30</sup> live postings, has no listener. */
    public static final MergeOptions DEFAULT = new MergeOptions();

    private long reserve = 64L << 20;
    private long mostPostings = 1L << 30;
    private Consumer<WriterHealth.MergeFailure> listener = failure -> {};

    private MergeOptions() {}

    @Override
    protected Map<String, Object> values() {
        return named("reserve mostPostings listener").of(reserve, mostPostings, listener);
    }

    /** Bytes of the disk that merges leave free. */
    public long reserve() {
        return reserve;
    }

    /**
     * Sets the disk space that merges leave free for the log and for seals. A merge that would use it fails with
     * {@link io.whorl.DiskSpaceException}.
     *
     * @param bytes 0 to 2<sup>50</sup>; with 0 the disk is not checked
     */
    public MergeOptions reserve(long bytes) {
        return with(o -> o.reserve = Ranges.check("merge-reserve", bytes, 0, 1L << 50));
    }

    /** Live postings above which a segment is not merged in the background. */
    public long mostPostings() {
        return mostPostings;
    }

    /**
     * Sets the size above which only {@link IndexWriter#forceMerge} merges a segment. A merged segment has at most the
     * merge factor times as many live postings.
     *
     * @param value live postings, 1 to 2<sup>50</sup>
     */
    public MergeOptions mostPostings(long value) {
        return with(o -> o.mostPostings = Ranges.check("merge-postings", value, 1, 1L << 50));
    }

    /** Receives merges that fail. */
    public Consumer<WriterHealth.MergeFailure> listener() {
        return listener;
    }

    /**
     * Sets the listener for merges that fail. It is called on the thread that merged: it must return soon, and must not
     * wait for the writer.
     */
    public MergeOptions listener(Consumer<WriterHealth.MergeFailure> value) {
        return with(o -> o.listener = Objects.requireNonNull(value, "listener"));
    }
}
