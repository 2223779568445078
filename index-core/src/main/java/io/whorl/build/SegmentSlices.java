package io.whorl.build;

import io.whorl.concurrent.QueryPriority;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.DocumentSource;
import io.whorl.store.EntryRuns;
import io.whorl.store.LogFrequency;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Makes the lists and table entries of a segment in slices, on several threads. A slice is the minutiae with equal
 * leading bits; consecutive slices are a partition. Builds and merges only differ in how they make a slice.
 *
 * <pre>
 * thread 1:  draw 0 ─ make ─ find lists ─ place lists ─ put entries ─ draw 2 ─ …
 * thread 2:  draw 1 ─ make ─ find lists ── wait ───────┴ place lists ─ put entries ─ …
 * </pre>
 *
 * <ol>
 *   <li>Slices are drawn in ascending order. A drawn slice is always ended, because the threads of later slices wait
 *       for it.
 *   <li>The pool of lists changes only in turn: in the order of the slices. So the bytes do not depend on the threads.
 *   <li>The entries of a slice are put into a run of their own, after its lists have their numbers.
 * </ol>
 *
 * <p>Thread-safe; an {@link Output} belongs to one thread.
 */
final class SegmentSlices {
    /** Makes slices on one thread. */
    interface Maker {
        void make(int slice) throws IOException;
    }

    /** Makes all slices of a segment. */
    interface Work {
        void run(SegmentSlices slices) throws IOException;
    }

    private final ListPool pool;
    private final EntryRuns runs;
    private final long documents;
    /** See {@link LogFrequency#most}. */
    private final long most;

    private final int slices;
    private final CommonMinutiae common;
    private final ParallelTasks.Runner threads;
    /** One for each maker. */
    private final List<Output> outputs = new ArrayList<>();

    private int next;
    private int turn;
    private boolean failed;

    private SegmentSlices(
            ListPool pool,
            EntryRuns runs,
            long documents,
            long most,
            int slices,
            CommonMinutiae common,
            ParallelTasks.Runner threads) {
        this.pool = pool;
        this.runs = runs;
        this.documents = documents;
        this.most = most;
        this.slices = slices;
        this.common = common;
        this.threads = threads;
    }

    /**
     * Writes a segment file, and deletes it if that fails.
     *
     * @param slices the number of slices, a power of two
     * @param memory bytes, of which the lists, the entries and the rest use half
     * @param common receives the most common minutiae
     */
    static SegmentCounts write(
            Path file,
            Scheme scheme,
            DocumentSource documents,
            SegmentWriter.Rest rest,
            int slices,
            long memory,
            CommonMinutiae common,
            ParallelTasks.Runner threads,
            ScratchSpace scratch,
            Work work)
            throws IOException {
        return Channels.create(file, () -> {
            try (SegmentWriter out = new SegmentWriter(file, scheme);
                    EntryRuns entries = new EntryRuns(slices, memory / 4, scratch)) {
                long singletons = 0;
                long postings = 0;
                Optional<long[]> sums = Optional.empty();
                try (ListPool pool = new ListPool(out, memory / 8, scratch)) {
                    long most = LogFrequency.most(documents.count());
                    SegmentSlices all =
                            new SegmentSlices(pool, entries, documents.count(), most, slices, common, threads);
                    work.run(all);
                    for (Output output : all.outputs) {
                        singletons += output.singletons;
                        postings += output.postings;
                        common.addAll(output.common);
                        sums = sums.isEmpty() ? output.sums : sums;
                        sums.ifPresent(output::addSumsTo);
                    }
                }
                return out.finish(singletons, postings, sums, entries, documents, rest, threads, memory / 8, scratch);
            }
        });
    }

    /**
     * Makes all slices. If one fails, no other is begun.
     *
     * @param makers one for each thread
     * @throws IOException of the first slice that failed, or if the calling thread is interrupted
     */
    void make(List<? extends Maker> makers) throws IOException {
        List<ParallelTasks.Task> tasks = new ArrayList<>();
        for (Maker maker : makers) {
            tasks.add(() -> {
                for (int slice = draw(); slice >= 0; slice = draw()) {
                    QueryPriority.step();
                    make(maker, slice);
                }
            });
        }
        threads.runAll(tasks);
    }

    private void make(Maker maker, int slice) throws IOException {
        try {
            maker.make(slice);
        } catch (Throwable e) {
            if (failed()) {
                throw e;
            }
            // The other threads only stop because of the first failure.
        }
    }

