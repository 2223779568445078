package io.whorl.pairs;

import io.whorl.pairs.PairRuns.PairRecords;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Finds every pair of documents of a segment whose score reaches a threshold. One pass over the table counts the
 * minutiae that lead to each distinct list. Then the pairs of each document are counted over the lists that name it.
 * These counts are the triplets of BGMZ 4.1, but they are summed document by document, so only the pairs that score
 * enough are sorted. Used once.
 */
public final class PairSearch {
    private final Segment segment;
    private final PairRequest request;
    private final PairMemory memory;
    private final ScratchSpace scratch;
    private final LongConsumer progress;
    private final AtomicLong families = new AtomicLong();

    /**
     * @param scratch the space of scratch files; the work directory of the request, if it has one
     * @param progress receives the number of documents that are done, from one thread at a time
     */
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
     * @throws io.whorl.UnsupportedMeasureException if the segment cannot give what is requested
     * @throws io.whorl.WorkRefusedException if the work directory cannot be used
     * @throws UncheckedIOException if scratch files cannot be written, or the thread was interrupted
     */
    public PairResult run() {
        request.check(segment.scheme());
        List<Closeable> open = new ArrayList<>();
        try {
            Optional<PairWork> work = work();
            work.ifPresent(open::add);
            PairRuns runs = new PairRuns(request.top(), memory.blocks(), scratch);
            open.add(runs);
            return run(work, runs);
        } catch (IOException e) {
            close(open, e);
            throw new UncheckedIOException(e);
        } catch (RuntimeException | Error e) {
            close(open, e);
            throw e;
        }
    }

    private Optional<PairWork> work() throws IOException {
        if (request.work().isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> of = request.fields();
        of.put("index", segment.identity());
        return Optional.of(PairWork.open(request.work().get(), of, scratch));
    }

    private static void close(List<Closeable> open, Throwable failure) {
        for (int i = open.size() - 1; i >= 0; i--) {
            try {
                open.get(i).close();
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }

    private PairResult run(Optional<PairWork> work, PairRuns runs) throws IOException {
        try (PairScratch kept = new PairScratch(memory.arrays(), scratch)) {
            PairTables tables = tables(kept);
            Optional<Candidates> candidates = candidates(tables, kept);
            count(tables, candidates, runs, work);
            return new PairResult(tables, request, runs, families, candidates, work);
        }
    }

    /** The heap for sorting before pairs are counted, when the shares for counting are not used yet. */
    private long sorting() {
        return 3 * memory.blocks();
    }

    private PairTables tables(PairScratch kept) throws IOException {
        // The other shares of the memory are not used yet.
        try (PairScratch passing = new PairScratch(memory.arrays(), scratch)) {
            return new PairTables(segment, request, kept, passing, sorting(), scratch);
        }
    }

    private Optional<Candidates> candidates(PairTables tables, PairScratch kept) throws IOException {
        if (request.superShingles() == 0) {
            return Optional.empty();
        }
        try (PairScratch passing = new PairScratch(memory.arrays(), scratch)) {
            long maxDf = request.omissions().maxDf();
            return Optional.of(new SuperShingles(tables, request.superShingles(), maxDf, passing)
                    .candidates(kept, sorting(), scratch));
        }
    }

    private void count(PairTables tables, Optional<Candidates> candidates, PairRuns runs, Optional<PairWork> work)
            throws IOException {
        List<PairBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < request.threads(); i++) {
            buffers.add(new PairBuffer(request.top(), memory.pairs(), runs));
        }
        PairCount.Checkpoints checkpoints =
                work.isPresent() ? checkpoints(work.get(), buffers, runs) : PairCount.Checkpoints.NONE;
        new PairCount(tables, memory, progress).run(buffers, request, families, candidates, checkpoints);
        buffers.forEach(PairBuffer::pass);
    }

    private PairCount.Checkpoints checkpoints(PairWork work, List<PairBuffer> buffers, PairRuns runs)
            throws IOException {
        int from = work.restore(runs, families);
        return new PairCount.Checkpoints() {
            @Override
            public int from() {
                return from;
            }

            @Override
            public void at(int to) throws IOException {
                buffers.forEach(PairBuffer::pass);
                work.counted(to, runs, families);
            }
        };
    }

    /**
     * The pairs that one thread has found, in bounded memory. When it is full, it drops all but the best if that frees
     * enough room; otherwise it spills all pairs as a sorted run. One thread at a time.
     */
    static final class PairBuffer implements PairSink {
        private static final int FIRST_ROOM = 1 << 8;

        private final long top;
        private final int room;
        private final PairRuns runs;
        private long[] records;
        private long[] spare = {};
        private int n;
        private long lastKey = Long.MAX_VALUE;
        private long lastDocuments = Long.MAX_VALUE;

        /**
         * @param top the number of pairs requested
         * @param room the largest number of pairs held, at least 1; sorting takes twice the space
         */
        PairBuffer(long top, int room, PairRuns runs) {
            this.top = top;
            this.room = room;
            this.runs = runs;
            records = new long[Math.min(room, FIRST_ROOM) * PairRecords.LONGS];
        }

        @Override
        public boolean wants(int document) {
            return true;
        }

        /** {@inheritDoc} It is left out if enough better pairs are known. */
        @Override
        public boolean offer(double score, int a, int b, long rest) {
            long key = PairRecords.key(score);
            long documents = PairRecords.documents(a, b);
            if (key > runs.lastKey() || key > lastKey || key == lastKey && documents > lastDocuments) {
                return false;
            }
            if (n == room) {
                makeRoom();
            } else if (n * PairRecords.LONGS == records.length) {
                records = Arrays.copyOf(records, Math.min(room, n * 2) * PairRecords.LONGS);
            }
            int at = n++ * PairRecords.LONGS;
            records[at] = key;
            records[at + 1] = documents;
            records[at + 2] = rest;
            return true;
        }

        @Override
        public boolean wants(int a, int b) {
            return true;
        }

        @Override
        public double leastScore() {
            long key = Math.min(lastKey, runs.lastKey());
            return key == Long.MAX_VALUE ? 0 : PairRecords.score(key);
        }

        private void makeRoom() {
            sort();
            // At least half must become free, or sorting costs more than it saves.
            if (top > room / 2) {
                spill();
                return;
            }
            n = (int) Math.min(n, top);
            int last = (n - 1) * PairRecords.LONGS;
            lastKey = records[last];
            lastDocuments = records[last + 1];
            runs.leaveOutAfter(lastKey);
        }

        private void spill() {
            try {
                runs.spill(records, n);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            n = 0;
        }

        private void sort() {
            if (spare.length != records.length) {
                spare = new long[records.length];
            }
            long[] sorted = PairRecords.sort(records, spare, n);
            spare = sorted == records ? spare : records;
            records = sorted;
        }

        /** Passes on all pairs that it holds. */
        void pass() {
            sort();
            runs.hold(records, (int) Math.min(n, top));
            spare = new long[0];
            records = new long[Math.min(room, FIRST_ROOM) * PairRecords.LONGS];
            n = 0;
        }
    }
}
