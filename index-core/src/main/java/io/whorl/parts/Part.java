package io.whorl.parts;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.build.SegmentAssembler;
import io.whorl.live.LiveView;
import io.whorl.live.LiveView.LiveDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.DocumentTable;
import io.whorl.store.Segment;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredKinds;
import io.whorl.store.StoredText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A part of a snapshot. Thread-safe. */
public sealed interface Part {
    /**
     * The size and the date of a document.
     *
     * @param words its surviving words
     * @param minutiae its distinct minutiae
     * @param date its date, as in {@link io.whorl.store.DocumentDate}
     */
    record Size(long words, long minutiae, long date) {}

    long documents();

    /** The documents of this part that are deleted or replaced. */
    DeadDocuments dead();

    /** This part with other dead documents. It shares the files or the view, which are held once. */
    Part dead(DeadDocuments dead);

    /** Holds the files or the view once more. */
    void take();

    /** Releases the files or the view, once for each time they were opened or taken. */
    void release();

    /** True if the last release frees memory at once, which a collection alone does not. */
    boolean isReleasable();

    /** The number of the live document of an id, given in UTF-8, or −1. */
    long living(byte[] id);

    /** The id of a document, live or dead, in UTF-8. */
    byte[] id(long document);

    /** The ids of live documents from the first that is not less than {@code from}; some lesser ones may precede. */
    Ids ids(byte[] from);

    /** Ids in ascending order of their UTF-8. One thread at a time, while the part is held. */
    interface Ids {
        /** The next id in UTF-8; empty at the end. */
        Optional<byte[]> next();
    }

    Size size(long document);

    /**
     * The stored text of a document. The index must store texts.
     *
     * @throws io.whorl.CorruptIndexException if it is damaged
     */
    byte[] text(long document);

    /**
     * The stored fingerprint of a document. The index must store fingerprints.
     *
     * @param scheme the scheme of the index
     * @throws io.whorl.CorruptIndexException if it is damaged
     */
    StoredFingerprint fingerprint(long document, Scheme scheme);

    /** Whether a document of this part may have a date; a deleted document may be the only one. */
    boolean hasDates();

    /** True if every document of this part is deleted. */
    default boolean isEmpty() {
        return documents() == 0;
    }

    /** This part without a document: the part itself if it has no live document of that id. */
    default Part without(String id) {
        long document = living(DocumentId.sought(id));
        return document < 0 ? this : dead(dead().with(new long[] {document}, 1));
    }

    /** The frequencies of the minutiae of all segments among some parts. */
    static CollectionFrequencies frequencies(List<? extends Part> parts) {
        return new CollectionFrequencies(parts.stream()
                .filter(SealedPart.class::isInstance)
                .map(SealedPart.class::cast)
                .map(s -> new CollectionFrequencies.Part(s.segment(), s.dead()))
                .toList());
    }

    /**
     * Looks up the minutiae of a query.
     *
     * @param minutiae distinct minutiae, unsigned ascending
     * @param buffers the buffers of the query, which its searches of all parts share
     */
    PartSearch search(long[] minutiae, SearchBuffers buffers);

    /**
     * A view of a live tier, as part of a snapshot.
     *
     * @param view the view, which the snapshot releases
     * @param dead the documents of the view that are deleted or replaced; it may cover more documents than the view has
     */
    record LivePart(LiveView view, DeadDocuments dead) implements Part {
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
        public void take() {
            view.take();
        }

        @Override
        public void release() {
            view.close();
        }

        @Override
        public boolean isReleasable() {
            return true;
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
         * A new assembler with the live documents.
         *
         * @param memory as for {@link SegmentAssembler}, like {@code threads} and {@code scratch}
         */
        public SegmentAssembler assembler(Scheme scheme, StoredKinds stored, long memory, int threads, Path scratch)
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
                        assembler.store(numbers[d], each.text(), each.fingerprint());
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

    /**
     * A sealed segment of a snapshot. The snapshot releases it when it is closed ({@link Segment#release}).
     *
     * @param segment the segment
     * @param dead the documents of the segment that are deleted or replaced
     */
    record SealedPart(Segment segment, DeadDocuments dead) implements Part {
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

        @Override
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
        public boolean isReleasable() {
            return segment.isReleasable();
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
            DocumentTable.IdCursor ids =
                    segment.reading(() -> segment.documents().ids(from));
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
            return segment.reading(() -> segment.text(document));
        }

        @Override
        public StoredFingerprint fingerprint(long document, Scheme scheme) {
            return segment.reading(() -> segment.fingerprint(document));
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

    /** The documents of some parts that later operations delete or replace. One thread at a time. */
    final class PartDeaths {
        private final List<Part> parts;
        private final List<LongArrayList> dead = new ArrayList<>();

        /** @param parts oldest first; an id is live in one part at most */
        public PartDeaths(List<? extends Part> parts) {
            this.parts = List.copyOf(parts);
            parts.forEach(part -> dead.add(new LongArrayList()));
        }

        /** Marks the live document of an id as dead, if there is one. */
        public void kill(byte[] id) {
            for (int i = parts.size() - 1; i >= 0; i--) {
                long document = parts.get(i).living(id);
                if (document >= 0) {
                    dead.get(i).addLong(document);
                    return;
                }
            }
        }

        /** Marks a document as dead. */
        void kill(int part, long document) {
            dead.get(part).addLong(document);
        }

        /** A part without the documents that are marked as dead. It shares the files or the view. */
        public Part part(int i) {
            Part part = parts.get(i);
            return part.dead(
                    part.dead().with(dead.get(i).toLongArray(), dead.get(i).size()));
        }
    }
}
