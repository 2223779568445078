package io.whorl.cluster;

import io.whorl.agrona.collections.LongLongConsumer;
import io.whorl.cluster.PairSearch.PairMemory;
import io.whorl.cluster.PairTables.Filter;
import io.whorl.cluster.PairTables.PairFamilies;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.store.DocumentLists;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

/**
 * Counts the pairs of all documents, with a thread for each receiver of pairs. Used once.
 *
 * <pre>
 * lists ─► lists by document, for a window of documents ─► a thread: counters of earlier documents ─► score ─► sink
 * </pre>
 *
 * <ol>
 *   <li>A pair is counted at its later document, by one thread.
 *   <li>A list counts once for all minutiae that lead to it.
 *   <li>Counters cover a window of earlier documents. Of a family, only the first document is counted.
 *   <li>At a checkpoint ({@link Keep}), all pairs of the documents before it are complete.
 * </ol>
 *
 * @param minScore pairs with a lower score are left out
 * @param expanded whether all pairs of a family are given instead of one
 * @param progress receives the number of documents that are done, from one thread at a time
 */
record PairCount(PairTables tables, double minScore, boolean expanded, PairMemory memory, LongConsumer progress) {
    /** The number of documents that a thread takes at a time. */
    private static final int ROWS = 32;
    /** The number of checkpoints; each costs some waits for the disk. */
    private static final int CHECKPOINTS = 32;
    /** The smallest number of documents between two checkpoints. */
    private static final int LEAST_APART = 64;
    /** The flag of a count of shared minutiae whose pair represents a whole family. */
    static final long FAMILY = 1L << 62;

    /** Receives scored pairs. One thread at a time. */
    interface Sink {
        /** False if the pairs of this document with the documents before it need not be counted. */
        boolean wants(int document);

        /** False if a pair of the first documents of two families need not be scored. */
        boolean wants(int a, int b);

        /** A pair with a lower score would be left out; 0 if any pair may be taken. */
        default double leastScore() {
            return 0;
        }

        /**
         * Offers a pair.
         *
         * @param shared the number of shared minutiae, and {@link #FAMILY} for a pair that represents a family
         * @return false if the pair is left out; then every pair that sorts after it is left out too
         */
        boolean offer(double score, int a, int b, long shared) throws IOException;
    }

    /** Keeps the pairs of the documents up to one, exclusive, so that they need not be counted again. */
    interface Keep {
        /** No thread counts meanwhile. */
        void at(int to) throws IOException;
    }

    /**
     * Counts.
     *
     * @param sinks the receivers of all threads
     * @param first the first document whose pairs are not counted yet
     */
    void run(List<? extends Sink> sinks, int first, Keep keep) throws IOException {
        List<Counter> counters = new ArrayList<>();
        sinks.forEach(sink -> counters.add(new Counter(sink)));
        SharedLists lists = new SharedLists(sinks.get(0)::wants);
        AtomicLong done = new AtomicLong(first);
        DaemonThreads.with(sinks.size(), threads -> {
            int apart = Math.max(LEAST_APART, tables.documents / CHECKPOINTS + 1);
            int window = 0;
            for (int from = first; from < tables.documents; ) {
                if (from >= window) {
                    window = lists.index(from);
                }
                int next = (int) Math.min(tables.documents, (from / apart + 1L) * apart);
                int to = Math.min(window, next);
                countWindow(lists, counters, from, to, done, threads);
                if (to == next) {
                    keep.at(to);
                }
                from = to;
            }
            return null;
        });
    }

    private void countWindow(
            SharedLists lists, List<Counter> counters, int from, int to, AtomicLong done, ExecutorService threads)
            throws IOException {
        // A long, because it runs past the last document.
        AtomicLong next = new AtomicLong(from);
        List<ParallelTasks.Task> tasks = new ArrayList<>();
        for (Counter counter : counters) {
            tasks.add(() -> {
                try {
                    for (long row = next.getAndAdd(ROWS); row < to; row = next.getAndAdd(ROWS)) {
                        int end = (int) Math.min(row + ROWS, to);
                        for (int document = (int) row; document < end; document++) {
                            counter.count(document, lists);
                        }
                        synchronized (done) {
                            progress.accept(done.addAndGet(end - row));
                        }
                    }
                } catch (IOException | RuntimeException | Error e) {
                    // Stop the other threads too.
                    next.set(to);
                    throw e;
                }
            });
        }
        ParallelTasks.runAll(tasks, threads);
    }

