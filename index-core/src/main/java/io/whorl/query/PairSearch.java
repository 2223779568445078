package io.whorl.query;

import io.whorl.store.MinutiaCursor;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Every pair of documents above a threshold. One pass over the table counts how many minutiae each distinct list stands
 * for; then each document's pairs are counted over the lists it is in. BGMZ 4.1's triplets, without the sort. Used once.
 */
final class PairSearch {
    /** Documents a thread takes at a time. */
    private static final int ROWS = 32;

    private final Segment segment;
    private final PairsOptions options;
    private final int documents;
    private final int window;

    PairSearch(Segment segment, PairsOptions options) {
        this(segment, options, SharedLists.MOST);
    }

    /** @param window entries of lists turned round at a time */
    PairSearch(Segment segment, PairsOptions options, int window) {
        this.window = window;
        this.segment = segment;
        this.options = options;
        documents = Math.toIntExact(segment.counts().documents());
    }

    Pairs run() {
        ListTally tally = new ListTally();
        int[] alone = new int[segment.families().isEmpty() ? 0 : documents];
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            if (cursor.payload() >= documents) {
                tally.add(cursor.payload() - documents);
            } else if (alone.length > 0) {
                alone[(int) cursor.payload()]++;
            }
        }
        long ignored = 0;
        SharedLists lists = new SharedLists(segment.lists(), tally, documents, options.maxDf(), window);
        for (int i = 0; i < tally.size(); i++) {
            ignored += lists.ignored(i) ? tally.count(i) : 0;
        }
        BestPairs best = new BestPairs(options.top());
        // The second pass over the table costs little beside the pairs.
        long[] weights = options.measure().weighted() ? DocumentWeights.of(segment) : new long[0];
        for (int from = 0; from < documents; ) {
            int to = lists.index(from);
            count(lists, alone, weights, from, to, best);
            from = to;
        }
        List<Pair> pairs = new ArrayList<>();
        PairScore score = new PairScore(segment, options.measure(), weights);
        for (BestPairs.Hit hit : best.sorted()) {
            pairs.add(score.pair(hit));
        }
        return new Pairs(pairs, ignored);
    }

    private void count(SharedLists lists, int[] alone, long[] weights, int from, int to, BestPairs best) {
        AtomicInteger next = new AtomicInteger(from);
        ExecutorService threads = Executors.newFixedThreadPool(options.threads(), task -> {
            Thread thread = new Thread(task, "whorl-pairs");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<BestPairs>> parts = new ArrayList<>();
            for (int i = 0; i < options.threads(); i++) {
                parts.add(threads.submit(() -> {
                    PairCounter counter = new PairCounter(segment, lists, options, alone, weights);
                    for (int row = next.getAndAdd(ROWS); row < to; row = next.getAndAdd(ROWS)) {
                        for (int a = row; a < Math.min(row + ROWS, to); a++) {
                            counter.count(a);
                        }
                    }
                    return counter.best();
                }));
            }
            for (Future<BestPairs> part : parts) {
                best.addAll(part.get());
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException r) {
                throw r;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while pairs were counted", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
