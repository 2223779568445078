package io.whorl.write;

import io.whorl.live.LiveLimits;
import java.util.Objects;

/**
 * How a writer goes about its work. What it answers does not depend on it.
 *
 * @param livePostings postings that the live tier holds before it is sealed, 1,000 to 268,435,456; some 40 bytes of the
 *     page cache each
 * @param liveDocuments documents that it holds before it is sealed, 100 to 16,777,216; some 200 bytes of heap each
 * @param straightPostings a commit of more postings is written straight as a segment, past the log and the live tier; 1
 *     to livePostings
 * @param mergeFactor segments of about one size that are merged to one, 2 to 64: the larger, the less is written and
 *     the more segments a query asks
 * @param memory bytes of heap for the data that grow with a large commit, a seal or a merge, each, 16 MiB to 1 PiB;
 *     beyond, they spill. Small merges, which go on beside a large one, take a quarter of it
 * @param liveMap whether the writer keeps the documents that it committed last in a Chronicle Map for its own snapshots
 * @param threads threads that fingerprint for {@link IndexWriter#addAll} and sort, 1 to 1,024
 * @param merges the resources of merging in the background, and the listener that it reports to
 */
public record WriterOptions(
        int livePostings,
        int liveDocuments,
        int straightPostings,
        int mergeFactor,
        long memory,
        LiveMap liveMap,
        int threads,
        MergeOptions merges) {
    /**
     * A million postings, 65,536 documents, commits up to half of that, merging by eights, a quarter of the heap. It
     * needs neither Chronicle Map nor flags, and uses the map where it runs.
     */
    public static final WriterOptions DEFAULT = new WriterOptions(
            1 << 20,
            1 << 16,
            1 << 19,
            8,
            Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 4),
            LiveMap.AUTO,
            Runtime.getRuntime().availableProcessors(),
            MergeOptions.DEFAULT);

    public WriterOptions {
        check("live-postings", livePostings, 1_000, 1 << 28);
        check("live-documents", liveDocuments, 100, 1 << 24);
        check("straight-postings", straightPostings, 1, livePostings);
        check("merge-factor", mergeFactor, 2, 64);
        check("memory", memory, 16L << 20, 1L << 50);
        check("threads", threads, 1, 1_024);
        Objects.requireNonNull(merges, "merges");
    }

    /** With a live tier of this size; commits of more than half of it are written straight. */
    public WriterOptions live(int postings, int documents) {
        return new WriterOptions(
                postings, documents, Math.max(1, postings / 2), mergeFactor, memory, liveMap, threads, merges);
    }

    public WriterOptions straightPostings(int value) {
        return new WriterOptions(livePostings, liveDocuments, value, mergeFactor, memory, liveMap, threads, merges);
    }

    public WriterOptions mergeFactor(int value) {
        return new WriterOptions(
                livePostings, liveDocuments, straightPostings, value, memory, liveMap, threads, merges);
    }

    public WriterOptions memory(long bytes) {
        return new WriterOptions(
                livePostings, liveDocuments, straightPostings, mergeFactor, bytes, liveMap, threads, merges);
    }

    public WriterOptions liveMap(LiveMap value) {
        return new WriterOptions(
                livePostings, liveDocuments, straightPostings, mergeFactor, memory, value, threads, merges);
    }

    public WriterOptions threads(int value) {
        return new WriterOptions(
                livePostings, liveDocuments, straightPostings, mergeFactor, memory, liveMap, value, merges);
    }

    public WriterOptions merges(MergeOptions value) {
        return new WriterOptions(
                livePostings, liveDocuments, straightPostings, mergeFactor, memory, liveMap, threads, value);
    }

    /** What a live tier is to hold at the most. */
    LiveLimits limits() {
        return new LiveLimits(livePostings, liveDocuments);
    }

    /** Bytes of a log beyond which the next one is begun: more than a full tier of usual documents has. */
    long mostLogged() {
        return 2 * limits().bytes();
    }

    static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + least + " to " + most);
        }
    }
}
