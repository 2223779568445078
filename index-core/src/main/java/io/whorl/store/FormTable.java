package io.whorl.store;

import io.whorl.store.MappedBytes.FixedNumbers;
import io.whorl.store.SegmentHeader.Section;
import java.io.IOException;
import java.util.function.Function;

/**
 * The stored texts, fingerprints or extras of a segment, by ordinal: a section with the stored forms, and a section
 * with their ends; docs/FORMAT.md. Immutable and thread-safe.
 */
public class FormTable {
    private static final int PIECE = 1 << 16;

    private final String what;
    private final long documents;
    private final int least;
    private final MappedBytes forms;
    private final FixedNumbers ends;

    /**
     * @param what what is stored, for messages: "text"
     * @param least the fewest bytes of a form
     * @param ends of no bytes if the segment does not store it
     */
    FormTable(String what, long documents, int least, MappedBytes forms, FixedNumbers ends) {
        this.what = what;
        this.documents = documents;
        this.least = least;
        this.forms = forms;
        this.ends = ends;
    }

    /** Whether the segment stores this of its documents. */
    public boolean isStored() {
        return ends.width() > 0;
    }

    /** The bytes of both sections. */
    public long length() {
        return forms.length() + ends.length();
    }

    /**
     * Decodes the stored form of a document.
     *
     * @throws io.whorl.CorruptIndexException if it is damaged
     */
    final <T> T decoded(long ordinal, Function<byte[], T> decoder) {
        try {
            return decoder.apply(stored(ordinal));
        } catch (IllegalArgumentException e) {
            throw forms.damaged(start(ordinal), "the " + what + " of document " + ordinal + ": " + e.getMessage());
        }
    }

    /** The stored form of a document. */
    public byte[] stored(long ordinal) {
        byte[] bytes = new byte[bytes(ordinal)];
        forms.copy(start(ordinal), bytes, 0, bytes.length);
        return bytes;
    }

    /** The number of bytes of the stored form of a document. */
    public int bytes(long ordinal) {
        long from = start(ordinal);
        long to = ends.get(ordinal);
        if (from < 0 || to - from < least || from > to || to > forms.length() || to - from > Integer.MAX_VALUE - 8) {
            throw forms.damaged(
                    from,
                    "document " + ordinal + " has its " + what + " at bytes " + from + " to " + to + " of "
                            + forms.length());
        }
        return (int) (to - from);
    }

    /** Passes the stored form of a document to a sink, in pieces. */
    public void write(long ordinal, StoredForms.Sink out) throws IOException {
        int bytes = bytes(ordinal);
        long from = start(ordinal);
        byte[] piece = new byte[Math.min(PIECE, bytes)];
        for (int done = 0; done < bytes; ) {
            int n = Math.min(piece.length, bytes - done);
            forms.copy(from + done, piece, 0, n);
            out.put(piece, 0, n);
            done += n;
        }
    }

    /** A form of eight bytes, as a number. */
    final long number(long ordinal) {
        long from = isStored() ? start(ordinal) : 0;
        if (from < 0 || from > forms.length() - Long.BYTES || ends.get(ordinal) != from + Long.BYTES) {
            throw forms.damaged(from, "document " + ordinal + " has no " + what + " of eight bytes");
        }
        return forms.getBytes(from, Long.BYTES);
    }

    private long start(long ordinal) {
        if (!isStored() || ordinal < 0 || ordinal >= documents) {
            throw new IndexOutOfBoundsException("document " + ordinal + " of " + documents
                    + (isStored() ? "" : "; the segment stores no " + what + "s"));
        }
        return ordinal == 0 ? 0 : ends.get(ordinal - 1);
    }

    /**
     * Writes the forms, and where they end, in one pass over the documents for each section.
     *
     * @param content the section of the forms, before that of their ends
     */
    static void write(long documents, StoredForms forms, Section content, SegmentWriter out) throws IOException {
        out.begin(content);
        long end = 0;
        for (long i = 0; i < documents; i++) {
            forms.write(i, out::put);
            end += forms.bytes(i);
        }
        out.end(content, 0);
        int width = FixedNumbers.width(end);
        Section ends = Section.values()[content.ordinal() + 1];
        out.begin(ends);
        end = 0;
        for (long i = 0; i < documents; i++) {
            end += forms.bytes(i);
            out.putNumber(end, width);
        }
        out.end(ends, width);
    }

    /** The stored texts of a segment: the sections TEXTS and TEXT_ENDS; docs/FORMAT.md, "Stored texts". */
    public static final class TextTable extends FormTable {
        TextTable(long documents, MappedBytes texts, FixedNumbers ends) {
            super("text", documents, StoredText.CHECKSUM + 1, texts, ends);
        }

        /**
         * The text of a document.
         *
         * @throws io.whorl.CorruptIndexException if it is damaged
         */
        public byte[] text(long ordinal) {
            return decoded(ordinal, StoredText::decode);
        }
    }

    /**
     * The stored fingerprints of a segment: the sections FINGERPRINTS and FINGERPRINT_ENDS; docs/FORMAT.md, "Stored
     * fingerprints".
     */
    public static final class FingerprintTable extends FormTable {
        private final DocumentTable documents;
        private final int bits;
        private final boolean counted;

        /**
         * @param documents know the number of minutiae of each fingerprint
         * @param bits W
         * @param counted whether the scheme keeps frequencies
         */
        FingerprintTable(DocumentTable documents, MappedBytes forms, FixedNumbers ends, int bits, boolean counted) {
            super("fingerprint", documents.size(), StoredFingerprint.CHECKSUM, forms, ends);
            this.documents = documents;
            this.bits = bits;
            this.counted = counted;
        }

        /**
         * The fingerprint of a document.
         *
         * @throws io.whorl.CorruptIndexException if it is damaged
         */
        public StoredFingerprint fingerprint(long ordinal) {
            long count = documents.minutiae(ordinal);
            return decoded(ordinal, form -> StoredFingerprint.decode(form, count, bits, counted));
        }
    }
}
