package io.whorl.write;

import io.whorl.bulk.IndexingOptions;
import io.whorl.internal.Ranges;
import io.whorl.live.LiveTier.LiveLimits;
import io.whorl.write.Maintenance.SegmentMerger;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The options of a writer: {@code WriterOptions.DEFAULT.mergeFactor(4)}. Except for {@link #storeText},
 * {@link #storeFingerprints} and {@link #repeatedIds}, they change the speed and the resources of a writer, never the
 * answers of the index. Immutable and thread-safe.
 */
public final class WriterOptions extends IndexingOptions<WriterOptions> {
    /**
     * A live tier of 1,048,576 postings and 65,536 documents, direct commits beyond half of these postings, a merge
     * factor of 8, a quarter of the heap, all cores. A document replaces an earlier one of its id. Uses a Chronicle Map
     * if it works in this process, and needs neither the library nor JVM flags.
     */
    public static final WriterOptions DEFAULT = new WriterOptions();

    private static final int HALF_OF_LIVE = 0;

    private int livePostings = 1 << 20;
    private int liveDocuments = 1 << 16;
    private int directPostings = HALF_OF_LIVE;
    private int mergeFactor = 8;
    private LiveMap liveMap = LiveMap.AUTO;
    private int queryCores = 1;
    private long mergeReserve = 64L << 20;
    private long mergePostings = 1L << 30;
    private Consumer<WriterHealth.MergeFailure> onMergeFailure = failure -> {};
    private UnaryOperator<SegmentMerger> merger = UnaryOperator.identity();

    private WriterOptions() {
        super(4);
    }

    /**
     * Whether a writer keeps the documents of its last commits in a Chronicle Map as well as in the log, so that its
     * own snapshots find them there. The answers are the same with and without the map.
     *
     * <p>The map needs the optional library Chronicle Map, a JDK rather than a JRE, and some JVM flags
     * ({@link io.whorl.live.LiveTier#flags}).
     */
    public enum LiveMap {
        /**
         * Uses the map if it works in this process. The writer tries this when it opens, and reports its choice and the
         * reason by the event {@code io.whorl.LiveMap} and by the logger {@code io.whorl.write}.
         */
        AUTO,
        /** Uses the map. If it does not work, opening fails with {@link io.whorl.WriterException}. */
        REQUIRED,
        /**
         * Does not use the map. This saves its memory, and a second when a process first opens a writer. The writer's
         * snapshots search small segments made from the log, like those of other processes.
         */
        NONE
    }

    @Override
    protected void check() {
        Ranges.check("direct-postings", directPostings(), 1, livePostings);
    }

    public int livePostings() {
        return livePostings;
    }

    /**
     * Sets the postings that the live tier holds before it is sealed, 1,000 to 2<sup>28</sup>; each takes about 40
     * bytes of page cache.
     */
    public WriterOptions livePostings(int value) {
        return with(o -> o.livePostings = Ranges.check("live-postings", value, 1_000, 1 << 28));
    }

    public int liveDocuments() {
        return liveDocuments;
    }

    /**
     * Sets the documents that the live tier holds before it is sealed, 100 to 2<sup>24</sup>; each takes about 200
     * bytes of heap.
     */
    public WriterOptions liveDocuments(int value) {
        return with(o -> o.liveDocuments = Ranges.check("live-documents", value, 100, 1 << 24));
    }

    public int directPostings() {
        return directPostings == HALF_OF_LIVE ? livePostings / 2 : directPostings;
    }

    /**
     * Sets the size from which a commit is written directly as a segment, without log and live tier. The default is
     * half of the live tier's postings.
     *
     * @param value postings, 1 to {@link #livePostings}
     */
    public WriterOptions directPostings(int value) {
        return with(o -> o.directPostings = Ranges.check("direct-postings", value, 1, 1 << 28));
    }

    public int mergeFactor() {
        return mergeFactor;
    }

    /**
     * Sets how many segments of about one size are merged into one, 2 to 64. A larger factor writes less, and makes
     * queries read more segments.
     */
    public WriterOptions mergeFactor(int value) {
        return with(o -> o.mergeFactor = Ranges.check("merge-factor", value, 2, 64));
    }

    public LiveMap liveMap() {
        return liveMap;
    }

    /** Sets whether to hold the documents of the last commits in a Chronicle Map. */
    public WriterOptions liveMap(LiveMap value) {
        return with(o -> o.liveMap = Objects.requireNonNull(value, "liveMap"));
    }

    public int queryCores() {
        return queryCores;
    }

    /**
     * Sets how many cores the writer leaves to the queries of this process while they run: its additions, commits,
     * seals and merges share the others, at least one. Queries have even times then, and additions are slower. If no
     * query has run for 1 ms, the writer uses all cores.
     *
     * @param value 0 to 1,024; the default is 1
     */
    public WriterOptions queryCores(int value) {
        return with(o -> o.queryCores = Ranges.check("query-cores", value, 0, 1_024));
    }

    public long mergeReserve() {
        return mergeReserve;
    }

    /**
     * Sets the disk space that merges leave free for the log and for seals. A merge that would use it fails with
     * {@link io.whorl.DiskSpaceException}.
     *
     * @param bytes 0 to 2<sup>50</sup>; with 0 the disk is not checked; the default is 64 MiB
     */
    public WriterOptions mergeReserve(long bytes) {
        return with(o -> o.mergeReserve = Ranges.check("merge-reserve", bytes, 0, 1L << 50));
    }

    public long mergePostings() {
        return mergePostings;
    }

    /**
     * Sets the size above which only {@link IndexWriter#forceMerge} merges a segment. A merged segment has at most the
     * merge factor times as many live postings.
     *
     * @param value live postings, 1 to 2<sup>50</sup>; the default is 2<sup>30</sup>
     */
    public WriterOptions mergePostings(long value) {
        return with(o -> o.mergePostings = Ranges.check("merge-postings", value, 1, 1L << 50));
    }

    public Consumer<WriterHealth.MergeFailure> onMergeFailure() {
        return onMergeFailure;
    }

    /**
     * Sets the listener for merges that fail. It is called on the thread that merged: it must return soon, and must not
     * wait for the writer.
     */
    public WriterOptions onMergeFailure(Consumer<WriterHealth.MergeFailure> value) {
        return with(o -> o.onMergeFailure = Objects.requireNonNull(value, "onMergeFailure"));
    }

    LiveLimits limits() {
        return new LiveLimits(livePostings, liveDocuments);
    }

    /** Bytes of a log after which a new one is started: more than a full tier of ordinary documents takes. */
    long mostLogged() {
        return 2 * limits().bytes();
    }

    /** What merges segments: the given merger, or another around it. */
    UnaryOperator<SegmentMerger> merger() {
        return merger;
    }

    /** Sets what merges segments. */
    WriterOptions merger(UnaryOperator<SegmentMerger> value) {
        return with(o -> o.merger = value);
    }
}
