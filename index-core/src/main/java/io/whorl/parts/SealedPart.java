package io.whorl.parts;

import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.Segment;
import io.whorl.store.StoredFingerprint;
import java.util.Optional;

/**
 * A sealed segment of a snapshot. The snapshot releases it when it is closed ({@link Segment#release}).
 *
 * @param segment the segment
 * @param dead the documents of the segment that are deleted or replaced
 */
public record SealedPart(Segment segment, DeadDocuments dead) implements Part {
    public SealedPart {
        if (dead.documents() != segment.counts().documents()) {
            throw new IllegalArgumentException("dead is of " + dead.documents() + " documents; the segment has "
                    + segment.counts().documents());
        }
    }

    /** A segment without deleted documents. */
    public static SealedPart of(Segment segment) {
        return new SealedPart(segment, DeadDocuments.none(segment.counts().documents()));
    }

    /** Holds the files once more. */
    public void take() {
        segment.retain();
        dead.retain();
    }

    @Override
    public void release() {
        segment.release();
        dead.release();
    }

    @Override
    public long documents() {
        return dead.documents() - dead.count();
    }

    @Override
    public SealedPart dead(DeadDocuments other) {
        return new SealedPart(segment, other);
    }

    /** True if a part has the same segment. */
    boolean isOf(Part part) {
        return part instanceof SealedPart other && other.segment == segment;
    }

    @Override
    public long living(byte[] id) {
        return dead.living(segment, id);
    }

    @Override
    public byte[] id(long document) {
        return segment.reading(() -> segment.documents().idBytes(document));
    }

    @Override
    public Ids ids(byte[] from) {
        DocumentTable.IdCursor ids = segment.reading(() -> segment.documents().ids(from));
        return () -> dead.reading(segment, () -> {
            while (ids.next()) {
                if (!dead.contains(ids.ordinal())) {
                    return Optional.of(ids.id());
                }
            }
            return Optional.empty();
        });
    }

    @Override
    public Size size(long document) {
        return segment.reading(() -> {
            DocumentTable documents = segment.documents();
            return new Size(
                    documents.words(document),
                    documents.minutiae(document),
                    segment.dates().date(document));
        });
    }

    @Override
    public byte[] text(long document) {
        return segment.reading(() -> segment.texts().text(document));
    }

    @Override
    public StoredFingerprint fingerprint(long document, Scheme scheme) {
        return segment.reading(() -> segment.fingerprints().fingerprint(document));
    }

    @Override
    public boolean hasDates() {
        return !segment.dates().isEmpty();
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers) {
        buffers.reserve((int) Math.min(buffers.window, segment.counts().documents()));
        return dead.reading(segment, () -> new SealedSearch(this, minutiae, buffers));
    }
}
