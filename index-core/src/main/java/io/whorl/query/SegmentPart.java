package io.whorl.query;

import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.Segment;
import java.util.Optional;

/** A sealed segment as a part. */
record SegmentPart(Segment segment, DeadDocuments dead) implements Part {
    @Override
    public long documents() {
        return segment.counts().documents() - dead.count();
    }

    @Override
    public int counters(int window) {
        return (int) Math.min(window, segment.counts().documents());
    }

    @Override
    public Optional<IndexedDocument> document(String id) {
        return segment.reading(() -> {
            DocumentTable documents = segment.documents();
            long ordinal = documents.find(id);
            return ordinal < 0 || dead.contains(ordinal) ? Optional.empty()
                    : Optional.of(new IndexedDocument(id, documents.words(ordinal), documents.minutiae(ordinal)));
        });
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers) {
        return segment.reading(() -> new SegmentSearch(segment, dead, minutiae, buffers));
    }
}
