package io.whorl.query;

import io.whorl.live.LiveView;
import io.whorl.parts.LivePart;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A view of a live tier as a part. */
record ViewPart(LivePart of) implements Part {
    @Override
    public long documents() {
        return of.documents();
    }

    @Override
    public int counters(int window) {
        return of.view().documents();
    }

    @Override
    public Optional<Snapshot.Document> document(String id) {
        LiveView view = of.view();
        // Of several documents of one id only the last can live.
        int document = view.find(id.getBytes(StandardCharsets.UTF_8));
        return document < 0 || of.dead().contains(document)
                ? Optional.empty()
                : Optional.of(new Snapshot.Document(id, view.words(document), view.minutiae(document)));
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        return new ViewSearch(of, minutiae, buffers);
    }
}
