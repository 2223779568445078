package io.whorl.pairs;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Finds every pair of documents of a segment whose score reaches a threshold. One pass over the table counts the
 * minutiae that lead to each distinct list. Then the pairs of each document are counted over the lists that name it.
 * These counts are the triplets of BGMZ 4.1, but they are summed document by document, so only the pairs that score
 * enough are sorted. Used once.
 */
public final class PairSearch {
    /** The number of documents that a thread takes at a time. */
    private static final int ROWS = 32;

    private final Segment segment;
    private final PairRequest request;
    private final PairMemory memory;
    private final ScratchSpace scratch;
    private final LongConsumer progress;
    private final FamilyCounts families = new FamilyCounts();
    private long done;

    /** @param progress receives the number of documents that are done, from one thread at a time */
    public PairSearch(
            Segment segment, PairRequest request, PairMemory memory, ScratchSpace scratch, LongConsumer progress) {
        this.segment = segment;
        this.request = request;
        this.memory = memory;
        this.scratch = scratch;
        this.progress = progress;
    }

    /**
     * Finds the pairs.
     *
     * @return to be closed
     * @throws UncheckedIOException if scratch files cannot be written, or the thread was interrupted
     */
    public PairResult run() {
        PairRuns runs = new PairRuns(request.top(), memory.blocks(), scratch);
        try (PairScratch kept = new PairScratch(memory.arrays(), scratch)) {
            PairTables tables = tables(kept);
            count(tables, runs);
            return new PairResult(tables, request.top(), runs, families);
        } catch (IOException e) {
            close(runs, e);
            throw new UncheckedIOException(e);
        } catch (RuntimeException | Error e) {
            close(runs, e);
            throw e;
        }
    }

    private static void close(PairRuns runs, Throwable failure) {
        try {
            runs.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private PairTables tables(PairScratch kept) throws IOException {
        // The other shares of the memory are not used yet.
        try (PairScratch passing = new PairScratch(memory.arrays(), scratch)) {
            return new PairTables(segment, request.measure(), request.maxDf(), kept, passing);
        }
    }

    private void count(PairTables tables, PairRuns runs) throws IOException {
        SharedLists lists = tables.listsByDocument(memory.places());
        List<PairBuffer> buffers = new ArrayList<>();
        List<PairCounter> counters = new ArrayList<>();
        for (int i = 0; i < request.threads(); i++) {
            PairBuffer buffer = new PairBuffer(request.top(), memory.pairs(), runs);
            buffers.add(buffer);
            counters.add(new PairCounter(tables, new PairOffers(tables, request, buffer, families), memory.counters()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(request.threads(), DaemonThreads.named("whorl-pairs"));
        try {
            for (int from = 0; from < tables.documents(); ) {
                int to = lists.index(from);
                countWindow(lists, counters, from, to, threads);
                from = to;
            }
        } finally {
            threads.shutdownNow();
        }
        buffers.forEach(PairBuffer::finish);
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
