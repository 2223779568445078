package io.whorl.query;

import io.whorl.measure.Measure;
import io.whorl.pairs.PairResult;
import io.whorl.score.Comparison;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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
    public record Ignored(long minutiae, long lists, long postings, long families) {}

    /** No pairs. */
    Pairs() {
        result = Optional.empty();
        ignored = new Ignored(0, 0, 0, 0);
    }

    /** @param result closed with this */
    Pairs(PairResult result) {
        this.result = Optional.of(result);
        ignored = new Ignored(
                result.ignoredMinutiae(), result.ignoredLists(), result.ignoredPostings(), result.ignoredFamilies());
    }

    /** The minutiae that the document-frequency limit excluded. */
    public Ignored ignored() {
        return ignored;
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
                throw new UncheckedIOException(e);
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
                throw new UncheckedIOException(e);
            }
        }
    }
}
