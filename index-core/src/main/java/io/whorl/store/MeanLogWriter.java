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
 * The frequencies within the segment are exact; those of the other segments come from a sample of the minutiae of each
 * document ({@link ElsewhereSample}). Used once.
 */
final class MeanLogWriter {
    /** Each group decodes most lists, so more groups would only help many more threads. */
    private static final int MOST_GROUPS = 4;
    /** Bytes for each document: its sum, what other segments add to it, and the size of its sample. */
    private static final int DOCUMENT = 2 * Long.BYTES + Integer.BYTES;

    private final EntryRuns entries;
    private final DocumentLists lists;
    private final DocumentSource documents;
    private final int bits;
    private final SegmentWriter.Rest rest;
    private final CollectionFrequencies others;
    private final long count;
    private final long most;

    /**
     * @param entries entries of the table; payloads as in {@link MinutiaTable}
     * @param bits W
     * @param rest names the families and the other documents of the index
     */
    MeanLogWriter(EntryRuns entries, DocumentLists lists, DocumentSource documents, int bits, SegmentWriter.Rest rest) {
        this.entries = entries;
        this.lists = lists;
        this.documents = documents;
        this.bits = bits;
        this.rest = rest;
        others = rest.others();
        count = documents.count();
        most = LogFrequency.most(count + others.documents());
    }

    /**
     * @param own sums of each document within the segment, if they are known
     * @param memory bytes of heap for data that grows with documents and lists; larger sums per document go to disk
     */
    void write(SegmentWriter out, Optional<long[]> own, ParallelTasks.Runner threads, long memory, ScratchSpace scratch)
            throws IOException {
        LongUnaryOperator next = rest.next().orElse(d -> d);
        Optional<TempFile> file = count * DOCUMENT + WeightSums.bytes(lists) > memory / 2
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
            if (!others.isEmpty()) {
                new ElsewhereSample(file).addTo(sums, threads);
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

    /**
     * Estimates how much the other segments of an index add to the sum of ln f_t of each document of a new segment. To
     * look up every minutia in every segment would take longer than anything else in a seal. So each document has a
     * sample of about {@value #SAMPLE} of its minutiae: those below a bound. Minutiae are hashes, so this is a random
     * sample. Documents with at most as many minutiae have all of them in the sample. The sample depends only on the
     * minutia and the size of the document, so the result does not depend on the threads.
     *
     * <p>One pass over the entries of the table up to the bound of the smallest document. Tables and lists are in the
     * order of the minutiae, so the look-ups stay in a small part of each segment, which the caches hold. Several
     * threads look minutiae up.
     */
    private final class ElsewhereSample {
        /** About the minutiae of a document that are looked up. */
        static final int SAMPLE = 128;

        /** The leading bits that are compared; W is at least 32. */
        private static final int LEAD = 31;

        private static final int BLOCK = 1 << 9;
        /** Tasks to split the runs into: enough to keep all threads busy to the end. */
        private static final int TASKS = 32;

        /** The minutiae of the smallest document. */
        private long fewest = Long.MAX_VALUE;
        /** What the other segments add to the sums of the sampled minutiae. */
        private final ScratchLongs added;

        private final ScratchInts sampled;

        /** @param file holds the sums; without a file they are in heap */
        ElsewhereSample(Optional<TempFile> file) throws IOException {
            added = new ScratchLongs(count, file);
            sampled = new ScratchInts(count, file);
            for (long d = 0; d < count; d++) {
                fewest = Math.min(fewest, Math.max(1, documents.minutiae(d)));
            }
        }

        /** Adds what the other segments add to the sum of each document. */
        void addTo(ScratchLongs sums, ParallelTasks.Runner threads) throws IOException {
            // The runs are in the order of the minutiae, all of equal width.
            long below = (long) SAMPLE * entries.runs() / fewest + 1;
            int runs = (int) Math.min(entries.runs(), below);
            int tasks = Math.min(TASKS, runs);
            List<Callable<Void>> shares = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                EntryReader in = entries.reader((int) ((long) runs * i / tasks), (int) ((long) runs * (i + 1) / tasks));
                shares.add(() -> {
                    lookUp(in, others.copy());
                    return null;
                });
            }
            threads.runAll(shares);
            for (long d = 0; d < count; d++) {
                long minutiae = documents.minutiae(d);
                int seen = sampled.get(d);
                long sum = added.get(d);
                long more = seen == 0 || seen == minutiae ? sum : Math.round((double) sum / seen * minutiae);
                // An estimate may be too large; no minutia adds more than the maximum.
                sums.set(d, Math.min(sums.get(d) + more, most * minutiae));
            }
        }

        /** The leading bits of a minutia, which decide whether it is in a sample. */
        private long lead(long minutia) {
            return minutia >>> bits - LEAD;
        }

        /** Whether a document of so many minutiae has a minutia with these leading bits in its sample. */
        private boolean isSampled(long lead, long minutiae) {
            return lead * minutiae < (long) SAMPLE << LEAD;
        }

        private boolean isSampledBy(long lead, long document) {
            return isSampled(lead, documents.minutiae(document));
        }

        /** Looks up, a block at a time, the entries that are in the sample of a document. */
        private void lookUp(EntryReader in, CollectionFrequencies frequencies) throws IOException {
            long[] minutiae = new long[BLOCK];
            long[] payloads = new long[BLOCK];
            DocumentLists.Cursor list = null;
            while (in.more()) {
                int n = 0;
                for (; n < BLOCK && in.more(); in.advance()) {
                    long lead = lead(in.minutia());
                    boolean wanted = isSampled(lead, fewest);
                    if (wanted && in.payload() < count) {
                        wanted = isSampledBy(lead, in.payload());
                    } else if (wanted) {
                        list = lists.cursor(list, in.payload() - count);
                        wanted = false;
                        while (!wanted && list.next()) {
                            wanted = isSampledBy(lead, list.document());
                        }
                    }
                    minutiae[n] = in.minutia();
                    payloads[n] = in.payload();
                    n += wanted ? 1 : 0;
                }
                long[] elsewhere = new long[n];
                frequencies.addTo(minutiae, n, elsewhere);
                list = addUp(minutiae, payloads, elsewhere, list);
            }
        }

        private synchronized DocumentLists.Cursor addUp(
                long[] minutiae, long[] payloads, long[] elsewhere, DocumentLists.Cursor reused) {
            DocumentLists.Cursor list = reused;
            for (int i = 0; i < elsewhere.length; i++) {
                if (payloads[i] < count) {
                    add(payloads[i], log(1 + elsewhere[i]));
                    continue;
                }
                list = lists.cursor(list, payloads[i] - count);
                long holders = list.left();
                long log = log(holders + elsewhere[i]) - log(holders);
                while (list.next()) {
                    if (isSampledBy(lead(minutiae[i]), list.document())) {
                        add(list.document(), log);
                    }
                }
            }
            return list;
        }

        private void add(long document, long log) {
            added.add(document, log);
            sampled.add(document, 1);
        }
    }
}
