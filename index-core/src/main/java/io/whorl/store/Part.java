package io.whorl.store;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.scheme.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A part of a snapshot: a segment ({@link SealedPart}) or a view of a live tier, with the documents of it that are
 * deleted. Thread-safe.
 */
public interface Part {
    /**
     * The size and the date of a document.
     *
     * @param words its surviving words
     * @param minutiae its distinct minutiae
     * @param date its date, as in {@link DocumentDate}
     */
    record Size(long words, long minutiae, long date) {}

    /** The number of live documents. */
    default long documents() {
        return dead().documents() - dead().count();
    }

    /** The documents of this part that are deleted or replaced. */
    DeadDocuments dead();

    /** This part with other dead documents. It shares the files or the view, which are held once. */
    Part dead(DeadDocuments dead);

    /** Holds the files or the view once more. */
    void take();

    /** Releases the files or the view, once for each time they were opened or taken. */
    void release();

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

    /**
     * A segment of an index and its dead documents.
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

        /**
         * Reads from the segment and the set of its dead documents; see {@link Segment#reading}. A set whose file was
         * cut is not taken for a smaller one.
         */
        public <T> T reading(MappingFault.Reader<T, RuntimeException> reader) {
            Optional<CheckedFile> file = dead.checkedFile();
            return file.isEmpty()
                    ? segment.reading(reader)
                    : MappingFault.typed(List.of(file.get()), () -> segment.reading(reader));
        }

        /** True if a part has the same segment. */
        public boolean isOf(Part part) {
            return part instanceof SealedPart other && other.segment == segment;
        }

        @Override
        public SealedPart dead(DeadDocuments other) {
            return new SealedPart(segment, other);
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
        public long living(byte[] id) {
            return reading(() -> {
                long ordinal = segment.documents().find(id);
                return ordinal >= 0 && !dead.contains(ordinal) ? ordinal : -1L;
            });
        }

        @Override
        public byte[] id(long document) {
            return segment.reading(() -> segment.documents().idBytes(document));
        }

        @Override
        public Ids ids(byte[] from) {
            DocumentTable.IdCursor ids =
                    segment.reading(() -> segment.documents().ids(from));
            return () -> reading(() -> {
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
                return new Size(documents.words(document), documents.minutiae(document), documents.date(document));
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
            return segment.documents().hasDates();
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
            // The newest part first, because documents that change often changed recently.
            for (int i = parts.size() - 1; i >= 0; i--) {
                long document = parts.get(i).living(id);
                if (document >= 0) {
                    dead.get(i).addLong(document);
                    return;
                }
            }
        }

        /**
         * Marks the documents that died in other parts since these parts were made of them. If a document died and none
         * of the others has a live one of its id, these parts have none either.
         *
         * @param then the dead documents of the others at that time
         * @param now the others now; they may be among these parts
         */
        public void carry(List<DeadDocuments> then, List<? extends Part> now) {
            for (int i = 0; i < now.size(); i++) {
                Part part = now.get(i);
                DeadDocuments before = then.get(i);
                int same = 0;
                while (same < parts.size() && !(parts.get(same) instanceof SealedPart sealed && sealed.isOf(part))) {
                    same++;
                }
                long d = part.dead().count() > before.count() ? part.dead().next(0) : -1;
                for (; d >= 0; d = part.dead().next(d + 1)) {
                    if (before.contains(d)) {
                        continue;
                    }
                    if (same < parts.size()) {
                        dead.get(same).addLong(d);
                    } else {
                        byte[] id = part.id(d);
                        if (now.stream().allMatch(p -> p.living(id) < 0)) {
                            kill(id);
                        }
                    }
                }
            }
        }

        /** A part without the documents that are marked as dead. It shares the files or the view. */
        public Part part(int i) {
            Part part = parts.get(i);
            return part.dead(
                    part.dead().with(dead.get(i).toLongArray(), dead.get(i).size()));
        }
    }
}
