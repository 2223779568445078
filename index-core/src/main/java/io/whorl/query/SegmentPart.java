package io.whorl.query;

import io.whorl.parts.SealedPart;
import io.whorl.store.DocumentTable;
import java.util.Optional;

/** A sealed segment as a part. */
record SegmentPart(SealedPart of) implements Part {
    @Override
    public long documents() {
        return of.documents();
    }

    @Override
    public int counters(int window) {
        return (int) Math.min(window, of.segment().counts().documents());
    }

    @Override
    public Optional<Snapshot.Document> document(String id) {
        return of.segment().reading(() -> {
            DocumentTable documents = of.segment().documents();
            long ordinal = documents.find(id);
            return ordinal < 0 || of.dead().contains(ordinal)
                    ? Optional.empty()
                    : Optional.of(new Snapshot.Document(id, documents.words(ordinal), documents.minutiae(ordinal)));
        });
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        return of.segment().reading(() -> new SegmentSearch(of, minutiae, buffers, memory));
    }
}
