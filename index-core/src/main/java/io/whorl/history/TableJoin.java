package io.whorl.history;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.score.TermWeights;
import io.whorl.store.AscendingCursor;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/**
 * Reads the minutiae of two indexes in ascending order, in one pass over both tables, and finds those that both have.
 * It counts the minutiae that documents of the same id share, and collects for each document without a partner the
 * lists of the other index to which its minutiae lead. Used once.
 */
final class TableJoin {
    /** Weights of minutiae in so few documents are computed once. */
    private static final int CACHED = 1 << 12;
    /** Minutiae between two reports of the progress. */
    private static final int INTERVAL = 1 << 16;

    private final IndexSide older;
    private final IndexSide newer;
    private final SameIds same;
    private final long maxDf;
    private final boolean weighted;
    private final long documents;
    private final long[] cache = new long[CACHED];
    private final LongConsumer progress;
    private long ignored;
    private long read;

    /**
     * @param weighted whether the measure needs weights
     * @param progress receives the number of minutiae read, now and then
     */
    TableJoin(IndexSide older, IndexSide newer, SameIds same, long maxDf, boolean weighted, LongConsumer progress) {
        this.older = older;
        this.newer = newer;
        this.same = same;
        this.maxDf = maxDf;
        this.weighted = weighted;
        this.progress = progress;
        documents = (long) older.documents() + newer.documents();
    }

    /**
     * Reads both tables.
     *
     * @param memory bytes of heap for each of the two cursors
     * @param ahead whether threads decode both tables ahead
     * @param fromOlder receives for documents of the old index: the document, a payload of the new index, a weight
     * @param fromNewer receives the same for documents of the new index
     */
    void run(long memory, boolean ahead, LongTriples fromOlder, LongTriples fromNewer) throws IOException {
        try (MinutiaBlocks a = new MinutiaBlocks(older.segment().table().ascending(memory), ahead);
                MinutiaBlocks b = new MinutiaBlocks(newer.segment().table().ascending(memory), ahead)) {
            run(a, b, fromOlder, fromNewer);
        }
    }

    private void run(MinutiaBlocks a, MinutiaBlocks b, LongTriples fromOlder, LongTriples fromNewer)
            throws IOException {
        boolean moreA = a.next();
        boolean moreB = b.next();
        while (moreA || moreB) {
            int order = !moreA ? 1 : !moreB ? -1 : Long.compareUnsigned(a.minutia(), b.minutia());
            if (order == 0) {
                both(a.payload(), b.payload(), fromOlder, fromNewer);
            } else if (weighted) {
                alone(order < 0 ? older : newer, order < 0 ? a.payload() : b.payload());
            }
            moreA = order <= 0 ? a.next() : moreA;
            moreB = order >= 0 ? b.next() : moreB;
            if ((++read & INTERVAL - 1) == 0) {
                progress.accept(read);
            }
        }
    }

    private void alone(IndexSide side, long payload) {
        int n = side.read(payload);
        side.weigh(side.holders(), n, rarity(n));
    }

    private void both(long payloadA, long payloadB, LongTriples fromOlder, LongTriples fromNewer) throws IOException {
        int a = older.read(payloadA);
        int b = newer.read(payloadB);
        long weight = weighted ? rarity((long) a + b) : 0;
        if (weighted) {
            older.weigh(older.holders(), a, weight);
            newer.weigh(newer.holders(), b, weight);
        }
        same.add(a, b, weight);
        lead(older, a, payloadB, b, weight, fromOlder);
        lead(newer, b, payloadA, a, weight, fromNewer);
    }

    /** Leads documents without a partner to the holders of a minutia in the other index. */
    private void lead(IndexSide side, int n, long payload, int others, long weight, LongTriples to) throws IOException {
        if (others > maxDf) {
            ignored++;
            return;
        }
        for (int i = 0; i < n; i++) {
            int document = side.holders()[i];
            if (side.isWanted(document)) {
                to.add(document, payload, weight);
            }
        }
    }

    private long rarity(long holders) {
        if (holders >= CACHED) {
            return TermWeights.rarity(documents, holders);
        }
        int h = (int) holders;
        cache[h] = cache[h] == 0 ? TermWeights.rarity(documents, holders) : cache[h];
        return cache[h];
    }

    /** The number of minutiae that led to no document of an index, because too many hold them; for each index. */
    long ignored() {
        return ignored;
    }

    /**
     * Reads the minutiae of a table in ascending order, in blocks. With a thread of its own, it decodes the next block
     * while the current one is used.
     */
    private static final class MinutiaBlocks implements Closeable {
        private static final int BLOCK = 1 << 12;

        /** Two blocks: one is read while the other is filled. */
        private static final class Block {
            private final long[] minutiae = new long[BLOCK];
            private final long[] payloads = new long[BLOCK];
            private int size;
        }