    /** The next slice; -1 if there is none, or if a slice has failed. */
    private synchronized int draw() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a slice");
        }
        return failed || next >= slices ? -1 : next++;
    }

    /** Marks the work as failed. Returns whether this is the first failure. */
    private synchronized boolean failed() {
        boolean isFirst = !failed;
        failed = true;
        notifyAll();
        return isFirst;
    }

    private synchronized void awaitTurn(int slice) {
        try {
            while (turn != slice && !failed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (CancellationException)
                    new CancellationException("interrupted while waiting for an earlier slice").initCause(e);
        }
        if (turn != slice) {
            throw new CancellationException("another slice failed");
        }
    }

    private synchronized void done() {
        turn++;
        notifyAll();
    }

    /**
     * The entries and lists of one slice after another. Lists have preliminary payloads until their slice is handed in.
     * A slice that exceeds the memory is handed in in pieces; from the first on, it has its turn. Reusable. One thread
     * at a time.
     */
    final class Output implements MinutiaMerge.MergeTarget {
        private static final int ENTRY = 16;
        private static final int LEAST_ENTRIES = 1 << 8;
        private static final int MOST_ENTRIES = 1 << 22;
        /** Smaller slices would take longer to begin than to merge. */
        private static final long LEAST_OF_SLICE = 1 << 13;

        private static final int LEAST_LIST_BYTES = 1 << 12;
        private static final int MOST_LIST_BYTES = 1 << 28;
        /** The preliminary payload of the first list of a piece; the next ones are less. */
        private static final long FIRST_LIST = MinutiaMerge.DROPPED - 1;

        /** Remembers payloads for a merge; empty in a build. */
        private final Optional<MinutiaMerge.MergeMemo> memo;

        /**
         * The sums of ln f_t of each document, within the segment. Empty in a merge, which does not see each minutia
         * with its list.
         */
        private final Optional<long[]> sums;

        /** The number of minutiae of each document so far. Empty in a merge. */
        private final int[] minutiaeOf;

        private final int mostEntries;
        private final int mostListBytes;
        private final CommonMinutiae common = SegmentSlices.this.common.ofThread();
        private final ListPool.ListBatch lists = new ListPool.ListBatch(Integer.MAX_VALUE - 16);
        private long[] minutiae = new long[1 << 6];
        private long[] payloads = new long[1 << 6];
        private int size;
        private int slice;
        private boolean inTurn;
        private long singletons;
        private long postings;

        /** The output of a build, which bounds the size of its slices itself. */
        Output() {
            this(
                    Optional.empty(),
                    Optional.of(new long[Math.toIntExact(documents)]),
                    Integer.MAX_VALUE - 8,
                    Integer.MAX_VALUE);
        }

        /**
         * The output of a merge.
         *
         * @param memory bytes for the entries and lists of a piece
         */
        Output(MinutiaMerge.MergeMemo memo, long memory) {
            this(
                    Optional.of(memo),
                    Optional.empty(),
                    (int) Math.max(LEAST_ENTRIES, Math.min(MOST_ENTRIES, memory / 2 / ENTRY)),
                    (int) Math.max(LEAST_LIST_BYTES, Math.min(MOST_LIST_BYTES, memory / 4)));
        }

        private Output(
                Optional<MinutiaMerge.MergeMemo> memo, Optional<long[]> sums, int mostEntries, int mostListBytes) {
            this.memo = memo;
            this.sums = sums;
            minutiaeOf = new int[sums.isPresent() ? sums.get().length : 0];
            this.mostEntries = mostEntries;
            this.mostListBytes = mostListBytes;
            outputs.add(this);
        }

        /** The entries that a slice of a merge should have at most, so that it hardly waits before its end. */
        static long entries(long memory) {
            return Math.max(LEAST_OF_SLICE, Math.min(MOST_ENTRIES, memory / 2 / ENTRY));
        }

        private void addSumsTo(long[] to) {
            long[] own = sums.orElseThrow();
            for (int d = 0; d < own.length && own != to; d++) {
                to[d] += own[d];
            }
        }

        /** The number of minutiae of each document, by ordinal; the result is not a copy. */
        int[] minutiaeOf() {
            return minutiaeOf;
        }

        void begin(int number) {
            slice = number;
            inTurn = false;
        }

        @Override
        public long list(MinutiaMerge.HolderUnion holders) throws IOException {
            return list(holders.documents(), holders.frequencies(), holders.size());
        }

        /** The payload of the minutiae of a list until the piece is handed in. */
        long list(int[] holders, int[] frequencies, int n) throws IOException {
            if (lists.bytesUsed() > mostListBytes) {
                handIn();
            }
            return FIRST_LIST - lists.add(holders, frequencies, n);
        }

        @Override
        public void beforeLargeList() {
            SegmentSlices.this.awaitTurn(slice);
        }

        @Override
        public void add(long minutia, long payload, int holders) throws IOException {
            if (size == minutiae.length) {
                int grown = (int) Math.min(mostEntries, size * 2L);
                minutiae = Arrays.copyOf(minutiae, grown);
                payloads = Arrays.copyOf(payloads, grown);
            }
            minutiae[size] = minutia;
            payloads[size++] = payload;
            singletons += holders == 1 ? 1 : 0;
            postings += holders;
            common.add(minutia, holders);
            if (payload >= 0 && minutiaeOf.length > 0) {
                minutiaeOf[(int) payload]++;
            }
            if (size == mostEntries) {
                handIn();
            }
        }

        /** Hands in what is left of the slice. */
        void finish() throws IOException {
            numberLists();
            done();
            put();
        }

        /** Hands in a piece of the slice. Keeps the turn. */
        void handIn() throws IOException {
            numberLists();
            put();
        }

        /** Numbers the lists, in turn. */
        private void numberLists() throws IOException {
            pool.find(lists);
            sums.ifPresent(to -> lists.addTo(minutiaeOf, to, most));
            if (!inTurn) {
                SegmentSlices.this.awaitTurn(slice);
                inTurn = true;
            }
            pool.number(lists);
        }

        private long numbered(long preliminary) {
            return documents + lists.number((int) (FIRST_LIST - preliminary));
        }

        /** Gives the entries of a piece the numbers of their lists, and passes them on. Needs no turn. */
        private void put() throws IOException {
            if (lists.size() > 0) {
                for (int i = 0; i < size; i++) {
                    if (payloads[i] <= FIRST_LIST) {
                        payloads[i] = numbered(payloads[i]);
                    }
                }
                memo.ifPresent(m -> m.settle(this::numbered));
            }
            // Frees the memory that only a large list needs.
            lists.clear(2L * mostListBytes);
            runs.put(slice, minutiae, payloads, size);
            size = 0;
        }
    }
}
