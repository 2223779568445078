package io.whorl.parts;

import io.whorl.build.SegmentAssembler;
import io.whorl.live.LiveDocument;
import io.whorl.live.LiveView;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentDate;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredForms.DocumentForms;
import io.whorl.store.StoredKinds;
import io.whorl.store.StoredText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.IntStream;

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
    public Ids ids(byte[] from) {
        Iterator<byte[]> sorted = IntStream.range(0, view.documents())
                .filter(d -> !dead.contains(d))
                .mapToObj(d -> view.document(d).id())
                .filter(id -> Arrays.compareUnsigned(id, from) >= 0)
                .sorted(Arrays::compareUnsigned)
                .iterator();
        return () -> sorted.hasNext() ? Optional.of(sorted.next()) : Optional.empty();
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

    /**
     * Writes the live documents as a segment of an index that has the other parts, too, and forces it.
     *
     * @param parts all parts of the index
     * @param memory as for {@link SegmentAssembler}, like {@code scratch}
     */
    public void writeTo(Path file, SnapshotParts parts, long memory, Path scratch) throws IOException {
        try (SegmentAssembler assembler = assembler(parts.scheme(), parts.stored(), memory, 1, scratch)) {
            assembler.write(file, DirectorySource.frequencies(parts.parts()));
        }
    }

    /** A new assembler with the live documents. */
    SegmentAssembler assembler(Scheme scheme, StoredKinds stored, long memory, int threads, Path scratch)
            throws IOException {
        SegmentAssembler assembler = new SegmentAssembler(scheme, stored, memory, threads, scratch);
        try {
            int[] numbers = new int[view.documents()];
            for (int d = 0; d < numbers.length; d++) {
                LiveDocument each = view.document(d);
                numbers[d] = dead.contains(d)
                        ? -1
                        : assembler.add(each.id(), each.words(), each.extra(), new long[0], new int[0], 0);
                if (numbers[d] >= 0) {
                    assembler.store(numbers[d], new DocumentForms(each.text(), each.fingerprint()));
                    assembler.date(numbers[d], each.date());
                }
            }
            view.forEach((minutia, document, frequency) -> {
                if (numbers[document] >= 0) {
                    try {
                        assembler.add(minutia, numbers[document], frequency);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
            return assembler;
        } catch (UncheckedIOException e) {
            assembler.close();
            throw e.getCause();
        } catch (IOException | RuntimeException e) {
            assembler.close();
            throw e;
        }
    }

    @Override
    public PartSearch search(long[] minutiae, SearchBuffers buffers) {
        buffers.reserve(view.documents());
        return new LiveSearch(this, minutiae, buffers);
    }
}
