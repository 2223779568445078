package io.whorl.write;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * The resources that a writer's background merging may take, and the listener that it reports to.
 *
 * @param reserve bytes of the disk that merging leaves free, for the log and for seals, 0 to 1 PiB; a merge that would
 *     take them fails with {@link io.whorl.DiskSpaceException}. 0 does not watch the disk
 * @param mostPostings a segment with more live postings is merged by {@link IndexWriter#forceMerge} alone, 1 to
 *     2<sup>50</sup>; a merged segment has at most mergeFactor times as many
 * @param listener is called with each merge that fails, on the thread that merged: it must return soon, and must not
 *     wait for the writer
 */
public record MergeOptions(long reserve, long mostPostings, Consumer<MergeFailure> listener) {
    /**
     * 64 MiB stay free, segments of more than 2<sup>30</sup> live postings stay as they are, and failures are not
     * reported to a listener.
     */
    public static final MergeOptions DEFAULT = new MergeOptions(64L << 20, 1L << 30, failure -> {});

    public MergeOptions {
        WriterOptions.check("merge-reserve", reserve, 0, 1L << 50);
        WriterOptions.check("merge-postings", mostPostings, 1, 1L << 50);
        Objects.requireNonNull(listener, "listener");
    }

    public MergeOptions reserve(long bytes) {
        return new MergeOptions(bytes, mostPostings, listener);
    }

    public MergeOptions mostPostings(long value) {
        return new MergeOptions(reserve, value, listener);
    }

    public MergeOptions listener(Consumer<MergeFailure> value) {
        return new MergeOptions(reserve, mostPostings, value);
    }
}
