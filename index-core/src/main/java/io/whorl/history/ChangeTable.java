package io.whorl.history;

import io.whorl.cluster.Pair;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.history.Changes.Change;
import io.whorl.measure.Measure;
import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.parts.SegmentSide;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import io.whorl.store.DocumentLists;
import io.whorl.store.DocumentTable;
import io.whorl.store.Families;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;

/**
 * What happened to each document between two indexes, by ordinal. One pass over both tables, in the order of the
 * minutiae, counts those that documents of the same id share, and collects for each document without a partner the
 * lists of the other index to which its minutiae lead. One thread at a time.
 */
final class ChangeTable {
    /** Weights of minutiae in so few documents are computed once. */
    private static final int CACHED = 1 << 12;
    /** Minutiae between two reports of the progress. */
    private static final int INTERVAL = 1 << 16;

    final Side older;
    final Side newer;
    private final long maxDf;
    private final boolean weighted;
    private final long[] rarities = new long[CACHED];
    private final SameIds same;
    private final Targets moved;
    private final Targets copied;
    /** The documents of the new index that a moved document is reported to be now. */
    private final ScratchBits arrived;

    private final long[] counts = new long[Change.Kind.values().length];
    private long ignored;

    /** @param progress receives the number of minutiae of both indexes that are read, now and then */
    ChangeTable(Segment old, Segment young, ChangeOptions options, PairScratch kept, LongConsumer progress)
            throws IOException {
        // A quarter of the memory each holds arrays by document and the counters, and one each the two sorts.
        long quarter = options.memory() / 4;
        older = new Side(old, kept);
        newer = new Side(young, kept);
        maxDf = options.maxDf();
        weighted = options.measure().weighted();
        joinIds();
        older.mark();
        newer.mark();
        same = new SameIds(kept);
        // Both searches may run at the same time.
        int window = (int) Math.min(Integer.MAX_VALUE - 8, quarter / 2 / (2 * Integer.BYTES + Long.BYTES));
        moved = new Targets(older, newer, options, window, kept);
        copied = new Targets(newer, older, options, window, kept);
        boolean ahead = options.threads() > 1;
        try (LongTriples fromOlder = kept.triples();
                LongTriples fromNewer = kept.triples()) {
            try (MinutiaBlocks a = new MinutiaBlocks(old.table().cursor(), ahead);
                    MinutiaBlocks b = new MinutiaBlocks(young.table().cursor(), ahead)) {
                joinTables(a, b, fromOlder, fromNewer, progress);
            }
            // The two searches read different sides, and share only arrays that nothing changes.
            DaemonThreads.with(Math.min(2, options.threads()), threads -> {
                ParallelTasks.runAll(List.of(() -> moved.find(fromOlder), () -> copied.find(fromNewer)), threads);
                return null;
            });
        }
        arrived = kept.bits(newer.documents);
        for (int d = 0; d < older.documents; d++) {
            counts[ofOlder(d).ordinal()]++;
        }
        for (int d = 0; d < newer.documents; d++) {
            if (newer.partner(d) < 0 && !arrived.contains(d)) {
                counts[ofNewer(d).ordinal()]++;
            }
        }
    }

    /** Finds the documents of equal ids: ordinals follow the order of the ids on both sides. */
    private void joinIds() {
        DocumentTable.IdCursor a = older.segment.documents().ids();
        DocumentTable.IdCursor b = newer.segment.documents().ids();
        boolean moreA = a.next();
        boolean moreB = b.next();
        while (moreA && moreB) {
            int order = a.compareTo(b);
            if (order == 0) {
                older.partners.set(a.ordinal(), (int) b.ordinal() + 1);
                newer.partners.set(b.ordinal(), (int) a.ordinal() + 1);
            }
            moreA = order <= 0 ? a.next() : moreA;
            moreB = order >= 0 ? b.next() : moreB;
        }
    }

    /**
     * Reads both tables.
     *
     * @param fromOlder receives for documents of the old index: the document, a payload of the new index, a weight
     * @param fromNewer receives the same for documents of the new index
     */
    private void joinTables(
            MinutiaBlocks a, MinutiaBlocks b, LongTriples fromOlder, LongTriples fromNewer, LongConsumer progress)
            throws IOException {
        long read = 0;
        boolean moreA = a.next();
        boolean moreB = b.next();
        while (moreA || moreB) {
            int order = !moreA ? 1 : !moreB ? -1 : Long.compareUnsigned(a.minutia(), b.minutia());
            if (order == 0) {
                older.read(a.payload());
                newer.read(b.payload());
                long weight = weighted ? rarity((long) older.held + newer.held) : 0;
                older.weigh(weight);
                newer.weigh(weight);
                same.add(weight);
                lead(older, b.payload(), newer.held, weight, fromOlder);
                lead(newer, a.payload(), older.held, weight, fromNewer);
            } else if (weighted) {
                Side alone = order < 0 ? older : newer;
                alone.read(order < 0 ? a.payload() : b.payload());
                alone.weigh(rarity(alone.held));
            }
            moreA = order <= 0 ? a.next() : moreA;
            moreB = order >= 0 ? b.next() : moreB;
            if ((++read & INTERVAL - 1) == 0) {
                progress.accept(read);
            }
        }
    }