    /**
     * Counts the minutiae that a document shares with each document before it, in windows of ordinals, so that the
     * counters stay small however large the segment is. Scores the counted pairs and passes them on: each pair on its
     * own, or one pair for all pairs of families. One thread at a time.
     */
    private final class Counter {
        private final Sink sink;
        private final PairFamilies families = tables.families;
        private final boolean each = expanded || !tables.alike;
        private final PairScore score = new PairScore(tables);
        private final PairTables.Filter filter = tables.new Filter();
        private final boolean weighted = tables.weighted;
        /** The number of documents counted at a time. */
        private final int window = Math.max(1, Math.min(memory.counters(), tables.documents));

        private final int[] shared = new int[window];
        /** One more entry, because the loop writes a document before it checks that it is new. */
        private final int[] touched = new int[window + 1];
        /** The weights of the shared minutiae; empty if the measure is not weighted. */
        private final long[] sums = new long[weighted ? window : 0];

        private DocumentLists.Cursor cursor;
        private long from;

        private long to;
        private int noted;
        /** Created once, because it is used for every document. */
        private final LongConsumer countList = this::countList;

        Counter(Sink sink) {
            this.sink = sink;
        }

        /** Offers all pairs of a document with the documents before it, and the pairs of its family. */
        void count(int document, SharedLists sharedLists) throws IOException {
            if (!families.isFirst(document) || !sink.wants(document)) {
                return;
            }
            if (families.size(document) > 1) {
                within(document);
            }
            for (from = 0; from < document; from += window) {
                noted = 0;
                to = Math.min(from + window, document);
                sharedLists.forEachPlace(document, countList);
                offer(document);
            }
        }

        private void countList(long place) {
            cursor = tables.lists.cursor(cursor, place);
            long holders = cursor.remaining();
            do {
                if (!cursor.next()) {
                    return;
                }
            } while (cursor.document() < from);
            int minutiae = tables.minutiae(place);
            boolean partial = filter.open(place);
            if (!weighted && !partial) {
                noted = cursor.tally(from, to, minutiae, shared, touched, noted);
                return;
            }
            long weight = weighted ? minutiae * tables.rarity(holders) : 0;
            do {
                if (cursor.document() >= to) {
                    return;
                }
                if (partial && filter.leavesOut(cursor.document())) {
                    continue;
                }
                int at = (int) (cursor.document() - from);
                if (shared[at] == 0) {
                    touched[noted++] = at;
                }
                shared[at] += minutiae;
                if (weighted) {
                    sums[at] += weight;
                }
            } while (cursor.next());
        }

        private void offer(int document) throws IOException {
            // The smallest number of counted minutiae with which a pair of this document can score enough.
            long least = score.leastCounted(document, leastScore());
            for (int i = 0; i < noted; i++) {
                int at = touched[i];
                int count = shared[at];
                long sum = weighted ? sums[at] : 0;
                shared[at] = 0;
                if (weighted) {
                    sums[at] = 0;
                }
                int other = (int) from + at;
                // Most documents share too little; only for the others is the family looked up.
                if (count >= least && families.isFirst(other) && sink.wants(other, document)) {
                    across(other, document, count, sum);
                }
            }
        }

        private double leastScore() {
            return Math.max(minScore, sink.leastScore());
        }

        /** Offers one pair for a family, or all its pairs. */
        void within(int first) throws IOException {
            int second = families.after(first);
            score.within(first);
            if (!each) {
                offer(first, second, score.of(first, second), score.shared() | FAMILY);
                return;
            }
            for (int a = first; a >= 0; a = families.after(a)) {
                if (isLast(a, families.after(a))) {
                    return;
                }
            }
        }

