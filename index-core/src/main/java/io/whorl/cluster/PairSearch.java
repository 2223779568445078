package io.whorl.cluster;

import io.whorl.SchemeException;
import io.whorl.cluster.PairCount.GroupScores;
import io.whorl.cluster.PairTables.PairFamilies;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.store.LongTriples;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.Segment.LentSegment;
import io.whorl.strategy.Strategies;
import java.io.Closeable;
import java.io.IOException;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Finds every pair of documents of a segment whose score reaches a threshold. One pass over the table counts the
 * minutiae that lead to each distinct list. Then the pairs of each document are counted over the lists that name it.
 * These counts are the triplets of BGMZ 4.1, but they are summed document by document, so only the pairs that score
 * enough are sorted. Holds the pairs, the segment and scratch files until it is closed. One thread at a time.
 */
final class PairSearch implements Closeable {
    final PairTables tables;
    private final SimilarityOptions options;
    private final PairMemory memory;
    // Pairs are read after the search has released its snapshot and the segment merged for it.
    private final LentSegment segment;
    private final LongTriples.Runs runs;
    private final Optional<PairWork> work;
    private final AtomicLong families = new AtomicLong();
    private final PairScore score;
    private boolean closed;
    private boolean removed;

    /**
     * Finds the pairs.
     *
     * @param space the space of scratch files; the work directory of the options, if they have one
     * @param progress receives the number of documents that are done, from one thread at a time
     * @throws SchemeException if the segment cannot give what is requested
     * @throws io.whorl.RefusedException if the work directory cannot be used
     * @throws IOException if scratch files cannot be written, or the thread was interrupted
     */
    PairSearch(Segment of, SimilarityOptions options, PairMemory memory, ScratchSpace space, LongConsumer progress)
            throws IOException {
        check(options, of.scheme());
        this.options = options;
        this.memory = memory;
        work = options.work().isEmpty() ? Optional.empty() : Optional.of(PairWork.open(options, of, space));
        segment = new LentSegment(of);
        runs = new LongTriples.Runs(options.top(), memory.blocks(), space);
        // Before pairs are counted, the other shares of the memory are free for sorting.
        try (ScratchArrays kept = new ScratchArrays(memory.arrays(), 3 * memory.blocks(), space)) {
            try (ScratchArrays passing = kept.another()) {
                tables = new PairTables(of, options, kept, passing);
            }
            Optional<Candidates> candidates = Optional.empty();
            if (options.superShingles() > 0) {
                try (ScratchArrays passing = kept.another()) {
                    candidates = Optional.of(new Candidates(tables, options, kept, passing));
                }
            }
            score = new PairScore(tables);
            count(candidates, progress);
        } catch (IOException | RuntimeException | Error e) {
            try {
                close();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    private static void check(SimilarityOptions options, Scheme scheme) {
        options.checked();
        Measure measure = options.measure();
        Comparability.Kind kind = Strategies.comparability(scheme).kind();
        String strategy = scheme.selection().name();
        if (options.superShingles() > 0 && (!measure.symmetric() || measure == Measure.SHARED)) {
            throw SchemeException.measure("super shingles cannot detect " + measure.label()
                    + ", because what a longer document has in addition breaks the sequences that they consist of"
                    + " (BGMZ 5.3); use resemblance or weighted-resemblance, or search without super shingles");
        }
        if (options.superShingles() > 0 && kind == Comparability.Kind.LEVELS) {
            throw SchemeException.measure("an index made with " + strategy + " keeps other minutiae of short"
                    + " documents than of long ones, so they share no super shingles; search without super shingles");
        }
        if (options.templates().isPresent() && kind != Comparability.Kind.SETS) {
            throw SchemeException.measure("an index made with " + strategy + " stores figures of whole"
                    + " documents, so templates cannot be left out of them; build with another selection");
        }
    }

    private void count(Optional<Candidates> candidates, LongConsumer progress) throws IOException {
        List<LongTriples> best = new ArrayList<>();
        for (int i = 0; i < options.threads(); i++) {
            best.add(new LongTriples(runs, memory.pairs()));
        }
        new PairCount(tables, options.minScore(), options.expanded(), candidates, memory, families, progress)
                .run(
                        best.stream().map(PairSearch::sink).toList(),
                        work.isPresent() ? work.get().restore(runs, families) : 0,
                        to -> {
                            if (work.isPresent()) {
                                best.forEach(LongTriples::pass);
                                work.get().counted(to, runs, families);
                            }
                        });
        best.forEach(LongTriples::pass);
    }

    /** The receiver of one thread. It leaves pairs out if enough better ones are known. */
    private static PairCount.Sink sink(LongTriples best) {
        return new PairCount.Sink() {
            @Override
            public boolean offer(double value, int a, int b, long shared) throws IOException {
                // Ascending keys are descending scores; scores are 0 or more.
                return best.add(~Double.doubleToLongBits(value), ((long) a << Integer.SIZE) | b, shared);
            }

            @Override
            public double leastScore() {
                return best.last() == Long.MAX_VALUE ? 0 : Double.longBitsToDouble(~best.last());
            }
        };
    }

    /**
     * Counts all pairs again to find the least scores within groups, whether they share a super shingle or not.
     *
     * @param progress receives the number of documents that are done, from one thread at a time
     */
    void add(GroupScores groups, LongConsumer progress) throws IOException {
        List<PairCount.Sink> sinks = new ArrayList<>();
        for (int i = 0; i < options.threads(); i++) {
            sinks.add(groups.sink(tables.measure.symmetric()));
        }
        String identity = work.isPresent() ? groups.identity(tables.documents) : "";
        new PairCount(tables, 0, false, Optional.empty(), memory, new AtomicLong(), progress)
                .run(sinks, work.isPresent() ? work.get().restore(groups, identity) : 0, to -> {
                    if (work.isPresent()) {
                        work.get().scored(to, groups, identity);
                    }
                });
    }

    /** The number of families whose pairs score enough. */
    long families() {
        return families.get();
    }

    /** As {@link Segment#reading}. */
    <T> T reading(Supplier<T> reader) {
        return segment.reading(reader);
    }

    /** The id of a document; called inside {@link #reading}. */
    String id(int document) {
        return segment.id(document);
    }

    /** The number of minutiae of a document; called inside {@link #reading}. */
    long minutiae(int document) {
        return tables.segment.documents().minutiae(document);
    }

    /** All pairs, best first. Each call starts anew. */
    Reader read() throws IOException {
        return new Reader();
    }

    boolean isClosed() {
        return closed;
    }

    /** Removes what the search keeps. No pairs can be read after that; close it. */
    void removeWork() throws IOException {
        removed = true;
        runs.close();
        if (work.isPresent()) {
            work.get().remove();
        }
    }

    /** A second call has no effect. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        segment.close();
        try {
            runs.close();
        } finally {
            if (work.isPresent()) {
                work.get().close();
            }
        }
    }

    /** Reads the pairs once. One thread at a time. */
    final class Reader {
        private final LongTriples.Sorted sorted = runs.sorted();
        private long left = options.top();

        private Reader() throws IOException {}

        /** Moves to the next pair; false at the end, and after a close. */
        boolean next() throws IOException {
            return !closed && !removed && left-- > 0 && sorted.next();
        }

        /** Moves to the next pair that represents no family; false at the end, and after a close. */
        boolean nextAcross() throws IOException {
            boolean more = next();
            while (more && isFamily()) {
                more = next();
            }
            return more;
        }

        int a() {
            return (int) (sorted.second() >>> Integer.SIZE);
        }

        int b() {
            return (int) sorted.second();
        }

        double score() {
            return Double.longBitsToDouble(~sorted.first());
        }

        long shared() {
            return sorted.third() & ~PairCount.FAMILY;
        }

        private boolean isFamily() {
            return (sorted.third() & PairCount.FAMILY) != 0;
        }

        /** The comparison of the two documents, without the minutiae that are left out of them. */
        Comparison comparison() {
            return score.compare(a(), b(), shared());
        }

        /** The ids of the family of which the pair represents all pairs; empty if it is a pair of its own. */
        Optional<Collection<String>> family() {
            return isFamily() ? Optional.of(ids(segment.lend(), tables.families, a())) : Optional.empty();
        }
    }

    /** The ids of the documents of one family, in ascending order. They keep the segment mapped. */
    private static Collection<String> ids(LentSegment segment, PairFamilies families, int first) {
        return new AbstractCollection<>() {
            @Override
            public int size() {
                return families.size(first);
            }

            @Override
            public Iterator<String> iterator() {
                return IntStream.iterate(first, d -> d >= 0, families::after)
                        .mapToObj(d -> segment.reading(() -> segment.id(d)))
                        .iterator();
            }
        };
    }

    /**
     * The shares of the memory of a search for pairs. A full share causes another window, scratch file or spilled run,
     * and never another result.
     *
     * @param arrays bytes of heap for arrays that grow with the index; beyond that they are in a scratch file
     * @param places places of lists that are held at a time
     * @param counters documents that each thread counts at a time
     * @param pairs pairs that each thread holds
     * @param blocks bytes for the buffers that merge spilled pairs
     */
    record PairMemory(long arrays, int places, int counters, int pairs, long blocks) {
        /** A place, the start of a document's places, and the position of the next. */
        private static final int PLACE = 16;
        /** A count, and the number of a counted document. */
        private static final int COUNTER = 8;

        private static final int SUM = 8;
        private static final int MOST = 1 << 26;

        /** Gives a quarter each to the arrays, the places, the counters, and the pairs with their buffers. */
        static PairMemory of(long bytes, SimilarityOptions options) {
            long quarter = bytes / 4;
            long each = quarter / options.threads();
            return new PairMemory(
                    quarter,
                    number(quarter / PLACE),
                    number(each / (COUNTER + (options.measure().weighted() ? SUM : 0))),
                    number(each * 3 / 4 / LongTriples.ROOM),
                    quarter / 4);
        }

        private static int number(long value) {
            return (int) Math.max(1, Math.min(MOST, value));
        }
    }
}
