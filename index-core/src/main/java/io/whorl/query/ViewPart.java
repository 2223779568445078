package io.whorl.query;

import io.whorl.live.LiveView;
import io.whorl.store.DeadDocuments;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A view of a live tier as a part. */
record ViewPart(LiveView view, DeadDocuments dead) implements Part {
    @Override
    public long documents() {
        return view.documents() - dead.count();
    }

    @Override
    public int counters(int window) {
        return view.documents();
    }

    @Override
    public Optional<IndexedDocument> document(String id) {
        // Of several documents of one id only the last can live.
        int document = view.find(id.getBytes(StandardCharsets.UTF_8));
        return document < 0 || dead.contains(document) ? Optional.empty()
                : Optional.of(new IndexedDocument(id, view.words(document), view.minutiae(document)));
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers) {
        return new ViewSearch(view, dead, minutiae, buffers);
    }
}
