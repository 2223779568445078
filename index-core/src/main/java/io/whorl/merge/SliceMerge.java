package io.whorl.merge;

import io.whorl.assembly.ListPool;
import io.whorl.assembly.PostingSpool;
import io.whorl.scheme.Scheme;
import io.whorl.store.EntryRuns;
import io.whorl.store.MappingFault;
import io.whorl.store.OverflowWindow;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;

/**
 * Merges the minutiae of several segments on several threads. Each merges slices of minutiae with equal leading bits,
 * and hands them in by turns, so that the result does not depend on the threads or on the memory. Used once.
 */
final class SliceMerge {
    private static final int MOST_PART_BITS = 12;
    /** An upper estimate of the bytes that an input takes in each thread, besides its block of minutiae. */
    private static final long INPUT = 2_048;

    private final List<SegmentMerge.Input> inputs;
    private final Scheme scheme;
    private final int partBits;
    private final long memory;
    private final ExecutorService threads;
    private final List<Worker> all = new ArrayList<>();
    private final int workers;
    private final BooleanSupplier cancelled;
    private final OverflowWindow[] windows;

    /**
     * @param inputs with living documents only
     * @param memory bytes, half of which are for entries outside the main tables of the inputs
     * @param workers slices to merge at a time; fewer if there are many inputs for the memory
     */
    SliceMerge(
            List<SegmentMerge.Input> inputs,
            Scheme scheme,
            long memory,
            ExecutorService threads,
            int workers,
            BooleanSupplier cancelled) {
        this.inputs = inputs;
        this.scheme = scheme;
        this.memory = memory;
        this.threads = threads;
        this.workers = (int) Math.max(1, Math.min(workers, memory / 4 / (INPUT * Math.max(1, inputs.size()))));
        this.cancelled = cancelled;
        windows = new OverflowWindow[inputs.size()];
        long minutiae = minutiae();
        int bits = 0;
        while (minutiae >> PostingSpool.PARTITION_BITS + bits > SliceEntries.entries(memoryOfSlice())
                && bits < MOST_PART_BITS) {
            bits++;
        }
        partBits = bits;
    }

    private long minutiae() {
        return inputs.stream()
                .mapToLong(input -> input.segment().counts().minutiae())
                .sum();
    }

    private long memoryOfSlice() {
        return memory / 4 / workers;
    }

    /** The number of slices: as many as the runs of entries. */
    int slices() {
        return PostingSpool.PARTITIONS << partBits;
    }

    /** One thread's part: its cursors, and what it remembers. */
    private final class Worker {
        final MergeInput[] merged = new MergeInput[inputs.size()];
        final long[] taken = new long[inputs.size()];
        final SliceEntries entries;
        final MinutiaMerge merge;

        Worker(MergedFamilies families, long documents, MergeTurns turns, EntryRuns runs) {
            for (int i = 0; i < merged.length; i++) {
                merged[i] = MergeInput.inRanges(
                        inputs.get(i).segment(), families.holders(i), memory / 16 / workers / merged.length);
            }
            MergeMemo memo = new MergeMemo(MinutiaMerge.keyWidth(merged.length), minutiae(), memory / 8 / workers);
            entries = new SliceEntries(turns, runs, memo, documents, scheme.frequencies(), memoryOfSlice());
            merge = new MinutiaMerge(merged, scheme.frequencies(), memo, entries, cancelled);
        }

        void merge(int slice) throws IOException {
            int shift = scheme.hashing().bits() - PostingSpool.PARTITION_BITS - partBits;
            long first = (long) slice << shift;
            long last = first + (1L << shift) - 1;
            entries.begin(slice, (slice & (1 << partBits) - 1) == 0);
            open(first, last);
            while (!(merge.run() && entries.finish())) {
                merge.undo();
                entries.again();
                open(first, last);
            }
            for (int i = 0; i < merged.length; i++) {
                taken[i] += merged[i].taken();
            }
        }

        private void open(long first, long last) {
            for (int i = 0; i < merged.length; i++) {
                merged[i].open(first, last, windows[i]);
            }
        }
    }

    /**
     * Merges all minutiae.
     *
     * @param runs receives the entries, a run for each slice
     * @throws io.whorl.CorruptIndexException if an input does not contain as many minutiae as it says
     */
    SegmentCounts run(MergedDocuments documents, MergedFamilies families, ListPool pool, EntryRuns runs)
            throws IOException {
        MergeTurns turns = new MergeTurns(pool);
        for (int i = 0; i < workers; i++) {
            all.add(new Worker(families, documents.count(), turns, runs));
        }
        forEachInput(i -> windows[i] = inputs.get(i).segment().table().overflow());
        for (int lead = 0, to; lead < OverflowWindow.LEADS; lead = to) {
            to = load(lead);
            int end = to << partBits;
            List<Callable<Void>> tasks = new ArrayList<>();
            for (Worker worker : all) {
                tasks.add(() -> MappingFault.settled(() -> {
                    for (int slice = turns.draw(end); slice >= 0; slice = turns.draw(end)) {
                        merge(worker, slice, turns);
                    }
                    return null;
                }));
            }
            ParallelTasks.runAll(tasks, threads);
        }
        return counts(documents);
    }

    private void merge(Worker worker, int slice, MergeTurns turns) throws IOException {
        try {
            worker.merge(slice);
        } catch (Throwable e) {
            if (turns.failed(slice)) {
                // The other threads only stop because of this failure.
                throw e;
            }
        }
    }

    /**
     * Loads the entries outside the main tables of as many leading bytes as fit the memory.
     *
     * @return the end of the leading bytes; if not even one fits, its entries are read from the file
     */
    private int load(int lead) throws IOException {
        long room = Math.min(memory / 2 / OverflowWindow.ENTRY, Integer.MAX_VALUE / 2);
        int to = lead;
        for (long total = count(to); total <= room; total += count(to)) {
            if (++to == OverflowWindow.LEADS) {
                break;
            }
        }
        if (to == lead) {
            return lead + 1;
        }
        int end = to;
        forEachInput(i -> windows[i].load(lead, end));
        return to;
    }

    /** The entries of all inputs with a leading byte. */
    private long count(int lead) {
        long count = 0;
        for (OverflowWindow window : windows) {
            count += window.count(lead);
        }
        return count;
    }

    private interface ForInput {
        void run(int input) throws IOException;
    }

    private void forEachInput(ForInput work) throws IOException {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < windows.length; i++) {
            int input = i;
            tasks.add(() -> MappingFault.settled(() -> {
                work.run(input);
                return null;
            }));
        }
        ParallelTasks.runAll(tasks, threads);
    }

    private SegmentCounts counts(MergedDocuments documents) {
        for (int i = 0; i < windows.length; i++) {
            int input = i;
            Segment segment = inputs.get(i).segment();
            long taken = all.stream().mapToLong(worker -> worker.taken[input]).sum();
            if (taken != segment.counts().minutiae()) {
                throw segment.table()
                        .damaged("there are " + taken + " minutiae; the header says "
                                + segment.counts().minutiae());
            }
        }
        return new SegmentCounts(
                documents.count(),
                documents.words(),
                all.stream().mapToLong(worker -> worker.merge.minutiae()).sum(),
                all.stream().mapToLong(worker -> worker.merge.singletons()).sum(),
                all.stream().mapToLong(worker -> worker.merge.postings()).sum());
    }
}