    /** Leads documents without a partner to the holders of a minutia in the other index. */
    private void lead(Side side, long payload, int others, long weight, LongTriples to) throws IOException {
        if (others > maxDf) {
            ignored++;
            return;
        }
        for (int i = 0; i < side.held; i++) {
            if (side.isWanted(side.holders[i])) {
                to.add(side.holders[i], payload, weight);
            }
        }
    }

    private long rarity(long holders) {
        long documents = (long) older.documents + newer.documents;
        if (holders >= CACHED) {
            return TermWeights.rarity(documents, holders);
        }
        int h = (int) holders;
        rarities[h] = rarities[h] == 0 ? TermWeights.rarity(documents, holders) : rarities[h];
        return rarities[h];
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
        DocumentTable a = older.segment.documents();
        DocumentTable b = newer.segment.documents();
        long shared = same.shared.get(same.pair(document));
        return shared == a.minutiae(document) && shared == b.minutiae(other) && a.words(document) == b.words(other);
    }

    /** The document of the new index to which a document of the old one moved, or −1. */
    private int target(int document) {
        return newer.member(moved.best(older.first(document)));
    }

    /** The change of a document of the old index. */
    Change older(int document) {
        Change.Kind kind = ofOlder(document);
        Optional<Pair> found = Optional.empty();
        if (kind == Change.Kind.CHANGED) {
            int pair = same.pair(document);
            int partner = older.partner(document);
            found = Optional.of(moved.found(document, partner, same.shared.get(pair), same.sums.get(pair)));
        } else if (kind == Change.Kind.MOVED) {
            found = Optional.of(moved.found(document, target(document)));
        }
        return new Change(kind, older.id(document), found);
    }

    /** The change of a document of the new index; empty if the old index has its id, or if another one moved there. */
    Optional<Change> newer(int document) {
        if (newer.partner(document) >= 0 || arrived.contains(document)) {
            return Optional.empty();
        }
        Change.Kind kind = ofNewer(document);
        Optional<Pair> found = kind == Change.Kind.NEW
                ? Optional.empty()
                : Optional.of(copied.found(document, older.member(copied.best(newer.first(document)))));
        return Optional.of(new Change(kind, newer.id(document), found));
    }

    long count(Change.Kind kind) {
        return counts[kind.ordinal()];
    }

    /** The number of new documents to which others moved. */
    long arrived() {
        long found = 0;
        for (int d = 0; d < newer.documents; d++) {
            found += newer.partner(d) < 0 && arrived.contains(d) ? 1 : 0;
        }
        return found;
    }

    /** The number of times that a minutia led to no document, because too many of an index hold it. */
    long ignored() {
        return ignored;
    }

    /**
     * One of the two indexes. Documents that share postings are represented by the first of their family, the only one
     * that lists name.
     */
    static final class Side {
        final Segment segment;
        final int documents;
        private final Families families;
        /** For each document 1 plus the document of the same id in the other index; 0 if there is none. */
        private final ScratchInts partners;
        /** The first documents of families of which a document has no partner. */
        private final ScratchBits wanted;
        /** For the first document of each family the weight of its minutiae. */
        private final ScratchLongs weights;

        private DocumentLists.Cursor list;
        /** The documents that hold the minutia that was read last, in ascending order. */
        private int[] holders = new int[64];

        private int held;

        Side(Segment segment, PairScratch kept) throws IOException {
            this.segment = segment;
            families = segment.families();
            documents = (int) segment.counts().documents();
            partners = kept.cells(documents);
            wanted = kept.bits(documents);
            weights = kept.longs(documents);
        }

        String id(int document) {
            return segment.documents().id(document);
        }

        /** The first document of the family of a document. */
        int first(int document) {
            return (int) families.first(document);
        }

        /** The document of the same id in the other index, or −1. */
        int partner(int document) {
            return partners.get(document) - 1;
        }

        /** The first document of a family without a partner, or else its first document; −1 for no family. */
        int member(int family) {
            for (int d = family; d >= 0; d = families.isEmpty() ? -1 : (int) families.after(family, d)) {
                if (partner(d) < 0) {
                    return d;
                }
            }
            return family;
        }

