package io.whorl.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
    private final SegmentWriter.Rest rest;
    private final CollectionFrequencies others;
    private final long most;

    /**
     * @param entries entries of the table; payloads as in {@link MinutiaTable}
     * @param bits W
     * @param rest says whether a pass over the entries computes the sums within the segment, in which each distinct
     *     list is decoded about once
     */
    MeanLogWriter(EntryRuns entries, DocumentLists lists, DocumentSource documents, int bits, SegmentWriter.Rest rest) {
        this.entries = entries;
        this.lists = lists;
        this.documents = documents;
        this.bits = bits;
        this.rest = rest;
        others = rest.others();
        most = LogFrequency.most(documents.count() + others.documents());
    }

    /** @param memory bytes of heap for data that grows with documents and lists; larger sums per document go to disk */
    void write(SegmentWriter out, ParallelTasks.Runner threads, long memory, ScratchSpace scratch) throws IOException {
        long count = documents.count();
        LongUnaryOperator next = rest.next().orElse(d -> d);
        Optional<TempFile> file = count * DOCUMENT > memory / 2 ? Optional.of(new TempFile(scratch)) : Optional.empty();
        try {
            ScratchLongs sums = new ScratchLongs(count, file);
            if (rest.own().isPresent()) {
                for (int d = 0; d < count; d++) {
                    sums.set(d, rest.own().get().get(d));
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
            TempFile.close(file);
        }
    }

    /**
     * Adds up the lists of all entries, in as many groups of runs as sums of their own fit the memory. The sums are
     * whole numbers, so their order does not matter.
     */
    private void addUp(ScratchLongs sums, ParallelTasks.Runner threads, long memory) throws IOException {
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
        threads.runAll(tasks);
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

    private void addElsewhere(ScratchLongs sums, ParallelTasks.Runner threads, Optional<TempFile> file)
            throws IOException {
        ElsewhereLogs elsewhere = new ElsewhereLogs(file);
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
    private final class ElsewhereLogs {
        /** About the minutiae of a document that are looked up. */
        static final int SAMPLE = 128;

        /** The leading bits that are compared; W is at least 32. */
        private static final int LEAD = 31;

        private static final int BLOCK = 1 << 9;
        /** Tasks to split the runs into: enough to keep all threads busy to the end. */
        private static final int TASKS = 32;

        private final long count = documents.count();
        private final long fewest;
        private final int shift;
        /** What the other segments add to the sums of the sampled minutiae. */
        private final ScratchLongs added;

        private final ScratchInts sampled;

        /** @param file holds the sums; without a file they are in heap */
        ElsewhereLogs(Optional<TempFile> file) throws IOException {
            added = new ScratchLongs(count, file);
            sampled = new ScratchInts(count, file);
            long least = Long.MAX_VALUE;
            for (long d = 0; d < count; d++) {
                least = Math.min(least, Math.max(1, documents.minutiae(d)));
            }
            fewest = least;
            shift = bits - LEAD;
        }

        void run(ParallelTasks.Runner threads) throws IOException {
            // The runs are in the order of the minutiae, all of equal width.
            long below = (long) SAMPLE * entries.runs() / fewest + 1;
            int runs = (int) Math.min(entries.runs(), below);
            int tasks = Math.min(TASKS, runs);
            List<Callable<Void>> shares = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                int from = (int) ((long) runs * i / tasks);
                int to = (int) ((long) runs * (i + 1) / tasks);
                shares.add(() -> {
                    new Share(others.copy()).run(from, to);
                    return null;
                });
            }
            threads.runAll(shares);
        }

        /**
         * What the other segments add to the sum of a document.
         *
         * @param minutiae of the document
         */
        long of(long document, long minutiae) {
            int seen = sampled.get(document);
            long sum = added.get(document);
            return seen == 0 || seen == minutiae ? sum : Math.round((double) sum / seen * minutiae);
        }

        /** The leading bits of a minutia, which decide whether it is in a sample. */
        private long lead(long minutia) {
            return minutia >>> shift;
        }

        /** Whether a document of so many minutiae has a minutia with these leading bits in its sample. */
        private boolean isSampled(long lead, long minutiae) {
            return lead * minutiae < (long) SAMPLE << LEAD;
        }

        private boolean isSampledBy(long lead, long document) {
            return isSampled(lead, documents.minutiae(document));
        }

        private void add(long document, long log) {
            added.set(document, added.get(document) + log);
            sampled.set(document, sampled.get(document) + 1);
        }

        private final class Share {
            private final CollectionFrequencies frequencies;
            private final long[] minutiae = new long[BLOCK];
            private final long[] payloads = new long[BLOCK];
            private final long[] elsewhere = new long[BLOCK];
            private DocumentLists.Cursor list;

            Share(CollectionFrequencies frequencies) {
                this.frequencies = frequencies;
            }

            void run(int firstRun, int endRun) throws IOException {
                for (int run = firstRun; run < endRun; run++) {
                    int n;
                    for (int from = 0; (n = entries.read(run, from, minutiae, payloads)) > 0; from += n) {
                        int kept = sample(n);
                        Arrays.fill(elsewhere, 0, kept, 0);
                        frequencies.addTo(minutiae, kept, elsewhere);
                        synchronized (ElsewhereLogs.this) {
                            for (int i = 0; i < kept; i++) {
                                addUp(i);
                            }
                        }
                    }
                }
            }

            /** Moves the entries that are in the sample of a document to the front, and returns their number. */
            private int sample(int n) {
                int kept = 0;
                for (int i = 0; i < n; i++) {
                    long lead = lead(minutiae[i]);
                    if (isSampled(lead, fewest) && isSampledByAny(lead, payloads[i])) {
                        minutiae[kept] = minutiae[i];
                        payloads[kept++] = payloads[i];
                    }
                }
                return kept;
            }

            private boolean isSampledByAny(long lead, long payload) {
                if (payload < count) {
                    return isSampledBy(lead, payload);
                }
                list = lists.cursor(list, payload - count);
                while (list.next()) {
                    if (isSampledBy(lead, list.document())) {
                        return true;
                    }
                }
                return false;
            }

            private void addUp(int i) {
                if (payloads[i] < count) {
                    add(payloads[i], log(1 + elsewhere[i]));
                    return;
                }
                long lead = lead(minutiae[i]);
                list = lists.cursor(list, payloads[i] - count);
                long holders = list.left();
                long log = log(holders + elsewhere[i]) - log(holders);
                while (list.next()) {
                    if (isSampledBy(lead, list.document())) {
                        add(list.document(), log);
                    }
                }
            }
        }
    }
}
