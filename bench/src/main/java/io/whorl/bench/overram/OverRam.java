package io.whorl.bench.overram;

import io.whorl.bench.data.SingletonText;
import io.whorl.bench.report.Row;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Queries an index of singletons with documents of a thousand words, each for the first time: documents of the index,
 * and documents that share nothing with it.
 *
 * @param text the text of the index
 * @param seconds the duration of a measurement; as long again is spent before it
 */
public record OverRam(SingletonText text, int seconds) {
    private static final int PAGE = 4_096;
    private static final double MOST_READS = 1.1;
    private static final QueryOptions OPTIONS = QueryOptions.builder().top(20).build();

    /** The documents that are asked for. */
    private enum Asked {
        KNOWN,
        UNKNOWN
    }

    /** Queries with some numbers of threads. */
    public List<Row> measure(Snapshot snapshot, List<Integer> threads) throws InterruptedException, ExecutionException {
        List<Row> rows = new ArrayList<>();
        for (Asked asked : Asked.values()) {
            for (int count : threads) {
                run(snapshot, asked, count, 1);
                OptionalLong before = MemoryUse.bytesRead();
                long start = System.nanoTime();
                long[] times = run(snapshot, asked, count, 2);
                double took = (System.nanoTime() - start) / 1e9;
                OptionalLong after = MemoryUse.bytesRead();
                rows.addAll(rows(name(asked, count), times, took, before, after));
            }
        }
        MemoryUse.cached().ifPresent(bytes -> rows.add(Row.plain("files in memory", (bytes >> 20) + " MiB")));
        return rows;
    }

    private static String name(Asked asked, int threads) {
        return "over RAM, " + asked.name().toLowerCase(Locale.ROOT) + " documents, threads: " + threads + ", ";
    }

    private List<Row> rows(String name, long[] times, double took, OptionalLong before, OptionalLong after) {
        Arrays.sort(times);
        List<Row> rows = new ArrayList<>();
        rows.add(Row.plain(name + "queries", Row.number(times.length / took) + "/s"));
        rows.add(Row.plain(
                name + "median",
                Row.number(times[times.length / 2] / 1e6) + " ms, 99th percentile "
                        + Row.number(times[(int) (times.length * 0.99)] / 1e6) + " ms"));
        if (before.isPresent() && after.isPresent()) {
            double reads = (double) (after.getAsLong() - before.getAsLong()) / PAGE;
            double each = reads / times.length / text.chunks();
            rows.add(Row.figureAtMost(
                    MOST_READS,
                    name + "page reads a look-up",
                    Row.number(each),
                    Row.number(reads / times.length) + " a query",
                    each));
        }
        return rows;
    }

    /** Returns the times of the queries in nanoseconds. */
    private long[] run(Snapshot snapshot, Asked asked, int threads, int round)
            throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            List<Future<long[]>> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                SplittableRandom random = new SplittableRandom(((long) round << 32) + t);
                all.add(pool.submit(() -> ask(snapshot, asked, random, end)));
            }
            long[] times = {};
            for (Future<long[]> one : all) {
                long[] more = one.get();
                int length = times.length;
                times = Arrays.copyOf(times, length + more.length);
                System.arraycopy(more, 0, times, length, more.length);
            }
            return times;
        } finally {
            pool.shutdownNow();
        }
    }

    private long[] ask(Snapshot snapshot, Asked asked, SplittableRandom random, long end) {
        long[] times = new long[1_000];
        int n = 0;
        do {
            int document = random.nextInt(text.documents()) + (asked == Asked.KNOWN ? 0 : text.documents());
            byte[] query = text.text(document);
            long start = System.nanoTime();
            int found = snapshot.query(query, OPTIONS).matches().size();
            if (n == times.length) {
                times = Arrays.copyOf(times, 2 * n);
            }
            times[n++] = System.nanoTime() - start;
            if (found == 0 && asked == Asked.KNOWN) {
                throw new IllegalStateException("document " + document + " is not found");
            }
        } while (System.nanoTime() < end);
        return Arrays.copyOf(times, n);
    }
}
