package io.whorl.history;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.history.ChangeTable.TableJoin.SameIds;
import io.whorl.measure.Measure;
import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.parts.SegmentSide;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import io.whorl.store.AscendingCursor;
import io.whorl.store.DocumentLists;
import io.whorl.store.DocumentTable;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/** What happened to each document between two indexes, by ordinal. One thread at a time. */
final class ChangeTable implements Closeable {
    /** More documents than this have their bits in a scratch file. */
    private static final int IN_HEAP = 1 << 24;

    private final IndexSide older;
    private final IndexSide newer;
    private final SameIds same;
    private final Targets moved;
    private final Targets copied;
    private final Scores ofOlder;
    private final Scores ofNewer;
    private final Optional<TempFile> bits;
    /** The documents of the new index that a moved document is reported to be now. */
    private final ScratchBits arrived;

    private final long ignored;
    private final long[] counts = new long[Change.Kind.values().length];

    /** @param progress receives the number of minutiae of both indexes that are read, now and then */
    ChangeTable(
            Segment old,
            Segment young,
            ChangeOptions options,
            ScratchSpace space,
            PairScratch kept,
            LongConsumer progress)
            throws IOException {
        // A quarter of the memory each holds arrays by document and the counters, and one each the two sorts.
        long quarter = options.memory() / 4;
        Measure measure = options.measure();
        older = new IndexSide(old, kept);
        newer = new IndexSide(young, kept);
        join();
        older.mark();
        newer.mark();
        same = new SameIds(older, newer, kept, quarter, space);
        // Both searches may run at the same time.
        int window = (int) Math.min(Integer.MAX_VALUE - 8, quarter / 2 / (2 * Integer.BYTES + Long.BYTES));
        moved = new Targets(older, newer, measure, options.minScore(), window, kept);
        copied = new Targets(newer, older, measure, options.minScore(), window, kept);
        try (LongTriples fromOlder = new LongTriples(quarter, space);
                LongTriples fromNewer = new LongTriples(quarter, space)) {
            TableJoin join = new TableJoin(older, newer, same, options.maxDf(), measure.weighted(), progress);
            join.run(quarter / 4, options.threads() > 1, fromOlder, fromNewer);
            ignored = join.ignored();
            find(fromOlder, fromNewer, options.threads());
        }
        ofOlder = new Scores(older, newer, measure);
        ofNewer = new Scores(newer, older, measure);
        bits = newer.documents() > IN_HEAP ? Optional.of(new TempFile(space)) : Optional.empty();
        arrived = new ScratchBits(newer.documents(), bits);
        for (int d = 0; d < older.documents(); d++) {
            counts[ofOlder(d).ordinal()]++;
        }
        for (int d = 0; d < newer.documents(); d++) {
            if (newer.partner(d) < 0 && !arrived.contains(d)) {
                counts[ofNewer(d).ordinal()]++;
            }
        }
    }

