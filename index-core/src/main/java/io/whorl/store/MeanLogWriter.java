package io.whorl.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.function.LongUnaryOperator;

/**
 * Computes the weight data of each document: the mean of ln f_t over its minutiae (docs/FORMAT.md, "Mean logarithms").
 * One pass over the entries of the table, in which each distinct list is decoded about once. Several threads look
 * minutiae up in other segments; everything else runs in one thread at a time. Used once.
 */
final class MeanLogWriter {
    private static final int BLOCK = 1 << 9;
    /** Tasks to split the runs into: enough to keep all threads busy to the end. */
    private static final int TASKS = 32;

    private final EntryRuns entries;
    private final DocumentLists lists;
    private final DocumentSource documents;
    private final CollectionFrequencies others;
    private final long most;

    /**
     * @param entries entries of the table; payloads as in {@link MinutiaTable}
     * @param others the other documents of the index
     */
    MeanLogWriter(EntryRuns entries, DocumentLists lists, DocumentSource documents, CollectionFrequencies others) {
        this.entries = entries;
        this.lists = lists;
        this.documents = documents;
        this.others = others;
        most = LogFrequency.most(documents.count() + others.documents());
    }

    /**
     * @param next next document of a family; see {@link Families}
     * @param memory bytes of heap for data that grows with documents and lists; larger sums per document go to disk
     */
    void write(SegmentWriter out, LongUnaryOperator next, ExecutorService threads, long memory, ScratchSpace scratch)
            throws IOException {
        long count = documents.count();
        Optional<TempFile> file =
                count * Long.BYTES > memory / 2 ? Optional.of(new TempFile(scratch)) : Optional.empty();
        try {
            ScratchLongs sums = new ScratchLongs(count, file);
            addUp(sums, new WeightSums(lists, this::log, sums, memory / 3), threads);
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

    private void addUp(ScratchLongs sums, WeightSums listSums, ExecutorService threads) throws IOException {
        // Without look-ups there is no work to share.
        int tasks = others.isEmpty() ? 1 : Math.min(TASKS, entries.runs());
        List<Callable<Void>> shares = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int from = (int) ((long) entries.runs() * i / tasks);
            int to = (int) ((long) entries.runs() * (i + 1) / tasks);
            shares.add(() -> {
                addUp(from, to, others.copy(), sums, listSums);
                return null;
            });
        }
        ParallelTasks.runAll(shares, threads);
        listSums.flush();
    }

    private void addUp(
            int firstRun, int endRun, CollectionFrequencies frequencies, ScratchLongs sums, WeightSums listSums)
            throws IOException {
        long[] minutiae = new long[BLOCK];
        long[] payloads = new long[BLOCK];
        long[] elsewhere = new long[BLOCK];
        for (int run = firstRun; run < endRun; run++) {
            int n;
            for (int from = 0; (n = entries.read(run, from, minutiae, payloads)) > 0; from += n) {
                if (!frequencies.isEmpty()) {
                    Arrays.fill(elsewhere, 0);
                    frequencies.addTo(minutiae, n, elsewhere);
                }
                synchronized (this) {
                    add(payloads, elsewhere, n, sums, listSums);
                }
            }
        }
    }

    private void add(long[] payloads, long[] elsewhere, int n, ScratchLongs sums, WeightSums listSums) {
        long count = documents.count();
        for (int i = 0; i < n; i++) {
            long document = payloads[i];
            if (document >= count) {
                listSums.add(document - count, elsewhere[i]);
            } else if (elsewhere[i] > 0) {
                sums.set(document, sums.get(document) + log(1 + elsewhere[i]));
            }
        }
    }

    private long log(long frequency) {
        return Math.min(most, LogFrequency.of(frequency));
    }
}
