package io.whorl.pairs;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.store.ParallelTasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Counts the pairs of all documents, with a thread for each receiver of pairs. Used once. */
final class PairCount {
    /** The number of documents that a thread takes at a time. */
    private static final int ROWS = 32;

    private final PairTables tables;
    private final PairMemory memory;
    private final LongConsumer progress;
    private long done;

    /** @param progress receives the number of documents that are done, from one thread at a time */
    PairCount(PairTables tables, PairMemory memory, LongConsumer progress) {
        this.tables = tables;
        this.memory = memory;
        this.progress = progress;
    }

    /** @param sinks the receivers of all threads */
    void run(List<? extends PairSink> sinks, PairRequest request, FamilyCounts families) throws IOException {
        SharedLists lists = tables.listsByDocument(memory.places());
        List<PairCounter> counters = new ArrayList<>();
        for (PairSink sink : sinks) {
            counters.add(new PairCounter(tables, new PairOffers(tables, request, sink, families), memory.counters()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(sinks.size(), DaemonThreads.named("whorl-pairs"));
        try {
            for (int from = 0; from < tables.documents(); ) {
                int to = lists.index(from);
                countWindow(lists, counters, from, to, threads);
                from = to;
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void countWindow(SharedLists lists, List<PairCounter> counters, int from, int to, ExecutorService threads)
            throws IOException {
        // A long, because it runs past the last document.
        AtomicLong next = new AtomicLong(from);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (PairCounter counter : counters) {
            tasks.add(() -> {
                try {
                    for (long row = next.getAndAdd(ROWS); row < to; row = next.getAndAdd(ROWS)) {
                        int end = (int) Math.min(row + ROWS, to);
                        for (int document = (int) row; document < end; document++) {
                            counter.count(document, lists);
                        }
                        done(end - (int) row);
                    }
                    return null;
                } catch (RuntimeException | Error e) {
                    // Stop the other threads too.
                    next.set(to);
                    throw e;
                }
            });
        }
        ParallelTasks.runAll(tasks, threads);
    }

    private synchronized void done(int documents) {
        done += documents;
        progress.accept(done);
    }
}