        /** Marks the families of which a document has no partner. */
        void mark() {
            for (int d = 0; d < documents; d++) {
                if (partner(d) < 0) {
                    wanted.add(first(d));
                }
            }
        }

        /** Whether a document of this family has no partner. */
        boolean isWanted(int first) {
            return wanted.contains(first);
        }

        /** Adds the weight of the minutia that was read to those of its holders. */
        void weigh(long weight) {
            for (int i = 0; weight != 0 && i < held; i++) {
                weights.add(holders[i], weight);
            }
        }

        /** Reads the documents that hold the minutia of a payload. */
        void read(long payload) {
            if (payload < documents) {
                holders[0] = (int) payload;
                held = 1;
                return;
            }
            DocumentLists.Cursor cursor = open(payload);
            held = (int) cursor.left();
            if (held > holders.length) {
                holders = new int[Math.max(held, holders.length * 2)];
            }
            for (int i = 0; i < held && cursor.next(); i++) {
                holders[i] = (int) cursor.document();
            }
        }

        /** A cursor before the first document of a list. */
        DocumentLists.Cursor open(long payload) {
            list = segment.lists().cursor(list, payload - documents);
            return list;
        }

        /** Whether a document holds the minutia that was read. */
        boolean isHolder(int document) {
            return held == 1 ? holders[0] == document : Arrays.binarySearch(holders, 0, held, document) >= 0;
        }
    }

    /**
     * The minutiae that the two documents of each id share, which both indexes have. Pairs of families are counted
     * once, however many ids they have in common.
     */
    private final class SameIds {
        /** For each first document of a family in the old index the index of its first pair; one more for the end. */
        private final ScratchInts starts;
        /** For each pair the first document of the family in the new index; ascending for one family of the old one. */
        private final ScratchInts others;

        final ScratchInts shared;
        /** The weights of the shared minutiae. */
        final ScratchLongs sums;

        SameIds(PairScratch kept) throws IOException {
            try (LongTriples pairs = kept.triples()) {
                long most = 0;
                for (int d = 0; d < older.documents; d++) {
                    if (older.partner(d) >= 0) {
                        pairs.add(older.first(d), newer.first(older.partner(d)), 0);
                        most++;
                    }
                }
                starts = kept.cells(older.documents + 1L);
                others = kept.cells(most);
                shared = kept.cells(most);
                sums = kept.longs(most);
                fill(pairs.sort());
            }
        }

        private void fill(LongTriples.Sorted sorted) throws IOException {
            int n = 0;
            long family = -1;
            boolean more = sorted.next();
            while (more || family < older.documents) {
                long next = more ? sorted.first() : older.documents;
                boolean repeated = next == family && others.get(n - 1L) == sorted.second();
                for (; family < next; family++) {
                    starts.set(family + 1, n);
                }
                if (more && !repeated) {
                    others.set(n++, (int) sorted.second());
                }
                more = more && sorted.next();
            }
        }

