package io.whorl.query;

import io.whorl.cluster.Clusters.Candidates;
import io.whorl.cluster.Clusters.Common;
import io.whorl.cluster.Clusters.Ignored;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairResult;
import io.whorl.score.Comparison;
import io.whorl.series.SeriesTemplate;
import io.whorl.store.Interrupts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The pairs of similar documents of an index, best first; ties are ordered by id. Pairs are read one by one, some from
 * scratch files, and only once. Close it to release its memory and files. One thread at a time.
 */
public final class Pairs implements Iterator<Pair>, AutoCloseable {
    private final Optional<PairResult> result;
    private final Ignored ignored;
    private boolean ready;
    private boolean closed;

    /** No pairs. */
    Pairs() {
        result = Optional.empty();
        ignored = new Ignored(0, 0, 0, 0, 0);
    }

    /** @param result closed with this */
    Pairs(PairResult result) {
        this.result = Optional.of(result);
        ignored = new Ignored(
                result.ignoredMinutiae(),
                result.ignoredLists(),
                result.ignoredPostings(),
                result.mostlyIgnored(),
                result.ignoredSuperShingles());
    }

    /** The minutiae that the document-frequency limit excluded. */
    public Ignored ignored() {
        return ignored;
    }

    /** What {@link PairsOptions#commonDf} excluded. */
    public Common common() {
        return result.map(r -> new Common(r.commonMinutiae(), r.commonKept())).orElse(new Common(0, 0));
    }

    /** The pairs that {@link PairsOptions#superShingles} selected. */
    public Candidates candidates() {
        return result.map(r -> new Candidates(r.candidates(), r.tooShort())).orElse(new Candidates(0, 0));
    }

    /** The number of documents that are in a series; 0 if no templates are left out. */
    public long inSeries() {
        return result.map(PairResult::inSeries).orElse(0L);
    }

    /** The templates that were left out, in the order of the first documents of their series. */
    public Iterator<SeriesTemplate> templates() {
        return result.map(PairResult::templates).orElse(Collections.emptyIterator());
    }

    /** The number of families whose pairs reach the minimum score, including those that are not among the best. */
    public long families() {
        return result.map(PairResult::families).orElse(0L);
    }

    /**
     * {@inheritDoc}
     *
     * @throws UncheckedIOException if a scratch file cannot be read
     */
    @Override
    public boolean hasNext() {
        if (!ready && !closed && result.isPresent()) {
            try {
                ready = result.get().next();
            } catch (IOException e) {
                throw Interrupts.unchecked(e);
            }
        }
        return ready;
    }

    /**
     * {@inheritDoc}
     *
     * @throws UncheckedIOException if a scratch file cannot be read
     */
    @Override
    public Pair next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more pairs");
        }
        ready = false;
        PairResult current = result.orElseThrow();
        return current.reading(() -> pair(current));
    }

    private static Pair pair(PairResult current) {
        Comparison comparison = current.comparison();
        return new Pair(
                current.a(),
                current.b(),
                current.score(),
                current.shared(),
                OptionalDouble.of(comparison.resemblance()),
                figure(comparison, Measure.CONTAINMENT),
                figure(comparison, Measure.CONTAINED),
                current.family().map(Family::new));
    }

    private static OptionalDouble figure(Comparison comparison, Measure figure) {
        return comparison.onlyResemblance() ? OptionalDouble.empty() : OptionalDouble.of(comparison.score(figure));
    }

    /** Reads the remaining pairs into a list, which takes heap for each of them, and closes. */
    public List<Pair> toList() {
        try (this) {
            List<Pair> pairs = new ArrayList<>();
            forEachRemaining(pairs::add);
            return List.copyOf(pairs);
        }
    }

    /**
     * Removes what was kept in {@link PairsOptions#work}. Call it when the pairs are safe; until then, the same search
     * can be resumed and gives them again. No more pairs can be read. Without such a directory it does nothing.
     *
     * @throws UncheckedIOException if files cannot be removed
     */
    public void removeWork() {
        ready = false;
        try {
            if (result.isPresent() && !closed) {
                result.get().removeWork();
            }
        } catch (IOException e) {
            throw Interrupts.unchecked(e);
        }
    }

    /**
     * Releases memory and files; no more pairs can be read. A {@link Family} can still be read: if any pair had one,
     * its file stays mapped until all families are collected. A second call has no effect.
     */
    @Override
    public void close() {
        ready = false;
        if (result.isPresent() && !closed) {
            closed = true;
            try {
                result.get().close();
            } catch (IOException e) {
                throw Interrupts.unchecked(e);
            }
        }
    }
}
