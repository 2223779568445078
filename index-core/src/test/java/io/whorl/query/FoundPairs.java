package io.whorl.query;

import java.util.List;

/** The result of a search for pairs, as a value for comparisons. */
public record FoundPairs(List<Pair> pairs, long ignored) {
    public static FoundPairs of(Pairs found) {
        return new FoundPairs(found.toList(), found.ignored().minutiae());
    }

    public static FoundPairs of(Snapshot snapshot, PairsOptions options) {
        return of(snapshot.pairs(options));
    }
}
