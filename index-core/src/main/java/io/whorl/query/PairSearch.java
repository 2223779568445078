package io.whorl.query;

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

/**
 * Every pair of documents above a threshold. One pass over the table counts how many minutiae each distinct list stands
 * for; then each document's pairs are counted over the lists it is in. These are the triplets of BGMZ 4.1, but they are
 * added up document by document, so that only the pairs that score are sorted. Used once.
 */
final class PairSearch {
    /** Documents a thread takes at a time. */
    private static final int ROWS = 32;

    private final Segment segment;
    private final PairsOptions options;
    private final PairMemory memory;
    private final ScratchSpace scratch;
    private final Pairs.Progress progress;
    private final FamilyTally families = new FamilyTally();
    private long done;

    PairSearch(Segment segment, PairsOptions options, ScratchSpace scratch, Pairs.Progress progress) {
        this(segment, options, PairMemory.of(options), scratch, progress);
    }

    /** With memory shared out in another way, for tests. */
    PairSearch(
            Segment segment, PairsOptions options, PairMemory memory, ScratchSpace scratch, Pairs.Progress progress) {
        this.segment = segment;
        this.options = options;
        this.memory = memory;
        this.scratch = scratch;
        this.progress = progress;
    }

    /** @throws UncheckedIOException if scratch files cannot be written, or the thread was interrupted */
    Pairs run() {
        PairRuns runs = new PairRuns(options.top(), memory.blocks(), scratch);
        try (PairScratch kept = new PairScratch(memory.arrays(), scratch)) {
            PairTables tables = tables(kept);
            count(tables, runs);
            return new Pairs(tables, options.top(), runs, families);
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
        // The other shares of the memory are not in use yet.
        try (PairScratch passing = new PairScratch(memory.arrays(), scratch)) {
            return new PairTables(segment, options.measure(), options.maxDf(), kept, passing);
        }
    }

    private void count(PairTables tables, PairRuns runs) throws IOException {
        SharedLists lists = tables.turnedRound(memory.places());
        List<PairBuffer> buffers = new ArrayList<>();
        List<PairCounter> counters = new ArrayList<>();
        for (int i = 0; i < options.threads(); i++) {
            PairBuffer buffer = new PairBuffer(options.top(), memory.pairs(), runs);
            buffers.add(buffer);
            counters.add(new PairCounter(tables, new PairOffers(tables, options, buffer, families), memory.counters()));
        }
        ExecutorService threads = Executors.newFixedThreadPool(options.threads(), task -> {
            Thread thread = new Thread(task, "whorl-pairs");
            thread.setDaemon(true);
            return thread;
        });
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
                    // The others need not go on either.
                    next.set(to);
                    throw e;
                }
            });
        }
        ParallelTasks.runAll(tasks, threads);
    }

    private synchronized void done(int documents) {
        done += documents;
        progress.at(done, segment.counts().documents());
    }
}
