package io.whorl.cluster;

import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest.PairMemory;
import io.whorl.pairs.PairResult;
import io.whorl.pairs.PairSearch;
import io.whorl.score.Comparison;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The pairs of similar documents of an index, best first; ties are ordered by id. For symmetric measures {@code a}
 * comes before {@code b} by id; for other measures both directions are reported. Pairs are read one by one, some from
 * scratch files, and only once. Close it to release its memory and files. Families can still be read after that: if any
 * pair had one, its file stays mapped until all families are collected. One thread at a time.
 */
public final class Pairs extends SimilarityResult<Pair> {
    private final PairResult result;
    private Optional<PairResult.Reader> reader = Optional.empty();

    /** @param result closed with this */
    private Pairs(PairResult result) {
        super(result, "there are no more pairs");
        this.result = result;
    }

    /**
     * For the snapshots of this module: callers outside cannot name the type of the argument.
     *
     * @hidden
     */
    @SuppressWarnings("exports")
    public static Pairs of(Segment segment, PairsOptions options, ScratchSpace space, Clusters.Progress progress)
            throws IOException {
        return of(segment, options, options.forPairs(1), space, progress);
    }

    /** With other shares of the memory. */
    static Pairs of(
            Segment segment, PairsOptions options, PairMemory memory, ScratchSpace space, Clusters.Progress progress)
            throws IOException {
        long documents = segment.counts().documents();
        return new Pairs(
                new PairSearch(segment, options.request(), memory, space, done -> progress.at(done, documents)).run());
    }

    /** The number of families whose pairs reach the minimum score, including those that are not among the best. */
    public long families() {
        return result.families();
    }

    @Override
    Optional<Pair> read() throws IOException {
        if (reader.isEmpty()) {
            reader = Optional.of(result.read());
        }
        return reader.get().next() ? Optional.of(result.reading(() -> pair(result, reader.get()))) : Optional.empty();
    }

    private static Pair pair(PairResult of, PairResult.Reader pair) {
        Comparison comparison = pair.comparison();
        return new Pair(
                of.id(pair.a()),
                of.id(pair.b()),
                pair.score(),
                pair.shared(),
                OptionalDouble.of(comparison.resemblance()),
                comparison.known(Measure.CONTAINMENT),
                comparison.known(Measure.CONTAINED),
                pair.family());
    }

    /** Reads the remaining pairs into a list, which takes heap for each of them, and closes. */
    public List<Pair> toList() {
        try (this) {
            List<Pair> pairs = new ArrayList<>();
            forEachRemaining(pairs::add);
            return List.copyOf(pairs);
        }
    }
}
