package io.whorl.cluster;

import io.whorl.pairs.PairRequest.PairMemory;
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

    public static FoundPairs of(Snapshot snapshot, PairsOptions options) {
        return of(snapshot.pairs(options));
    }

    /** Searches with other shares of the memory than those of the options. */
    public static Pairs search(Segment segment, PairsOptions options, PairMemory memory, ScratchSpace space)
            throws IOException {
        return Pairs.of(segment, options, memory, space, Clusters.Progress.NONE);
    }
}
