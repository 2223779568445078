package io.whorl.cluster;

import io.whorl.cluster.PairSearch.PairMemory;
import io.whorl.query.Snapshot;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.List;

/** The result of a search for pairs, as a value for comparisons. */
public record FoundPairs(List<Pair> pairs, long ignored) {
    public static FoundPairs of(Pairs found) {
        return new FoundPairs(found.toList(), found.ignored().minutiae());
    }

    public static FoundPairs of(Snapshot snapshot, SimilarityOptions options) {
        return of(snapshot.pairs(options));
    }

    /** The numbers of bytes, places, documents and pairs that a search holds. */
    public record Shares(long arrays, int places, int counters, int pairs) {
        /** Everything goes to scratch files, in windows of a few documents. */
        public static final Shares LITTLE = new Shares(0, 7, 5, 3);

        PairMemory memory() {
            return new PairMemory(arrays, places, counters, pairs, 0);
        }
    }

    /** Searches with other shares of the memory than those of the options. */
    public static Pairs search(Segment segment, SimilarityOptions options, Shares shares, ScratchSpace space)
            throws IOException {
        return (Pairs) SimilarityResult.of(segment, options, shares.memory(), space);
    }
}
