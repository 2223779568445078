package io.whorl.pairs;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.pairs.PairRuns.PairRecords;
import io.whorl.store.DocumentLists;
import io.whorl.store.MappingFault;
import io.whorl.store.ParallelTasks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Counts the pairs of all documents, with a thread for each receiver of pairs. Used once. */
final class PairCount {
    /** The number of documents that a thread takes at a time. */
    private static final int ROWS = 32;
    /** The number of checkpoints; each costs some waits for the disk. */
    private static final int CHECKPOINTS = 32;
    /** The smallest number of documents between two checkpoints. */
    private static final int LEAST_APART = 64;

    private final PairTables tables;
    private final PairMemory memory;
    private final LongConsumer progress;
    private long done;

    /** @param progress receives the number of documents that are done, from one thread at a time */
    PairCount(PairTables tables, PairMemory memory, LongConsumer progress) {
        this.tables = tables;
        this.memory = memory;
        this.progress = progress;
    }

    /** Keeps what was counted, so that it need not be counted again. */
    interface Checkpoints {
        /** Keeps nothing. */
        Checkpoints NONE = new Checkpoints() {
            @Override
            public int from() {
                return 0;
            }

            @Override
            public void at(int to) {}
        };

        /** The first document whose pairs are not counted yet. */
        int from();

        /** Keeps the pairs of the documents up to this one, exclusive. No thread counts meanwhile. */
        void at(int to) throws IOException;
    }

