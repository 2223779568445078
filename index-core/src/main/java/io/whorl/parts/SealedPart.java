package io.whorl.parts;

import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentLists;
import io.whorl.store.DocumentTable;
import io.whorl.store.Families;
import io.whorl.store.Segment;
import io.whorl.store.StoredFingerprint;
import java.util.Optional;
import java.util.function.LongFunction;

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
    public boolean hasDates() {
        return !segment.dates().isEmpty();
    }

    @Override
    public Optional<Size> find(String id) {
        return read(id, ordinal -> {
            DocumentTable documents = segment.documents();
            return new Size(
                    documents.words(ordinal),
                    documents.minutiae(ordinal),
                    segment.dates().date(ordinal));
        });
    }

    /** Reads a live document; empty if there is none of this id. */
    private <T> Optional<T> read(String id, LongFunction<T> reader) {
        return dead.reading(segment, () -> {
            long ordinal = segment.documents().find(id);
            return ordinal < 0 || dead.contains(ordinal) ? Optional.empty() : Optional.of(reader.apply(ordinal));
        });
    }

    @Override
    public Optional<byte[]> text(String id) {
        return read(id, segment.texts()::text);
    }

    @Override
    public Optional<StoredFingerprint> fingerprint(String id, Scheme scheme) {
        return read(id, segment.fingerprints()::fingerprint);
    }

    @Override
    public Part without(String id) {
        return read(id, ordinal -> (Part) new SealedPart(segment, dead.with(new long[] {ordinal}, 1)))
                .orElse(this);
    }

    @Override
    public boolean holdsAll(String id, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        return dead.reading(segment, () -> {
            long ordinal = segment.documents().find(id);
            return ordinal >= 0
                    && !dead.contains(ordinal)
                    && new SegmentHolder(segment, minutiae, buffers, memory).holdsAll(ordinal);
        });
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
        buffers.reserve((int) Math.min(buffers.window, segment.counts().documents()));
        return dead.reading(segment, () -> new SealedSearch(this, minutiae, buffers, memory));
    }

    /** Finds out whether one document of a segment holds all of some minutiae. Used once, by one thread. */
    private static final class SegmentHolder {
        private final Segment segment;
        private final FoundMinutiae found;
        private final int wanted;

        /** @param minutiae distinct minutiae, unsigned ascending */
        SegmentHolder(Segment segment, long[] minutiae, SearchBuffers buffers, QueryMemory memory) {
            this.segment = segment;
            found = new FoundMinutiae(segment, minutiae, buffers.lookUps, memory.mostLists(false));
            wanted = minutiae.length;
        }

        boolean holdsAll(long document) {
            if (found.aloneCount + found.listedCount < wanted) {
                return false;
            }
            long holder = representative(document);
            for (int i = 0; i < found.aloneCount; i++) {
                if (found.holder[i] != holder) {
                    return false;
                }
            }
            DocumentLists.Cursor cursor = null;
            for (int list = 0; list < found.lists.size(); list++) {
                cursor = found.open(list, segment.lists(), cursor);
                boolean in = false;
                while (!in && cursor.next()) {
                    in = cursor.document() == holder;
                }
                if (!in) {
                    return false;
                }
            }
            return true;
        }

        /** The document whose postings this one shares: the first of its family. */
        private long representative(long document) {
            Families families = segment.families();
            long member = document;
            for (long next = families.next(member); next > member; next = families.next(member)) {
                member = next;
            }
            // The link of the last member leads to the first.
            return families.next(member);
        }
    }
}
