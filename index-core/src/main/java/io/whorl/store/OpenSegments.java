package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The segments that one state of an index names, each with its dead documents, held once by the caller that opened
 * them. A file that an earlier state has open is held again instead of mapped again, if it is still the same.
 */
public final class OpenSegments {
    /** One segment, and which of its documents are dead according to MANIFEST. */
    public record Entry(Segment segment, DeadDocuments dead) {
        void release() {
            segment.release();
            dead.release();
        }
    }

    private final List<Entry> entries;

    private OpenSegments(List<Entry> entries) {
        this.entries = entries;
    }

    /** Of no state, to begin with. */
    public static OpenSegments none() {
        return new OpenSegments(List.of());
    }

    /** In the order of the state's segments. */
    public List<Entry> entries() {
        return entries;
    }

    /**
     * Opens or holds the files that a state names; if that fails, it holds none.
     *
     * @param before of an earlier state; the caller holds them until this returns
     * @throws CorruptIndexException if a file is missing, damaged, or not the one that MANIFEST means
     */
    public static OpenSegments of(Path index, Manifest manifest, OpenSegments before) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try {
            for (SegmentFile named : manifest.segments()) {
                Segment segment = before.segment(index, manifest, named);
                try {
                    entries.add(new Entry(segment, before.deaths(index, named, segment)));
                } catch (IOException | RuntimeException e) {
                    segment.release();
                    throw e;
                }
            }
            return new OpenSegments(List.copyOf(entries));
        } catch (IOException | RuntimeException e) {
            entries.forEach(Entry::release);
            throw e;
        }
    }

    /** Lets go of everything, once. */
    public void release() {
        entries.forEach(Entry::release);
    }

    private Segment segment(Path index, Manifest manifest, SegmentFile named) throws IOException {
        Path file = index.resolve(named.name());
        try {
            for (Entry entry : entries) {
                Segment segment = entry.segment;
                if (segment.file().equals(file)
                        && segment.length() == named.length()
                        && segment.isOf(file)
                        && segment.scheme().equals(manifest.scheme())) {
                    segment.take();
                    return segment;
                }
            }
            return IndexFiles.named(manifest, named, Segment.openCounted(file));
        } catch (NoSuchFileException missing) {
            throw new CorruptIndexException(file, 0, "the file is missing", missing);
        }
    }

    private DeadDocuments deaths(Path index, SegmentFile named, Segment segment) throws IOException {
        long documents = segment.counts().documents();
        if (named.deaths().isEmpty()) {
            return DeadDocuments.none(documents);
        }
        Path file = index.resolve(named.deaths().get().name());
        long count = named.deaths().get().count();
        try {
            for (Entry entry : entries) {
                if (entry.segment == segment && entry.dead.count() == count && entry.dead.isOf(file)) {
                    entry.dead.take();
                    return entry.dead;
                }
            }
            return DeadDocumentsFile.openCounted(file, documents, count);
        } catch (NoSuchFileException missing) {
            throw new CorruptIndexException(file, 0, "the file is missing", missing);
        }
    }
}
