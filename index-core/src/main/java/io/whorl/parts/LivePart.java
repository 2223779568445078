package io.whorl.parts;

import io.whorl.live.LiveView;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentDate;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredText;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A view of a live tier, as part of a snapshot.
 *
 * @param view the view, which the snapshot closes
 * @param dead the documents of the view that are deleted or replaced; it may cover more documents than the view has
 */
public record LivePart(LiveView view, DeadDocuments dead) implements Part {
    public LivePart {
        if (dead.documents() < view.documents()) {
            throw new IllegalArgumentException(
                    "dead is of " + dead.documents() + " documents; the view has " + view.documents());
        }
    }

    @Override
    public long documents() {
        return view.documents() - dead.count();
    }

    @Override
    public LivePart dead(DeadDocuments other) {
        return new LivePart(view, other);
    }

    @Override
    public byte[] id(long document) {
        return view.id((int) document);
    }

    @Override
    public boolean hasDates() {
        for (int d = 0; d < view.documents(); d++) {
            if (view.date(d) != DocumentDate.NONE && !dead.contains(d)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Optional<Size> find(String id) {
        int document = living(id);
        return document < 0
                ? Optional.empty()
                : Optional.of(new Size(view.words(document), view.minutiae(document), view.date(document)));
    }

    /** The live document of an id, or −1. */
    private int living(String id) {
        return (int) living(id.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public long living(byte[] id) {
        // If several documents have this id, only the last can be live.
        int document = view.find(id);
        return document < 0 || dead.contains(document) ? -1 : document;
    }

    @Override
    public Optional<byte[]> text(String id) {
        int document = living(id);
        return document < 0
                ? Optional.empty()
                : Optional.of(StoredText.decode(view.stored(document).text()));
    }

    @Override
    public Optional<StoredFingerprint> fingerprint(String id, Scheme scheme) {
        int document = living(id);
        return document < 0
                ? Optional.empty()
                : Optional.of(StoredFingerprint.decode(
                        view.stored(document).fingerprint(),
                        view.minutiae(document),
                        scheme.hashing().bits(),
                        scheme.frequencies()));
    }

    @Override
    public Part without(String id) {
        int document = living(id);
        return document < 0 ? this : new LivePart(view, dead.with(new long[] {document}, 1));
    }

    @Override
    public boolean holdsAll(String id, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        int document = living(id);
        if (document < 0) {
            return false;
        }
        try (LiveView.Cursor cursor = view.cursor()) {
            for (long minutia : minutiae) {
                boolean in = false;
                if (cursor.find(minutia)) {
                    // Chains lead from the newest document to the oldest.
                    while (!in && cursor.next()) {
                        in = cursor.document() == document;
                    }
                }
                if (!in) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        buffers.reserve(view.documents());
        return new LiveSearch(this, minutiae, buffers);
    }
}
