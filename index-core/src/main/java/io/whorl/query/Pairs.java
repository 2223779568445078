package io.whorl.query;

import io.whorl.measure.Measure;
import io.whorl.parts.SegmentSide;
import io.whorl.score.Comparison;
import io.whorl.store.Segment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The pairs found, best first, ties by the ids. They are read once, as they are asked for, partly from scratch files:
 * close it. One thread at a time.
 */
public final class Pairs implements Iterator<Pair>, AutoCloseable {
    private final Ignored ignored;
    private final long families;
    private final Optional<Source> source;
    private long left;
    private boolean ready;
    private boolean closed;

    /**
     * Receives the progress of counting. It is called by one thread at a time, but not always the same, and should
     * return quickly.
     */
    @FunctionalInterface
    public interface Progress {
        /** Ignores all calls. */
        Progress NONE = (done, documents) -> {};

        /**
         * @param done the number of documents whose pairs with the documents before them are counted
         * @param documents the number of all documents
         */
        void at(long done, long documents);
    }

    /**
     * The minutiae that were ignored because more documents than {@link PairsOptions#maxDf} hold them.
     *
     * @param minutiae distinct minutiae
     * @param lists distinct sets of documents that hold them
     * @param postings (minutia, document) pairs of them
     * @param families families that are not reported because all their minutiae are ignored
     */
    public record Ignored(long minutiae, long lists, long postings, long families) {
        static final Ignored NOTHING = new Ignored(0, 0, 0, 0);
    }

    /** Where pairs are read from. */
    private record Source(
            LentSegment segment,
            PairFamilies families,
            PairRuns runs,
            PairMerge merge,
            Comparison comparison,
            SegmentSide sideA,
            SegmentSide sideB) {}

    /** None. */
    Pairs() {
        ignored = Ignored.NOTHING;
        families = 0;
        source = Optional.empty();
    }

    /**
     * @param top pairs to be read
     * @param runs complete; closed with this
     * @param tally complete
     */
    Pairs(PairTables tables, long top, PairRuns runs, FamilyTally tally) throws IOException {
        ignored = tables.ignored(tally.leftOut());
        families = tally.found();
        left = top;
        Segment segment = tables.segment();
        // Pairs are read after the call that made them has let go of its snapshot and of the segment merged for it.
        source = Optional.of(new Source(
                new LentSegment(segment),
                tables.families(),
                runs,
                runs.merge(),
                Comparison.of(segment.scheme()),
                new SegmentSide(segment),
                new SegmentSide(segment)));
    }

    /** The minutiae that the document-frequency limit left out. */
    public Ignored ignored() {
        return ignored;
    }

    /**
     * Families of two documents or more of equal fingerprints whose pairs score enough, whether or not among the best.
     */
    public long families() {
        return families;
    }

    /** @throws UncheckedIOException if a scratch file cannot be read */
    @Override
    public boolean hasNext() {
        if (!ready && left > 0 && source.isPresent()) {
            try {
                ready = source.get().merge.next();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            left = ready ? left - 1 : 0;
        }
        return ready;
    }

    /** @throws UncheckedIOException if a scratch file cannot be read */
    @Override
    public Pair next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more pairs");
        }
        ready = false;
        Source s = source.orElseThrow();
        return s.segment.reading(() -> pair(s));
    }

    private static Pair pair(Source s) {
        long[] records = s.merge.records();
        int at = s.merge.at();
        int a = (int) (records[at + 1] >>> Integer.SIZE);
        int b = (int) records[at + 1];
        boolean family = (records[at + 2] & PairRecords.FAMILY) != 0;
        long shared = records[at + 2] & ~PairRecords.FAMILY;
        s.comparison.set(shared, s.sideA.at(a), s.sideB.at(b));
        return new Pair(
                s.segment.id(a),
                s.segment.id(b),
                PairRecords.score(records[at]),
                shared,
                OptionalDouble.of(s.comparison.resemblance()),
                figure(s.comparison, Measure.CONTAINMENT),
                figure(s.comparison, Measure.CONTAINED),
                family ? Optional.of(new Family(s.segment.lend(), s.families, a)) : Optional.empty());
    }

    private static OptionalDouble figure(Comparison comparison, Measure figure) {
        return comparison.onlyResemblance() ? OptionalDouble.empty() : OptionalDouble.of(comparison.score(figure));
    }

    /** Reads all that is left to a list, which takes heap for each, and closes. */
    public List<Pair> toList() {
        try (this) {
            List<Pair> pairs = new ArrayList<>();
            forEachRemaining(pairs::add);
            return List.copyOf(pairs);
        }
    }

    /**
     * Lets go of memory and files; no more pairs are read. A {@link Family} can still be read: if any was given, the
     * file that it is read from stays mapped until all of them are collected. A second call does nothing.
     */
    @Override
    public void close() {
        left = 0;
        ready = false;
        if (source.isPresent() && !closed) {
            closed = true;
            source.get().segment.close();
            try {
                source.get().runs.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
