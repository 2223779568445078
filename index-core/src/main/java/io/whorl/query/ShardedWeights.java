package io.whorl.query;

import io.whorl.merge.MergedSums;
import io.whorl.merge.SegmentMerge;
import io.whorl.parts.MergedParts;
import io.whorl.parts.SealedPart;
import io.whorl.parts.SnapshotParts;
import io.whorl.score.DocumentWeight;
import io.whorl.score.TermWeights;
import io.whorl.store.LogFrequency;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** The weights of the documents of several indexes, as in one index with all of them. */
final class ShardedWeights {
    private static final long MEMORY = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 8);

    private final SnapshotParts parts;
    private final long documents;
    private final Map<Segment, Integer> inputs = new IdentityHashMap<>();

    ShardedWeights(SnapshotParts parts) {
        this.parts = parts;
        documents = parts.documents();
        for (int i = 0; i < parts.sealed().size(); i++) {
            inputs.put(parts.sealed().get(i).segment(), i);
        }
    }

    /** Σ ln(1 + N ÷ f_t), as {@link ExactWeights}. */
    DocumentWeights exact() throws IOException {
        MergedSums sums = sums(holders -> TermWeights.rarity(documents, holders));
        return (part, document) -> sums.get(inputs.get(part.source()), document);
    }

    /** The weights that the segment of a merged index stores. */
    DocumentWeights asMerged() throws IOException {
        long most = LogFrequency.most(documents);
        MergedSums sums = sums(holders -> Math.min(most, LogFrequency.of(holders)));
        DocumentWeight weight = new DocumentWeight(documents);
        return (part, document) -> {
            long minutiae = part.side(document).minutiae();
            long sum = sums.get(inputs.get(part.source()), document);
            return weight.of(minutiae, LogFrequency.value(LogFrequency.mean(sum, minutiae)));
        };
    }

    private MergedSums sums(LongUnaryOperator summand) throws IOException {
        List<SegmentMerge.Input> all =
                parts.sealed().stream().map(ShardedWeights::input).toList();
        ScratchSpace scratch = new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir")), MergedParts.RESERVE);
        return MergedSums.of(all, summand, MEMORY, scratch);
    }

    private static SegmentMerge.Input input(SealedPart part) {
        return new SegmentMerge.Input(part.segment(), part.dead());
    }
}
