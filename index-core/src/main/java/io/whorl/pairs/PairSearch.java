package io.whorl.pairs;

import io.whorl.hash.SplitMix64;
import io.whorl.pairs.PairRuns.PairRecords;
import io.whorl.store.AscendingCursor;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
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
     * @throws io.whorl.SchemeException if the segment cannot give what is requested
     * @throws io.whorl.RefusedException if the work directory cannot be used
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

    /**
     * Finds the pairs of documents that share a super shingle (BGMZ 5.3). The sketch of a document is its
     * {@value #SKETCH} smallest minutiae. Every {@value #LENGTH} successive minutiae of the sorted sketch are hashed to
     * a super shingle, and the document keeps the smallest of these. Minutiae that are left out of a document are not
     * in its sketch. One pass over the table gives all sketches, because it is in ascending order. Used once.
     */
    private static final class SuperShingles {
        /** The minutiae of a sketch. */
        static final int SKETCH = 128;
        /** The minutiae of a super shingle. */
        static final int LENGTH = 3;
        /** The largest number of documents whose pairs are made at a time. */
        private static final int MOST_TOGETHER = 1 << 20;

        private final PairTables tables;
        private final int most;
        private final long maxDf;
        /** For each document the number of minutiae read. */
        private final ScratchInts read;
        /** For each document its last minutiae. */
        private final ScratchLongs last;
        /** For each document its smallest super shingles, in ascending order. */
        private final ScratchLongs smallest;
        /** For each document the number of these. */
        private final ScratchInts held;

        private int[] together = new int[16];
        private long pairs;
        private long ignored;
        private long tooShort;

        /**
         * @param most the largest number of super shingles of a document
         * @param maxDf super shingles of more documents are ignored
         */
        SuperShingles(PairTables tables, int most, long maxDf, PairScratch passing) throws IOException {
            this.tables = tables;
            this.most = most;
            this.maxDf = Math.min(maxDf, MOST_TOGETHER);
            long documents = tables.documents();
            read = passing.cells(documents);
            last = passing.longs(documents * (LENGTH - 1));
            smallest = passing.longs(documents * most);
            held = passing.cells(documents);
        }

        /** @param sorting bytes of heap for sorting */
        Candidates candidates(PairScratch kept, long sorting, ScratchSpace space) throws IOException {
            readAll(sorting);
            try (LongTriples byDocument = new LongTriples(sorting / 2, space)) {
                try (LongTriples byShingle = new LongTriples(sorting / 2, space)) {
                    addShingles(byShingle);
                    byShingle.sort();
                    addPairs(byShingle, byDocument);
                }
                byDocument.sort();
                return new Candidates(byDocument, pairs, tables.documents(), ignored, tooShort, kept);
            }
        }

        private void readAll(long memory) {
            Segment segment = tables.segment();
            long documents = tables.documents();
            LeftOut.Filter filter = tables.leftOut().filter();
            DocumentLists.Cursor list = null;
            for (AscendingCursor cursor = segment.table().ascending(memory); cursor.next(); ) {
                if (cursor.payload() < documents) {
                    read(cursor.payload(), cursor.minutia());
                    continue;
                }
                long place = cursor.payload() - documents;
                if (tables.counts().isIgnored(place)) {
                    continue;
                }
                boolean partial = tables.leftOut().isPartial(place);
                if (partial) {
                    filter.open(place);
                }
                if (list == null) {
                    list = segment.lists().cursor(place);
                } else {
                    list.open(place);
                }
                while (list.next()) {
                    if (!(partial && filter.leavesOut(list.document()))) {
                        read(list.document(), cursor.minutia());
                    }
                }
            }
        }

        private void read(long document, long minutia) {
            int n = read.get(document);
            if (n == SKETCH || !tables.families().isFirst((int) document)) {
                return;
            }
            read.set(document, n + 1);
            long at = document * (LENGTH - 1);
            if (n >= LENGTH - 1) {
                add(document, shingle(at, LENGTH - 1, minutia));
                for (int i = 0; i < LENGTH - 2; i++) {
                    last.set(at + i, last.get(at + i + 1));
                }
                last.set(at + LENGTH - 2, minutia);
            } else {
                last.set(at + n, minutia);
            }
        }

        private long shingle(long at, int before, long minutia) {
            long hash = LENGTH;
            for (int i = 0; i < before; i++) {
                hash = SplitMix64.mix(hash ^ last.get(at + i));
            }
            return SplitMix64.mix(hash ^ minutia);
        }

        private void add(long document, long shingle) {
            long at = document * most;
            int n = held.get(document);
            if (n == most && shingle >= smallest.get(at + n - 1)) {
                return;
            }
            int place = n == most ? n - 1 : n;
            for (; place > 0 && smallest.get(at + place - 1) > shingle; place--) {
                smallest.set(at + place, smallest.get(at + place - 1));
            }
            smallest.set(at + place, shingle);
            held.set(document, n == most ? n : n + 1);
        }

        private void addShingles(LongTriples byShingle) throws IOException {
            for (int d = 0; d < tables.documents(); d++) {
                int n = read.get(d);
                if (n > 0 && n < LENGTH) {
                    // Too few for a super shingle: documents with just these minutiae are a pair.
                    add(d, shingle((long) d * (LENGTH - 1), n - 1, last.get((long) d * (LENGTH - 1) + n - 1)));
                }
                tooShort += n < LENGTH && tables.families().isFirst(d) ? 1 : 0;
                for (int i = 0; i < held.get(d); i++) {
                    byShingle.add(smallest.get((long) d * most + i), d, 0);
                }
            }
        }

        private void addPairs(LongTriples byShingle, LongTriples byDocument) throws IOException {
            long shingle = 0;
            long n = 0;
            while (byShingle.next()) {
                if (n > 0 && byShingle.first() != shingle) {
                    addPairs(n, byDocument);
                    n = 0;
                }
                shingle = byShingle.first();
                if (n < maxDf) {
                    if (n == together.length) {
                        together = Arrays.copyOf(together, together.length * 2);
                    }
                    together[(int) n] = (int) byShingle.second();
                }
                n++;
            }
            addPairs(n, byDocument);
        }

        private void addPairs(long n, LongTriples byDocument) throws IOException {
            if (n > maxDf) {
                ignored++;
                return;
            }
            for (int b = 1; b < n; b++) {
                for (int a = 0; a < b; a++) {
                    // Equal super shingles of one document are adjacent; a document is no pair with itself.
                    if (together[a] < together[b]) {
                        byDocument.add(together[b], together[a], 0);
                        pairs++;
                    }
                }
            }
        }
    }
}
