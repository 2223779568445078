package io.whorl.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pairs of similar documents of an index, best first; ties are ordered by id. For symmetric measures {@code a}
 * comes before {@code b} by id; for other measures both directions are reported. Pairs are read one by one, some from
 * scratch files, and only once. Close it to release its memory and files. Families can still be read after that: if any
 * pair had one, its file stays mapped until all families are collected. One thread at a time.
 */
public final class Pairs extends SimilarityResult<Pair> {
    private Optional<PairSearch.Reader> reader = Optional.empty();

    Pairs(PairSearch pairs) {
        super(pairs, "there are no more pairs");
    }

    /** The number of families whose pairs reach the minimum score, including those that are not among the best. */
    public long families() {
        return pairs.families;
    }

    @Override
    Optional<Pair> read() throws IOException {
        if (reader.isEmpty()) {
            reader = Optional.of(pairs.read());
        }
        return reader.get().next() ? Optional.of(pairs.reading(() -> pair(reader.get()))) : Optional.empty();
    }

    private Pair pair(PairSearch.Reader pair) {
        return Pair.of(
                pairs.id(pair.a()), pairs.id(pair.b()), pair.score(), pair.shared(), pair.comparison(), pair.family());
    }

    /** Reads the remaining pairs into a list, which takes heap for each of them, and closes. */
    public List<Pair> toList() {
        try (this) {
            List<Pair> all = new ArrayList<>();
            forEachRemaining(all::add);
            return List.copyOf(all);
        }
    }
}
