package io.whorl.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.function.LongUnaryOperator;

/**
 * Computes the weight data of each document: the mean of ln f_t over its minutiae (docs/FORMAT.md, "Mean logarithms").
 * The frequencies within the segment are exact; those of the other segments come from a sample of the minutiae of each
 * document ({@link ElsewhereLogs}). Used once.
 */
final class MeanLogWriter {
    private static final int BLOCK = 1 << 9;
    private static final int MOST_GROUPS = 16;
    /** Bytes for each document: its sum, what other segments add to it, and the size of its sample. */
    private static final int DOCUMENT = 2 * Long.BYTES + Integer.BYTES;

    private final EntryRuns entries;
    private final DocumentLists lists;
    private final DocumentSource documents;
    private final int bits;
    private final CollectionFrequencies others;
    private final long most;

    /**
     * @param entries entries of the table; payloads as in {@link MinutiaTable}
     * @param bits W
     * @param others the other documents of the index
     */
    MeanLogWriter(
            EntryRuns entries, DocumentLists lists, DocumentSource documents, int bits, CollectionFrequencies others) {
        this.entries = entries;
        this.lists = lists;
        this.documents = documents;
        this.bits = bits;
        this.others = others;
        most = LogFrequency.most(documents.count() + others.documents());
    }

    /**
     * @param own the sums within the segment, if they are known. Otherwise, a pass over the entries computes them, in
     *     which each distinct list is decoded about once
     * @param next next document of a family; see {@link Families}
     * @param memory bytes of heap for data that grows with documents and lists; larger sums per document go to disk
     */
    void write(
            SegmentWriter out,
            Optional<LogSums> own,
            LongUnaryOperator next,
            ExecutorService threads,
            long memory,
            ScratchSpace scratch)
            throws IOException {
        long count = documents.count();
        Optional<TempFile> file = count * DOCUMENT > memory / 2 ? Optional.of(new TempFile(scratch)) : Optional.empty();
        try {
            ScratchLongs sums = new ScratchLongs(count, file);
            if (own.isPresent()) {
                for (int d = 0; d < count; d++) {
                    sums.set(d, own.get().get(d));
                }
            } else {
                addUp(sums, threads, memory / 3);
            }
            if (!others.isEmpty()) {
                addElsewhere(sums, threads, file);
            }
            for (long d = 0; d < count; d++) {
                long follower = next.applyAsLong(d);
                if (follower > d) {
                    // An alias is in no list; it has the postings of the first document of its family.
                    sums.set(follower, sums.get(d));
                }
                out.putNumber(LogFrequency.mean(sums.get(d), documents.minutiae(d)), DocumentTable.MEAN_LOG);
            }
        } finally {
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }

    /**
     * Adds up the lists of all entries, in as many groups of runs as sums of their own fit the memory. The sums are
     * whole numbers, so their order does not matter.
     */
    private void addUp(ScratchLongs sums, ExecutorService threads, long memory) throws IOException {
        long perGroup = Math.max(1, documents.count() * Long.BYTES);
        int groups = (int) Math.max(1, Math.min(Math.min(MOST_GROUPS, entries.runs()), memory / perGroup));
        if (groups == 1) {
            addUp(0, entries.runs(), new WeightSums(lists, this::log, sums, memory));
            return;
        }
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            int group = i;
            tasks.add(() -> MappingFault.settled(() -> {
                ScratchLongs own = new ScratchLongs(documents.count(), Optional.empty());
                WeightSums weights = new WeightSums(lists, this::log, own, memory / groups);
                addUp(entries.runs() * group / groups, entries.runs() * (group + 1) / groups, weights);
                synchronized (sums) {
                    for (long d = 0; d < own.size(); d++) {
                        sums.set(d, sums.get(d) + own.get(d));
                    }
                }
                return null;
            }));
        }
        ParallelTasks.runAll(tasks, threads);
    }

    private void addUp(int fromRun, int toRun, WeightSums listSums) throws IOException {
        long[] minutiae = new long[BLOCK];
        long[] payloads = new long[BLOCK];
        long count = documents.count();
        for (int run = fromRun; run < toRun; run++) {
            int n;
            for (int from = 0; (n = entries.read(run, from, minutiae, payloads)) > 0; from += n) {
                for (int i = 0; i < n; i++) {
                    if (payloads[i] >= count) {
                        listSums.add(payloads[i] - count);
                    }
                }
            }
        }
        listSums.flush();
    }

    private void addElsewhere(ScratchLongs sums, ExecutorService threads, Optional<TempFile> file) throws IOException {
        ElsewhereLogs elsewhere = new ElsewhereLogs(entries, lists, documents, bits, others, most, file);
        elsewhere.run(threads);
        for (long d = 0; d < documents.count(); d++) {
            long minutiae = documents.minutiae(d);
            // An estimate may be too large; no minutia adds more than the maximum.
            sums.set(d, Math.min(sums.get(d) + elsewhere.of(d, minutiae), most * minutiae));
        }
    }

    private long log(long frequency) {
        return Math.min(most, LogFrequency.of(frequency));
    }
}
