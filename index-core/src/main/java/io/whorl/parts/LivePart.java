package io.whorl.parts;

import io.whorl.live.LiveDocument;
import io.whorl.live.LiveView;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentDate;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredText;

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
    public void release() {
        view.close();
    }

    @Override
    public long living(byte[] id) {
        // If several documents have this id, only the last can be live.
        int document = view.find(id);
        return document < 0 || dead.contains(document) ? -1 : document;
    }

    @Override
    public byte[] id(long document) {
        return view.document((int) document).id();
    }

    @Override
    public Size size(long document) {
        LiveDocument d = view.document((int) document);
        return new Size(d.words(), d.minutiae(), d.date());
    }

    @Override
    public byte[] text(long document) {
        return StoredText.decode(view.document((int) document).text());
    }

    @Override
    public StoredFingerprint fingerprint(long document, Scheme scheme) {
        LiveDocument d = view.document((int) document);
        return StoredFingerprint.decode(
                d.fingerprint(), d.minutiae(), scheme.hashing().bits(), scheme.frequencies());
    }

    @Override
    public boolean hasDates() {
        for (int d = 0; d < view.documents(); d++) {
            if (view.document(d).date() != DocumentDate.NONE && !dead.contains(d)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers) {
        buffers.reserve(view.documents());
        return new LiveSearch(this, minutiae, buffers);
    }
}
