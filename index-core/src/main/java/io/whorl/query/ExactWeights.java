package io.whorl.query;

import io.whorl.score.TermWeights;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import io.whorl.store.TempFile;
import io.whorl.store.WeightSums;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Σ ln(1 + N ÷ f_t) over all minutiae of each document of a snapshot. Every commit changes N and f_t, so each snapshot
 * needs a pass over the index. The sums take eight bytes a document, in a scratch file if there are many. Thread-safe.
 */
final class ExactWeights {
    /** The weights of so many documents stay in heap. */
    private static final int IN_HEAP = 1 << 15;

    private static final long MEMORY = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

    private final Segment segment;
    private final ScratchLongs weights;

    private ExactWeights(Segment segment, ScratchLongs weights) {
        this.segment = segment;
        this.weights = weights;
    }

    /**
     * @param segment a segment without deleted documents
     * @param scratch a directory for a file that is unlinked at once
     */
    static ExactWeights of(Segment segment, Path scratch) throws IOException {
        long documents = segment.counts().documents();
        if (documents <= IN_HEAP) {
            return of(segment, new ScratchLongs(documents, Optional.empty()));
        }
        // The mapping remains valid after the file is closed.
        try (TempFile file = new TempFile(scratch)) {
            return of(segment, new ScratchLongs(documents, Optional.of(file)));
        }
    }

    private static ExactWeights of(Segment segment, ScratchLongs weights) {
        return segment.reading(() -> {
            addUp(segment, weights);
            for (long d = 0; d < weights.size() && !segment.families().isEmpty(); d++) {
                long next = segment.families().next(d);
                if (next > d) {
                    weights.set(next, weights.get(d));
                }
            }
            return new ExactWeights(segment, weights);
        });
    }

    private static void addUp(Segment segment, ScratchLongs weights) {
        long documents = weights.size();
        long alone = TermWeights.rarity(documents, 1);
        WeightSums lists =
                new WeightSums(segment.lists(), holders -> TermWeights.rarity(documents, holders), weights, MEMORY);
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            if (cursor.payload() < documents) {
                weights.set(cursor.payload(), weights.get(cursor.payload()) + alone);
            } else {
                lists.add(cursor.payload() - documents);
            }
        }
        lists.flush();
    }

    /** The weights if the segment is the only part of the snapshot. */
    DocumentWeights byOrdinal() {
        return (part, document) -> weights.get(document);
    }

    /** The weights if the segment was merged from the parts of the snapshot. */
    DocumentWeights byId() {
        return (part, document) ->
                segment.reading(() -> weights.get(segment.documents().find(part.id(document))));
    }
}
