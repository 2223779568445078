package io.whorl.store;

import io.whorl.store.SegmentHeader.Section;
import java.io.IOException;

/** The documents of a new segment, by ordinal. Ids are distinct, and in ascending order of their UTF-8 bytes. */
public interface DocumentSource {
    /** What is stored of a document in bytes of its own, its form ({@link DocumentTable.FormTable}). */
    enum Form {
        /** See {@link #extra}. */
        EXTRA(Section.EXTRAS),
        /** See {@link StoredText}. */
        TEXT(Section.TEXTS),
        /** See {@link StoredFingerprint}. */
        FINGERPRINT(Section.FINGERPRINTS);

        /** The section of the forms; the next one has their ends. */
        final Section section;

        Form(Section section) {
            this.section = section;
        }
    }

    interface Sink {
        void put(byte[] bytes, int from, int count) throws IOException;
    }

    long count();

    /** The id: 1 to {@value DocumentTable#LONGEST_ID} bytes of UTF-8. */
    byte[] id(long ordinal);

    /** The number of words after filtering. */
    long words(long ordinal);

    long minutiae(long ordinal);

    /** The data that the selection strategy stores with the minutiae; empty for most strategies. */
    byte[] extra(long ordinal);

    /** The number of bytes of a form; 0 if the document has none. */
    default int bytes(Form form, long ordinal) {
        return form == Form.EXTRA ? extra(ordinal).length : 0;
    }

    /** Passes the bytes of a form to a sink, in pieces. */
    default void write(Form form, long ordinal, Sink out) throws IOException {
        out.put(extra(ordinal), 0, bytes(form, ordinal));
    }

    /** The date, as in {@link DocumentDate}; by default no document has one. */
    default long date(long ordinal) {
        return DocumentDate.NONE;
    }
}