        /**
         * Offers the pair of the first documents of two families, or all pairs with a document of each.
         *
         * @param counted the number of minutiae that they share in lists that make pairs
         * @param weight the weight of these, if the measure is weighted
         */
        void across(int firstA, int firstB, int counted, long weight) throws IOException {
            if (!score.across(firstA, firstB, counted, weight, leastScore())) {
                return;
            }
            if (!each) {
                offerBoth(firstA, firstB);
                return;
            }
            for (int a = firstA; a >= 0; a = families.after(a)) {
                if (isLast(a, firstB)) {
                    return;
                }
            }
        }

        /**
         * Offers the pairs of a document with the documents of a family from a given one on. They all have the same
         * score, and ties are ordered by ordinal. So if one pair is left out, all later pairs would be, and the rest of
         * the family is skipped.
         *
         * @return true if the first pair was left out, so that no later document need be tried
         */
        private boolean isLast(int a, int from) throws IOException {
            for (int b = from; b >= 0; b = families.after(b)) {
                if (!offerBoth(Math.min(a, b), Math.max(a, b)) && tables.alike) {
                    return b == from;
                }
            }
            return false;
        }

        private boolean offerBoth(int a, int b) throws IOException {
            boolean kept = offer(a, b, score.of(a, b), score.shared());
            return !tables.measure.symmetric() && offer(b, a, score.of(b, a), score.shared()) || kept;
        }

        private boolean offer(int a, int b, double value, long shared) throws IOException {
            return value >= minScore && sink.offer(value, a, b, shared);
        }
    }

    /**
     * For each document of a window, the places of the lists that name it: the inverse of the lists, for as many
     * documents at a time as fit. If a document does not fit, it is a window of its own, and its lists are found by a
     * pass over all lists. Only {@link #index} changes it; between two calls any thread may read.
     */
    private final class SharedLists {
        private final IntPredicate wanted;
        private int first;
        private int[] start = new int[1];
        private long[] places = new long[0];
        private boolean oversized;

        /** @param wanted the documents whose lists are needed; of a family only the first is */
        SharedLists(IntPredicate wanted) {
            this.wanted = wanted;
        }

        private boolean has(int document) {
            return tables.families.isFirst(document) && wanted.test(document);
        }

        private int size(int document) {
            return has(document) ? tables.sizes.get(document) : 0;
        }

        /** Inverts the lists for a window from this document on. Returns the first document beyond the window. */
        int index(int from) {
            int most = memory.places();
            int to = from;
            int entries = 0;
            // The number of documents is limited too, because each of them takes an entry of `start`.
            while (to < tables.documents && size(to) <= most - entries && to - from < most) {
                entries += size(to++);
            }
            first = from;
            oversized = to == from;
            // The former places can be collected before others are allocated.
            places = new long[0];
            start = new int[to - from + 1];
            for (int d = from; d < to; d++) {
                start[d - from + 1] = start[d - from] + size(d);
            }
            places = new long[entries];
            if (entries > 0) {
                int[] fill = start.clone();
                forEachPlace(from, to, (d, place) -> places[fill[(int) d - from]++] = place);
            }
            return Math.max(to, from + 1);
        }

        /** Passes on the places of the documents of a range by a pass over all lists. */
        private void forEachPlace(int from, int to, LongLongConsumer receiver) {
            PairTables.Filter filter = tables.new Filter();
            tables.lists.forEach((place, list) -> {
                if (tables.count(place) < 0) {
                    return;
                }
                filter.open(place);
                while (list.next() && list.document() < to) {
                    int d = (int) list.document();
                    if (d >= from && has(d) && !filter.leavesOut(d)) {
                        receiver.accept(d, place);
                    }
                }
            });
        }