    /** The two searches read different sides, and share only arrays that nothing changes. */
    private void find(LongTriples fromOlder, LongTriples fromNewer, int threads) throws IOException {
        Callable<Void> older = () -> {
            fromOlder.sort();
            moved.find(fromOlder);
            return null;
        };
        Callable<Void> newer = () -> {
            fromNewer.sort();
            copied.find(fromNewer);
            return null;
        };
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(2, threads), DaemonThreads.named("whorl-changes"));
        try {
            ParallelTasks.runAll(List.of(older, newer), pool);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Finds the documents of equal ids: ordinals follow the order of the ids on both sides. */
    private void join() {
        DocumentTable.IdCursor a = older.segment().documents().ids();
        DocumentTable.IdCursor b = newer.segment().documents().ids();
        boolean moreA = a.next();
        boolean moreB = b.next();
        while (moreA && moreB) {
            int order = a.compareTo(b);
            if (order == 0) {
                older.partner((int) a.ordinal(), (int) b.ordinal());
                newer.partner((int) b.ordinal(), (int) a.ordinal());
            }
            moreA = order <= 0 ? a.next() : moreA;
            moreB = order >= 0 ? b.next() : moreB;
        }
    }

    private Change.Kind ofOlder(int document) {
        if (older.partner(document) >= 0) {
            return isSame(document) ? Change.Kind.SAME : Change.Kind.CHANGED;
        }
        int target = target(document);
        if (target < 0) {
            return Change.Kind.GONE;
        }
        arrived.add(target);
        return Change.Kind.MOVED;
    }

    private Change.Kind ofNewer(int document) {
        return copied.best(newer.first(document)) < 0 ? Change.Kind.NEW : Change.Kind.COPIED;
    }

    private boolean isSame(int document) {
        int other = older.partner(document);
        DocumentTable a = older.segment().documents();
        DocumentTable b = newer.segment().documents();
        long shared = same.shared(same.pair(document));
        return shared == a.minutiae(document) && shared == b.minutiae(other) && a.words(document) == b.words(other);
    }

    /** The document of the new index to which a document of the old one moved, or −1. */
    private int target(int document) {
        return member(newer, moved.best(older.first(document)));
    }

    /** The first document of a family without a partner, or else its first document; −1 for no family. */
    private static int member(IndexSide side, int family) {
        for (int d = family; d >= 0; d = side.after(family, d)) {
            if (side.partner(d) < 0) {
                return d;
            }
        }
        return family;
    }

    /** The change of a document of the old index. */
    Change older(int document) {
        Change.Kind kind = ofOlder(document);
        Optional<Change.Found> found =
                switch (kind) {
                    case CHANGED -> {
                        int pair = same.pair(document);
                        yield Optional.of(
                                ofOlder.found(document, older.partner(document), same.shared(pair), same.sum(pair)));
                    }
                    case MOVED -> {
                        int family = older.first(document);
                        yield Optional.of(
                                ofOlder.found(document, target(document), moved.shared(family), moved.sum(family)));
                    }
                    default -> Optional.empty();
                };
        return new Change(kind, older.id(document), found);
    }

    /** The change of a document of the new index; empty if the old index has its id, or if another one moved there. */
    Optional<Change> newer(int document) {
        if (newer.partner(document) >= 0 || arrived.contains(document)) {
            return Optional.empty();
        }
        Change.Kind kind = ofNewer(document);
        int family = newer.first(document);
        Optional<Change.Found> found = kind == Change.Kind.NEW
                ? Optional.empty()
                : Optional.of(ofNewer.found(
                        document, member(older, copied.best(family)), copied.shared(family), copied.sum(family)));
        return Optional.of(new Change(kind, newer.id(document), found));
    }

    IndexSide older() {
        return older;
    }

    IndexSide newer() {
        return newer;
    }

    long count(Change.Kind kind) {
        return counts[kind.ordinal()];
    }

    /** The number of new documents to which others moved. */
    long arrived() {
        long found = 0;
        for (int d = 0; d < newer.documents(); d++) {
            found += newer.partner(d) < 0 && arrived.contains(d) ? 1 : 0;
        }
        return found;
    }

    /** The number of times that a minutia led to no document, because too many of an index hold it. */
    long ignored() {
        return ignored;
    }

    @Override
    public void close() throws IOException {
        if (bits.isPresent()) {
            bits.get().close();
        }
    }

    /**
     * For each document without a partner the document of the other index with which it scores highest. Among equal
     * scores, the one that resembles it most, then one without a partner, then the first. One thread at a time.
     */
    private static final class Targets {
        private final IndexSide from;
        private final IndexSide to;
        private final Scores scores;
        private final double minScore;
        private final int window;
        /**
         * For the first document of each family 1 plus the best document of the other index; 0 if none scores enough.
         */
        private final ScratchInts best;

        private final ScratchInts shared;
        private final ScratchLongs sums;

        private int[] counts = new int[0];
        private long[] weights = new long[0];
        private int[] touched = new int[0];
        private long[] payloads = new long[64];
        private int[] minutiae = new int[64];
        private long[] perPayload = new long[64];
        private int n;
        private double bestScore;
        private double bestResemblance;
        private boolean bestWanted;

        /** @param window the number of documents of the other index that are counted at a time, at least 1 */
        Targets(IndexSide from, IndexSide to, Measure measure, double minScore, int window, PairScratch kept)
                throws IOException {
            this.from = from;
            this.to = to;
            this.minScore = minScore;
            this.window = Math.max(1, Math.min(window, to.documents()));
            scores = new Scores(from, to, measure);
            best = kept.cells(from.documents());
            shared = kept.cells(from.documents());
            sums = kept.longs(from.documents());
        }

        /** @param led for each document the payloads of the other index that its minutiae lead to, sorted */
        void find(LongTriples led) throws IOException {
            counts = new int[window];
            weights = new long[window];
            touched = new int[window];
            boolean more = led.next();
            while (more) {
                int document = (int) led.first();
                n = 0;
                while (more && led.first() == document) {
                    lead(led.second(), led.third());
                    more = led.next();
                }
                find(document);
            }
            counts = new int[0];
            weights = new long[0];
            touched = new int[0];
        }

        private void lead(long payload, long weight) {
            if (n > 0 && payloads[n - 1] == payload) {
                minutiae[n - 1]++;
                perPayload[n - 1] += weight;
                return;
            }
            if (n == payloads.length) {
                payloads = Arrays.copyOf(payloads, n * 2);
                minutiae = Arrays.copyOf(minutiae, n * 2);
                perPayload = Arrays.copyOf(perPayload, n * 2);
            }
            payloads[n] = payload;
            minutiae[n] = 1;
            perPayload[n++] = weight;
        }

        private void find(int document) {
            bestScore = 0;
            for (int start = 0; start < to.documents(); start += window) {
                int end = (int) Math.min((long) start + window, to.documents());
                int noted = 0;
                for (int i = 0; i < n; i++) {
                    noted = payloads[i] < to.documents()
                            ? count((int) payloads[i], start, end, i, noted)
                            : countList(start, end, i, noted);
                }
                for (int i = 0; i < noted; i++) {
                    int at = touched[i];
                    offer(document, start + at, counts[at], weights[at]);
                    counts[at] = 0;
                    weights[at] = 0;
                }
            }
        }

        private int countList(int start, int end, int i, int noted) {
            DocumentLists.Cursor list = to.open(payloads[i]);
            int more = noted;
            while (list.next() && list.document() < end) {
                more = count((int) list.document(), start, end, i, more);
            }
            return more;
        }

        private int count(int other, int start, int end, int i, int noted) {
            if (other < start || other >= end) {
                return noted;
            }
            int at = other - start;
            int more = noted;
            if (counts[at] == 0) {
                touched[more++] = at;
            }
            counts[at] += minutiae[i];
            weights[at] += perPayload[i];
            return more;
        }

        private void offer(int document, int other, int count, long sum) {
            double score = scores.score(document, other, count, sum);
            if (score < minScore || score < bestScore) {
                return;
            }
            double resemblance = scores.resemblance();
            boolean wanted = to.isWanted(other);
            // Documents come in no order, so the last rule is decided here too.
            boolean better = score > bestScore
                    || resemblance > bestResemblance
                    || resemblance == bestResemblance
                            && (wanted && !bestWanted || wanted == bestWanted && other < best.get(document) - 1);
            if (better) {
                bestScore = score;
                bestResemblance = resemblance;
                bestWanted = wanted;
                best.set(document, other + 1);
                shared.set(document, count);
                sums.set(document, sum);
            }
        }

        /** The first document of the best family for a family, or −1. */
        int best(int first) {
            return best.get(first) - 1;
        }

        /** The minutiae that a family shares with the best one. */
        int shared(int first) {
            return shared.get(first);
        }

        /** The weight of these. */
        long sum(int first) {
            return sums.get(first);
        }
    }

    /** Scores documents of one index with documents of another, both of one scheme. One thread at a time. */
    private static final class Scores {
        private final IndexSide from;
        private final IndexSide to;
        private final Measure measure;
        private final Comparison comparison;
        private final SegmentSide sideA;
        private final SegmentSide sideB;

        Scores(IndexSide from, IndexSide to, Measure measure) {
            this.from = from;
            this.to = to;
            this.measure = measure;
            comparison = Comparison.of(from.segment().scheme());
            sideA = new SegmentSide(from.segment());
            sideB = new SegmentSide(to.segment());
        }

        /**
         * The score of two documents.
         *
         * @param shared the number of minutiae that they share
         * @param sum their weight, if the measure is weighted
         */
        double score(int document, int other, int shared, long sum) {
            if (measure.weighted()) {
                comparison.weighing(1, from.weight(from.first(document)));
                comparison.weigh(sideA.at(document), sideB.at(other), sum, to.weight(to.first(other)));
            } else {
                comparison.set(shared, sideA.at(document), sideB.at(other));
            }
            return comparison.score(measure);
        }

        /** The resemblance of the documents that were scored last, weighted as the measure is. */
        double resemblance() {
            return comparison.score(measure.weighted() ? Measure.WEIGHTED_RESEMBLANCE : Measure.RESEMBLANCE);
        }

        Change.Found found(int document, int other, int shared, long sum) {
            double score = score(document, other, shared, sum);
            comparison.set(shared, sideA.at(document), sideB.at(other));
            boolean sets = !comparison.onlyResemblance();
            return new Change.Found(
                    to.id(other),
                    score,
                    shared,
                    comparison.resemblance(),
                    sets ? OptionalDouble.of(comparison.score(Measure.CONTAINMENT)) : OptionalDouble.empty(),
                    sets ? OptionalDouble.of(comparison.score(Measure.CONTAINED)) : OptionalDouble.empty());
        }
    }

    /**
     * Reads the minutiae of two indexes in ascending order, in one pass over both tables, and finds those that both
     * have. It counts the minutiae that documents of the same id share, and collects for each document without a
     * partner the lists of the other index to which its minutiae lead. Used once.
     */
    static final class TableJoin {
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

        private void both(long payloadA, long payloadB, LongTriples fromOlder, LongTriples fromNewer)
                throws IOException {
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
        private void lead(IndexSide side, int n, long payload, int others, long weight, LongTriples to)
                throws IOException {
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
         * Reads the minutiae of a table in ascending order, in blocks. With a thread of its own, it decodes the next
         * block while the current one is used.
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
             * For each pair the first document of the family in the new index; ascending for one family of the old
             * index.
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
}
