package io.whorl.store;

import io.whorl.store.EntryRuns.EntryReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongUnaryOperator;

/**
 * Computes the weight data of each document: the mean of ln f_t over its minutiae (docs/FORMAT.md, "Mean logarithms").
 * The frequencies are those within the segment. Used once.
 */
final class MeanLogWriter {
    /** Each group decodes most lists, so more groups would only help many more threads. */
    private static final int MOST_GROUPS = 4;

    private final EntryRuns entries;
    private final DocumentLists lists;
    private final DocumentSource documents;
    private final LongUnaryOperator next;
    private final long count;
    private final long most;

    /**
     * @param entries entries of the table; payloads as in {@link MinutiaTable}
     * @param next next document of a family, if documents share postings
     */
    MeanLogWriter(EntryRuns entries, DocumentLists lists, DocumentSource documents, Optional<LongUnaryOperator> next) {
        this.entries = entries;
        this.lists = lists;
        this.documents = documents;
        this.next = next.orElse(d -> d);
        count = documents.count();
        most = LogFrequency.most(count);
    }

    /**
     * @param own sums of each document within the segment, if they are known
     * @param memory bytes of heap for data that grows with documents and lists; larger sums per document go to disk
     */
    void write(SegmentWriter out, Optional<long[]> own, ParallelTasks.Runner threads, long memory, ScratchSpace scratch)
            throws IOException {
        Optional<TempFile> file = count * Long.BYTES + WeightSums.bytes(lists) > memory / 2
                ? Optional.of(new TempFile(scratch))
                : Optional.empty();
        try {
            ScratchLongs sums = new ScratchLongs(count, file);
            for (int d = 0; d < count && own.isPresent(); d++) {
                sums.set(d, own.get()[d]);
            }
            if (own.isEmpty()) {
                addUp(sums, threads, memory / 3, file);
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
            TempFile.close(file);
        }
    }

    /**
     * Adds up the lists of all entries, in as many groups of runs as fit the memory with sums and counts of their own.
     * The sums are whole numbers, so their order does not matter.
     */
    private void addUp(ScratchLongs sums, ParallelTasks.Runner threads, long memory, Optional<TempFile> file)
            throws IOException {
        long perGroup = Math.max(1, count * Long.BYTES + WeightSums.bytes(lists));
        int groups = (int) Math.max(1, Math.min(Math.min(MOST_GROUPS, entries.runs()), memory / perGroup));
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            EntryReader in = entries.reader(entries.runs() * i / groups, entries.runs() * (i + 1) / groups);
            tasks.add(() -> MappingFault.settled(() -> {
                ScratchLongs own = groups == 1 ? sums : new ScratchLongs(count, Optional.empty());
                WeightSums weights = new WeightSums(lists, this::log, own, groups == 1 ? file : Optional.empty());
                for (; in.more(); in.advance()) {
                    if (in.payload() >= count) {
                        weights.add(in.payload() - count);
                    }
                }
                weights.flush();
                synchronized (sums) {
                    for (long d = 0; d < count && own != sums; d++) {
                        sums.add(d, own.get(d));
                    }
                }
                return null;
            }));
        }
        threads.runAll(tasks);
    }

    private long log(long frequency) {
        return Math.min(most, LogFrequency.of(frequency));
    }
}