        /** Passes on the places of a document of the window that is the first of its family. */
        void forEachPlace(int document, LongConsumer receiver) {
            if (oversized) {
                forEachPlace(document, document + 1, (d, place) -> receiver.accept(place));
                return;
            }
            for (int at = start[document - first]; at < start[document - first + 1]; at++) {
                receiver.accept(places[at]);
            }
        }
    }

    /**
     * The least scores within groups of documents: of any pair, and of a pair with the representative of the group.
     * Groups are disjoint. A pair of an asymmetric measure has the higher score of its two directions, and with the
     * representative that of the other document. Pairs that share nothing are not counted, so a group with fewer
     * counted pairs than it has pairs has the least score 0. Thread-safe.
     */
    static final class GroupScores {
        private static final int STRIPES = 64;
        /** The parts of {@link #figures}: least scores and numbers of any pairs, then of pairs with representatives. */
        private static final int PARTS = 4;

        private final ScratchInts groups;
        private final ScratchInts representatives;
        private final long count;
        /** A figure for each part and group. */
        final ScratchLongs figures;

        private final Object[] locks = new Object[STRIPES];

        /**
         * @param groups for each document 1 plus its group, or 0 for none; of a family of equal fingerprints only the
         *     first document may have a group
         * @param representatives for each group one of its documents
         * @param count the number of groups
         */
        GroupScores(ScratchInts groups, ScratchInts representatives, long count, ScratchArrays kept)
                throws IOException {
            this.groups = groups;
            this.representatives = representatives;
            this.count = count;
            figures = kept.longs(PARTS * count);
            Arrays.setAll(locks, i -> new Object());
        }

        /**
         * The least score of two documents of a group.
         *
         * @param documents the number of documents that have this group, at least 2
         */
        double leastPair(long group, long documents) {
            return least(group, documents * (documents - 1) / 2);
        }

        /** The least score of a document of a group and its representative, as {@link #leastPair}. */
        double leastToRepresentative(long group, long documents) {
            return least(2 * count + group, documents - 1);
        }

        private double least(long at, long expected) {
            return figures.get(count + at) < expected ? 0 : Double.longBitsToDouble(figures.get(at));
        }

        /**
         * @param ofA the score of A with B
         * @param ofB the score of B with A
         */
        private void add(int group, int a, int b, double ofA, double ofB) {
            synchronized (locks[group % STRIPES]) {
                add(group, Math.max(ofA, ofB));
                int representative = representatives.get(group);
                if (a == representative || b == representative) {
                    add(2 * count + group, a == representative ? ofB : ofA);
                }
            }
        }

        private void add(long at, double score) {
            if (figures.get(count + at) == 0 || score < Double.longBitsToDouble(figures.get(at))) {
                figures.set(at, Double.doubleToLongBits(score));
            }
            figures.add(count + at, 1);
        }

        /** A checksum of the groups and their representatives. */
        String identity(int documents) {
            CRC32C crc = new CRC32C();
            ByteBuffer four = ByteBuffer.allocate(Integer.BYTES);
            LongStream.range(0, documents)
                    .forEach(d -> crc.update(four.putInt(0, groups.get(d)).rewind()));
            LongStream.range(0, count)
                    .forEach(g ->
                            crc.update(four.putInt(0, representatives.get(g)).rewind()));
            return String.format(Locale.ROOT, "%d groups, %08x", count, crc.getValue());
        }

        /** Creates the receiver of one thread. */
        Sink sink(boolean symmetric) {
            return new Sink() {
                private double forward;

                @Override
                public boolean wants(int document) {
                    return groups.get(document) != 0;
                }

                @Override
                public boolean wants(int a, int b) {
                    return groups.get(a) == groups.get(b);
                }

                @Override
                public boolean offer(double score, int a, int b, long shared) {
                    int group = groups.get(a);
                    if (group == 0 || group != groups.get(b)) {
                        return true;
                    }
                    if (!symmetric && a < b) {
                        // The other direction of the same pair follows at once.
                        forward = score;
                    } else {
                        add(group - 1, a, b, score, symmetric ? score : forward);
                    }
                    return true;
                }
            };
        }
    }
}