        private final AscendingCursor cursor;
        private final Optional<ExecutorService> thread;
        private Block current = new Block();
        private Block spare = new Block();
        private Optional<Future<Block>> next = Optional.empty();
        private int at;
        private boolean ended;

        /** @param ahead whether a thread decodes the next block */
        MinutiaBlocks(AscendingCursor cursor, boolean ahead) {
            this.cursor = cursor;
            thread = ahead
                    ? Optional.of(Executors.newSingleThreadExecutor(DaemonThreads.named("whorl-changes")))
                    : Optional.empty();
            thread.ifPresent(t -> next = Optional.of(t.submit(filling(spare))));
        }

        private Callable<Block> filling(Block block) {
            return () -> fill(block);
        }

        private Block fill(Block block) {
            int n = 0;
            while (n < BLOCK && cursor.next()) {
                block.minutiae[n] = cursor.minutia();
                block.payloads[n++] = cursor.payload();
            }
            block.size = n;
            return block;
        }

        /** Moves to the next minutia; false at the end. */
        boolean next() throws IOException {
            if (++at < current.size) {
                return true;
            }
            if (ended) {
                return false;
            }
            at = 0;
            Block used = current;
            current = next.isPresent() ? await(next.get()) : fill(current);
            ended = current.size < BLOCK;
            if (thread.isPresent() && !ended) {
                next = Optional.of(thread.get().submit(filling(used)));
            }
            return current.size > 0;
        }

        private static Block await(Future<Block> block) throws IOException {
            try {
                return block.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw (InterruptedIOException)
                        new InterruptedIOException("interrupted while an index was read").initCause(e);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException r) {
                    throw r;
                }
                throw new IOException(e.getCause());
            }
        }

        long minutia() {
            return current.minutiae[at];
        }

        long payload() {
            return current.payloads[at];
        }

        /** Ends the thread, which may read no longer when the index is closed. */
        @Override
        public void close() throws IOException {
            thread.ifPresent(ExecutorService::shutdown);
            if (next.isPresent() && !next.get().isDone()) {
                await(next.get());
            }
        }
    }

    /**
     * The minutiae that the two documents of each id share, which both indexes have. Pairs of families are counted
     * once, however many ids they have in common. One thread at a time.
     */
    static final class SameIds {
        private final IndexSide older;
        private final IndexSide newer;
        /** For each first document of a family in the old index the index of its first pair. */
        private final ScratchInts starts;
        /**
         * For each pair the first document of the family in the new index; ascending for one family of the old index.
         */
        private final ScratchInts others;

        private final ScratchInts shared;
        private final ScratchLongs sums;
        private final long pairs;

        SameIds(IndexSide older, IndexSide newer, PairScratch kept, long memory, ScratchSpace space)
                throws IOException {
            this.older = older;
            this.newer = newer;
            try (LongTriples sorted = new LongTriples(memory, space)) {
                long most = 0;
                for (int d = 0; d < older.documents(); d++) {
                    if (older.partner(d) >= 0) {
                        sorted.add(older.first(d), newer.first(older.partner(d)), d);
                        most++;
                    }
                }
                sorted.sort();
                starts = kept.cells(older.documents() + 1L);
                others = kept.cells(most);
                shared = kept.cells(most);
                sums = kept.longs(most);
                pairs = read(sorted);
            }
        }

        private long read(LongTriples sorted) throws IOException {
            long n = 0;
            long family = -1;
            while (sorted.next()) {
                boolean repeated = sorted.first() == family && others.get(n - 1) == sorted.second();
                for (; family < sorted.first(); family++) {
                    starts.set(family + 1, (int) n);
                }
                if (!repeated) {
                    others.set(n++, (int) sorted.second());
                }
            }
            for (; family < older.documents() - 1L; family++) {
                starts.set(family + 1, (int) n);
            }
            starts.set(older.documents(), (int) n);
            return n;
        }

        /** Counts a minutia that both indexes have. Its holders have been read on both sides. */
        void add(int inOlder, int inNewer, long weight) {
            int[] holders = older.holders();
            for (int i = 0; i < inOlder; i++) {
                int end = starts.get(holders[i] + 1L);
                for (int p = starts.get(holders[i]); p < end; p++) {
                    if (newer.isHolder(others.get(p), inNewer)) {
                        shared.set(p, shared.get(p) + 1);
                        sums.set(p, sums.get(p) + weight);
                    }
                }
            }
        }

        /** The index of the pair of a document of the old index that has a partner. */
        int pair(int document) {
            int family = older.first(document);
            int wanted = newer.first(older.partner(document));
            int low = starts.get(family);
            int high = starts.get(family + 1L) - 1;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (others.get(middle) < wanted) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        int shared(int pair) {
            return shared.get(pair);
        }

        long sum(int pair) {
            return sums.get(pair);
        }

        /** The number of distinct pairs of families. */
        long pairs() {
            return pairs;
        }
    }
}