    /**
     * Counts.
     *
     * @param sinks the receivers of all threads
     * @param families counts the families whose pairs score enough
     * @param candidates the pairs to count; without it, all pairs
     */
    void run(
            List<? extends PairSink> sinks,
            PairRequest request,
            AtomicLong families,
            Optional<Candidates> candidates,
            Checkpoints checkpoints)
            throws IOException {
        List<PairOffers> offers = new ArrayList<>();
        List<PairCounter> counters = new ArrayList<>();
        for (PairSink sink : sinks) {
            offers.add(new PairOffers(tables, request, sink, families, candidates));
            counters.add(new PairCounter(tables, offers.get(offers.size() - 1), memory.counters()));
        }
        SharedLists lists = tables.listsByDocument(memory.places(), offers.get(0)::wants);
        int documents = tables.documents();
        int apart = Math.max(LEAST_APART, documents / CHECKPOINTS + 1);
        done = checkpoints.from();
        ExecutorService threads = Executors.newFixedThreadPool(sinks.size(), DaemonThreads.named("whorl-pairs"));
        try {
            int window = 0;
            for (int from = checkpoints.from(); from < documents; ) {
                if (from >= window) {
                    window = lists.index(from);
                }
                int next = (int) Math.min(documents, (from / apart + 1L) * apart);
                int to = Math.min(window, next);
                countWindow(lists, counters, from, to, threads);
                if (to == next) {
                    checkpoints.at(to);
                }
                from = to;
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void countWindow(SharedLists lists, List<PairCounter> counters, int from, int to, ExecutorService threads)
            throws IOException {
        // A long, because it runs past the last document.
        AtomicLong next = new AtomicLong(from);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (PairCounter counter : counters) {
            tasks.add(() -> {
                try {
                    return MappingFault.settled(() -> {
                        for (long row = next.getAndAdd(ROWS); row < to; row = next.getAndAdd(ROWS)) {
                            int end = (int) Math.min(row + ROWS, to);
                            for (int document = (int) row; document < end; document++) {
                                counter.count(document, lists);
                            }
                            done(end - (int) row);
                        }
                        return null;
                    });
                } catch (RuntimeException | Error e) {
                    // Stop the other threads too.
                    next.set(to);
                    throw e;
                }
            });
        }
        ParallelTasks.runAll(tasks, threads);
    }

    private synchronized void done(int documents) {
        done += documents;
        progress.accept(done);
    }

    /**
     * Counts the minutiae that a document shares with each document before it, in windows of ordinals, so that the
     * counters stay small however large the segment is. One thread at a time.
     */
    private static final class PairCounter {
        private final PairTables tables;
        private final PairOffers offers;
        private final DocumentLists lists;
        private final LeftOut.Filter filter;
        private final boolean weighted;
        private final int window;
        private final int[] shared;
        private final int[] touched;
        /** The weights of the shared minutiae; empty if the measure is not weighted. */
        private final long[] sums;

        private DocumentLists.Cursor cursor;
        private long from;
        private int noted;

        /** @param window the number of documents counted at a time, at least 1 */
        PairCounter(PairTables tables, PairOffers offers, int window) {
            this.tables = tables;
            this.offers = offers;
            this.window = Math.max(1, Math.min(window, tables.documents()));
            lists = tables.segment().lists();
            filter = tables.leftOut().filter();
            weighted = tables.weighted();
            shared = new int[this.window];
            // One more entry, because the loop writes a document before it checks that it is new.
            touched = new int[this.window + 1];
            sums = new long[weighted ? this.window : 0];
        }

        /** Offers all pairs of a document with the documents before it, and the pairs of its family. */
        void count(int document, SharedLists sharedLists) {
            if (!tables.families().isFirst(document) || !offers.wants(document)) {
                return;
            }
            if (tables.families().size(document) > 1) {
                offers.within(document);
            }
            SharedLists.Places places = sharedLists.of(document);
            for (from = 0; from < document; from += window) {
                noted = 0;
                long to = Math.min(from + window, document);
                places.rewind();
                for (long place = places.next(); place >= 0; place = places.next()) {
                    countList(place, to);
                }
                offer(document);
            }
        }

        private void open(long place) {
            if (cursor == null) {
                cursor = lists.cursor(place);
            } else {
                cursor.open(place);
            }
        }

        private void countList(long place, long to) {
            open(place);
            long holders = cursor.left();
            do {
                if (!cursor.next()) {
                    return;
                }
            } while (cursor.document() < from);
            int minutiae = tables.counts().minutiae(place);
            boolean partial = tables.leftOut().isPartial(place);
            if (partial) {
                filter.open(place);
            }
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

        private void offer(int document) {
            long least = offers.leastCounted(document);
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
                if (count >= least && tables.families().isFirst(other) && offers.wants(other, document)) {
                    offers.across(other, document, count, sum);
                }
            }
        }
    }

    /**
     * Scores the counted pairs and passes them on: each pair on its own, or one pair for all pairs of families. One
     * thread at a time.
     */
    private static final class PairOffers {
        private final PairRequest request;
        private final PairFamilies families;
        private final PairScore score;
        private final PairSink best;
        private final boolean expanded;
        private final boolean alike;
        private final AtomicLong found;
        private final Optional<Candidates> candidates;

        /**
         * @param found counts the families whose pairs score enough
         * @param candidates the pairs that are counted; without it, all pairs
         */
        PairOffers(
                PairTables tables,
                PairRequest request,
                PairSink best,
                AtomicLong found,
                Optional<Candidates> candidates) {
            this.candidates = candidates;
            this.request = request;
            this.best = best;
            this.found = found;
            families = tables.families();
            score = tables.score();
            alike = tables.alike();
            expanded = request.expanded() || !alike;
        }

        /** False if the pairs of this document with documents before it need not be counted. */
        boolean wants(int document) {
            return best.wants(document)
                    && (candidates.isEmpty()
                            || candidates.get().has(document)
                            // Its family is a pair in any case.
                            || families.size(document) > 1);
        }

        /** False if a pair need not be scored. */
        boolean wants(int other, int document) {
            return best.wants(other, document)
                    && (candidates.isEmpty() || candidates.get().contains(document, other));
        }

        /** The smallest number of counted minutiae with which a pair of this document can score enough. */
        long leastCounted(int document) {
            return score.leastCounted(document, leastScore());
        }

        private double leastScore() {
            return Math.max(request.minScore(), best.leastScore());
        }

        /** Offers one pair for a family, or all its pairs. */
        void within(int first) {
            int second = families.after(first);
            score.within(first);
            double value = score.of(first, second);
            if (value >= request.minScore()) {
                found.incrementAndGet();
            }
            if (!expanded) {
                offer(first, second, value, score.shared() | PairRecords.FAMILY);
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
        void across(int firstA, int firstB, int counted, long weight) {
            if (!score.across(firstA, firstB, counted, weight, leastScore())) {
                return;
            }
            if (!expanded) {
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
        private boolean isLast(int a, int from) {
            for (int b = from; b >= 0; b = families.after(b)) {
                if (!offerBoth(Math.min(a, b), Math.max(a, b)) && alike) {
                    return b == from;
                }
            }
            return false;
        }

        private boolean offerBoth(int a, int b) {
            boolean kept = offer(a, b, score.of(a, b), score.shared());
            return !request.measure().symmetric() && offer(b, a, score.of(b, a), score.shared()) || kept;
        }

        private boolean offer(int a, int b, double value, long rest) {
            return value >= request.minScore() && best.offer(value, a, b, rest);
        }
    }
}
