package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.store.Part.SealedPart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The open segments of a state of an index, with their dead documents. The caller that opened them has one reference to
 * each. Opening a state reuses the files that are already open for an earlier state, if they have not changed.
 */
public final class OpenSegments {
    private final List<SealedPart> entries;

    private OpenSegments(List<SealedPart> entries) {
        this.entries = entries;
    }

    public static OpenSegments none() {
        return new OpenSegments(List.of());
    }

    /** The segments in the order of the state, with their dead documents according to MANIFEST. */
    public List<SealedPart> entries() {
        return entries;
    }

    /**
     * Opens or reuses the files of a state. If that fails, no reference is kept.
     *
     * @param before the open files of an earlier state, to which the caller keeps its references during the call
     * @throws CorruptIndexException if a file is missing or damaged, or differs from what MANIFEST says
     */
    public static OpenSegments of(Path index, Manifest manifest, OpenSegments before) throws IOException {
        List<SealedPart> entries = new ArrayList<>();
        try {
            for (SegmentFile named : manifest.segments()) {
                Segment segment = before.segment(index, manifest, named);
                try {
                    entries.add(new SealedPart(segment, before.deaths(index, named, segment)));
                } catch (IOException | RuntimeException e) {
                    segment.release();
                    throw e;
                }
            }
            return new OpenSegments(List.copyOf(entries));
        } catch (IOException | RuntimeException e) {
            entries.forEach(SealedPart::release);
            throw e;
        }
    }

    /** Releases all references. Call it once. */
    public void release() {
        entries.forEach(SealedPart::release);
    }

    private Segment segment(Path index, Manifest manifest, SegmentFile named) throws IOException {
        Path file = index.resolve(named.name());
        return IndexFiles.present(file, () -> {
            for (SealedPart entry : entries) {
                Segment segment = entry.segment();
                if (segment.file().equals(file)
                        && segment.length() == named.length()
                        && segment.isOf(file)
                        && segment.scheme().equals(manifest.scheme())
                        && segment.stored().equals(manifest.stored())) {
                    segment.retain();
                    return segment;
                }
            }
            return IndexFiles.named(manifest, named, Segment.openCounted(file));
        });
    }

    private DeadDocuments deaths(Path index, SegmentFile named, Segment segment) throws IOException {
        long documents = segment.counts().documents();
        if (named.deaths().isEmpty()) {
            return DeadDocuments.none(documents);
        }
        Path file = index.resolve(named.deaths().get().name());
        long count = named.deaths().get().count();
        return IndexFiles.present(file, () -> {
            for (SealedPart entry : entries) {
                if (entry.segment() == segment
                        && entry.dead().count() == count
                        && entry.dead().isOf(file)) {
                    entry.dead().retain();
                    return entry.dead();
                }
            }
            return DeadDocuments.open(file, documents, count, true);
        });
    }
}
