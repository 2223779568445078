package io.whorl.parts;

import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.Segment;
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

    /** Releases the files, once for each time they were opened or taken. */
    public void release() {
        segment.release();
        dead.release();
    }

    @Override
    public long documents() {
        return dead.documents() - dead.count();
    }

    @Override
    public boolean hasDates() {
        return !segment.dates().isEmpty();
    }

    @Override
    public Optional<Size> find(String id) {
        return segment.reading(() -> {
            DocumentTable documents = segment.documents();
            long ordinal = documents.find(id);
            return ordinal < 0 || dead.contains(ordinal)
                    ? Optional.empty()
                    : Optional.of(new Size(
                            documents.words(ordinal),
                            documents.minutiae(ordinal),
                            segment.dates().date(ordinal)));
        });
    }

    @Override
    public Optional<byte[]> text(String id) {
        return segment.reading(() -> {
            long ordinal = segment.documents().find(id);
            return ordinal < 0 || dead.contains(ordinal)
                    ? Optional.empty()
                    : Optional.of(segment.texts().text(ordinal));
        });
    }

    @Override
    public boolean holdsAll(String id, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        return segment.reading(() -> {
            long ordinal = segment.documents().find(id);
            return ordinal >= 0
                    && !dead.contains(ordinal)
                    && new SegmentHolder(segment, minutiae, buffers, memory).holdsAll(ordinal);
        });
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        buffers.reserve((int) Math.min(buffers.window, segment.counts().documents()));
        return segment.reading(() -> new SealedSearch(this, minutiae, buffers, memory));
    }
}
