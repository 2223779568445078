package io.whorl.build;

import io.whorl.store.EntryRuns;
import io.whorl.store.MappingFault;
import io.whorl.store.ParallelTasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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

    private final ListPool pool;
    private final EntryRuns runs;
    private final long documents;
    private final int partBits;
    private int next;
    private int turn;
    private boolean failed;
    /** How often the pool has forgotten its lists. */
    private volatile int forgets;

    /**
     * @param runs receives the entries, a run for each slice
     * @param documents the number of documents of the segment
     * @param partBits a partition has 2<sup>partBits</sup> slices
     */
    SegmentSlices(ListPool pool, EntryRuns runs, long documents, int partBits) {
        this.pool = pool;
        this.runs = runs;
        this.documents = documents;
        this.partBits = partBits;
    }

    /**
     * Makes the slices up to {@code end} that are not made yet. If one fails, no other is begun.
     *
     * @param makers one for each thread
     * @throws IOException of the first slice that failed, or if the calling thread is interrupted
     */
    void make(List<? extends Maker> makers, int end, ParallelTasks.Runner threads) throws IOException {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Maker maker : makers) {
            tasks.add(() -> MappingFault.settled(() -> {
                for (int slice = draw(end); slice >= 0; slice = draw(end)) {
                    make(maker, slice);
                }
                return null;
            }));
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
    private synchronized int draw(int end) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a slice");
        }
        return failed || next >= end ? -1 : next++;
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

        private final int mostEntries;
        private final int mostListBytes;
        private final ListPool.ListBatch lists = new ListPool.ListBatch();
        private long[] minutiae = new long[1 << 6];
        private long[] payloads = new long[1 << 6];
        private int size;
        private int slice;
        private boolean inTurn;
        private boolean stale;
        private int forgotten;

        /** The output of a build, which bounds the size of its slices itself. */
        Output() {
            this(Optional.empty(), Integer.MAX_VALUE - 8, Integer.MAX_VALUE);
        }

        /**
         * The output of a merge.
         *
         * @param memory bytes for the entries and lists of a piece
         */
        Output(MinutiaMerge.MergeMemo memo, long memory) {
            this(Optional.of(memo), (int) Math.max(LEAST_ENTRIES, Math.min(MOST_ENTRIES, memory / 2 / ENTRY)), (int)
                    Math.max(LEAST_LIST_BYTES, Math.min(MOST_LIST_BYTES, memory / 4)));
        }

        private Output(Optional<MinutiaMerge.MergeMemo> memo, int mostEntries, int mostListBytes) {
            this.memo = memo;
            this.mostEntries = mostEntries;
            this.mostListBytes = mostListBytes;
        }

        /** The entries that a slice of a merge should have at most, so that it hardly waits before its end. */
        static long entries(long memory) {
            return Math.max(LEAST_OF_SLICE, Math.min(MOST_ENTRIES, memory / 2 / ENTRY));
        }

        void begin(int number) {
            slice = number;
            inTurn = false;
            again();
        }

        /** Begins the slice again, if {@link #add} or {@link #finish} returned false. */
        void again() {
            size = 0;
            lists.clear();
            stale = false;
            if (forgotten != forgets) {
                forgotten = forgets;
                memo.ifPresent(MinutiaMerge.MergeMemo::forget);
            }
        }

        /** The lists of the current piece. */
        ListPool.ListBatch lists() {
            return lists;
        }

        /** The number of entries of the current piece. */
        int size() {
            return size;
        }

        /** The payload of a list of the current piece until the piece is handed in. */
        static long payload(int list) {
            return FIRST_LIST - list;
        }

        @Override
        public long list(MinutiaMerge.HolderUnion holders) throws IOException {
            if (lists.bytesUsed() > mostListBytes) {
                handIn();
            }
            return payload(lists.add(
                    holders.documents(),
                    holders.frequencies(),
                    holders.size(),
                    ListPool.hash(holders.documents(), holders.size())));
        }

        @Override
        public void beforeLargeList() {
            SegmentSlices.this.awaitTurn(slice);
        }

        @Override
        public boolean add(long minutia, long payload) throws IOException {
            if (size == minutiae.length) {
                int grown = (int) Math.min(mostEntries, size * 2L);
                minutiae = Arrays.copyOf(minutiae, grown);
                payloads = Arrays.copyOf(payloads, grown);
            }
            minutiae[size] = minutia;
            payloads[size++] = payload;
            if (size == mostEntries) {
                handIn();
            }
            return !stale;
        }

        /** Hands in what is left of the slice. Returns false if it must be made again. */
        boolean finish() throws IOException {
            if (!numberLists()) {
                return false;
            }
            done();
            put();
            return true;
        }

        /** Hands in a piece of the slice. Keeps the turn. */
        void handIn() throws IOException {
            if (numberLists()) {
                put();
            } else {
                size = 0;
            }
        }

        /** Numbers the lists, in turn. Returns false if the slice must be made again. */
        private boolean numberLists() throws IOException {
            pool.find(lists);
            awaitTurn();
            if (stale) {
                return false;
            }
            if (lists.size() > 0) {
                pool.number(lists);
                for (int i = 0; i < size; i++) {
                    if (payloads[i] <= FIRST_LIST) {
                        payloads[i] = numbered(payloads[i]);
                    }
                }
                memo.ifPresent(m -> m.settle(this::numbered));
            }
            // Frees the memory that only a large list needs.
            lists.clear(2L * mostListBytes);
            return true;
        }

        private long numbered(long preliminary) {
            return documents + lists.number((int) (FIRST_LIST - preliminary));
        }

        /**
         * Waits for the turn. Notices if the pool has forgotten its lists since a merge of a slice began: then
         * remembered numbers are not those that one thread would find.
         */
        private void awaitTurn() throws IOException {
            if (inTurn) {
                return;
            }
            SegmentSlices.this.awaitTurn(slice);
            inTurn = true;
            boolean startsPartition = (slice & (1 << partBits) - 1) == 0;
            if (startsPartition && pool.startPartition()) {
                forgets++;
            }
            stale = memo.isPresent() && forgotten != forgets;
        }

        private void put() throws IOException {
            runs.put(slice, minutiae, payloads, size);
            size = 0;
        }
    }
}