        /** Counts a minutia that both indexes have. Its holders have been read on both sides. */
        void add(long weight) {
            for (int i = 0; i < older.held; i++) {
                int end = starts.get(older.holders[i] + 1L);
                for (int p = starts.get(older.holders[i]); p < end; p++) {
                    if (newer.isHolder(others.get(p))) {
                        shared.add(p, 1);
                        sums.add(p, weight);
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
    }

    /**
     * For each document without a partner the document of the other index with which it scores highest. Among equal
     * scores, the one that resembles it most, then one without a partner, then the first. One thread at a time.
     */
    private static final class Targets {
        private final Side from;
        private final Side to;
        private final Measure measure;
        private final double minScore;
        /** The number of documents of the other index that are counted at a time. */
        private final int window;

        private final Comparison comparison;
        private final SegmentSide sideA;
        private final SegmentSide sideB;
        /**
         * For the first document of each family 1 plus the best document of the other index; 0 if none scores enough.
         */
        private final ScratchInts best;

        private final ScratchInts shared;
        private final ScratchLongs sums;

        private int[] counts = new int[0];
        private long[] weights = new long[0];
        private int[] touched = new int[0];
        private int noted;
        private long[] payloads = new long[64];
        private int[] minutiae = new int[64];
        private long[] perPayload = new long[64];
        private int n;
        private double bestScore;
        private double bestResemblance;
        private boolean bestWanted;

        Targets(Side from, Side to, ChangeOptions options, int window, PairScratch kept) throws IOException {
            this.from = from;
            this.to = to;
            measure = options.measure();
            minScore = options.minScore();
            this.window = Math.max(1, Math.min(window, to.documents));
            comparison = Comparison.of(from.segment.scheme());
            sideA = new SegmentSide(from.segment);
            sideB = new SegmentSide(to.segment);
            best = kept.cells(from.documents);
            shared = kept.cells(from.documents);
            sums = kept.longs(from.documents);
        }

        /** @param led for each document the payloads of the other index that its minutiae lead to */
        Void find(LongTriples led) throws IOException {
            LongTriples.Sorted sorted = led.sort();
            counts = new int[window];
            weights = new long[window];
            touched = new int[window];
            boolean more = sorted.next();
            while (more) {
                int document = (int) sorted.first();
                n = 0;
                while (more && sorted.first() == document) {
                    lead(sorted.second(), sorted.third());
                    more = sorted.next();
                }
                find(document);
            }
            counts = new int[0];
            weights = new long[0];
            touched = new int[0];
            return null;
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
            for (int start = 0; start < to.documents; start += window) {
                int end = (int) Math.min((long) start + window, to.documents);
                noted = 0;
                for (int i = 0; i < n; i++) {
                    if (payloads[i] < to.documents) {
                        count((int) payloads[i], start, end, i);
                        continue;
                    }
                    DocumentLists.Cursor list = to.open(payloads[i]);
                    while (list.next() && list.document() < end) {
                        count((int) list.document(), start, end, i);
                    }
                }
                for (int i = 0; i < noted; i++) {
                    int at = touched[i];
                    offer(document, start + at, counts[at], weights[at]);
                    counts[at] = 0;
                    weights[at] = 0;
                }
            }
        }

        private void count(int other, int start, int end, int i) {
            if (other < start || other >= end) {
                return;
            }
            int at = other - start;
            if (counts[at] == 0) {
                touched[noted++] = at;
            }
            counts[at] += minutiae[i];
            weights[at] += perPayload[i];
        }

        private void offer(int document, int other, int count, long sum) {
            double score = score(document, other, count, sum);
            if (score < minScore || score < bestScore) {
                return;
            }
            double resemblance =
                    comparison.score(measure.weighted() ? Measure.WEIGHTED_RESEMBLANCE : Measure.RESEMBLANCE);
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

        /**
         * The score of two documents.
         *
         * @param inBoth the number of minutiae that they share
         * @param sum their weight, if the measure is weighted
         */
        private double score(int document, int other, int inBoth, long sum) {
            sideA.at(document);
            sideB.at(other);
            if (measure.weighted()) {
                comparison.weighing(1, from.weights.get(from.first(document)));
                comparison.weigh(sideA, sideB, sum, to.weights.get(to.first(other)));
            } else {
                comparison.set(inBoth, sideA, sideB);
            }
            return comparison.score(measure);
        }

        Pair found(int document, int other, int inBoth, long sum) {
            double score = score(document, other, inBoth, sum);
            comparison.set(inBoth, sideA, sideB);
            return new Pair(
                    from.id(document),
                    to.id(other),
                    score,
                    inBoth,
                    OptionalDouble.of(comparison.resemblance()),
                    comparison.known(Measure.CONTAINMENT),
                    comparison.known(Measure.CONTAINED),
                    Optional.empty());
        }

        /** Compares a document with one of its best family. */
        Pair found(int document, int other) {
            int family = from.first(document);
            return found(document, other, shared.get(family), sums.get(family));
        }

        /** The first document of the best family for a family, or −1. */
        int best(int first) {
            return best.get(first) - 1;
        }
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

        private final MinutiaCursor cursor;
        private final Executor thread;
        private Block current = new Block();
        private Future<Block> next;
        private int at;

        /** @param ahead whether a thread decodes the next block */
        MinutiaBlocks(MinutiaCursor cursor, boolean ahead) {
            this.cursor = cursor;
            thread = ahead ? Executors.newSingleThreadExecutor(DaemonThreads.named("whorl-changes")) : Runnable::run;
            current.size = BLOCK;
            at = BLOCK - 1;
            Block spare = new Block();
            next = begin(spare);
        }

        private Future<Block> begin(Block block) {
            FutureTask<Block> task = new FutureTask<>(() -> fill(block));
            thread.execute(task);
            return task;
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
            if (++at == current.size && current.size == BLOCK) {
                Block used = current;
                current = await(next);
                at = 0;
                if (current.size == BLOCK) {
                    next = begin(used);
                }
            }
            return at < current.size;
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
                if (e.getCause() instanceof Error error) {
                    throw error;
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
            if (thread instanceof ExecutorService pool) {
                pool.shutdown();
            }
            if (!next.isDone()) {
                await(next);
            }
        }
    }
}
