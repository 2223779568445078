package io.whorl.store;

import io.whorl.store.DocumentSource.Form;
import io.whorl.store.MappedBytes.FixedNumbers;
import io.whorl.store.SegmentHeader.Section;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Function;

/**
 * The stored texts, fingerprints or extras of a segment, by ordinal: a section with the stored forms, and a section
 * with their ends; docs/FORMAT.md. Immutable and thread-safe.
 */
public final class FormTable {
    private static final int PIECE = 1 << 16;

    private final Form form;
    private final long documents;
    private final MappedBytes forms;
    private final FixedNumbers ends;

    /** @param ends of no bytes if the segment does not store it */
    FormTable(Form form, long documents, MappedBytes forms, FixedNumbers ends) {
        this.form = form;
        this.documents = documents;
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
    <T> T decoded(long ordinal, Function<byte[], T> decoder) {
        try {
            return decoder.apply(stored(ordinal));
        } catch (IllegalArgumentException e) {
            throw forms.damaged(start(ordinal), "the " + what() + " of document " + ordinal + ": " + e.getMessage());
        }
    }

    public byte[] stored(long ordinal) {
        byte[] bytes = new byte[bytes(ordinal)];
        forms.copy(start(ordinal), bytes, 0, bytes.length);
        return bytes;
    }

    /** The number of bytes of the stored form of a document. */
    public int bytes(long ordinal) {
        long from = start(ordinal);
        long to = ends.get(ordinal);
        if (from < 0 || from > to || to > forms.length() || to - from > Integer.MAX_VALUE - 8) {
            throw forms.damaged(
                    from,
                    "document " + ordinal + " has its " + what() + " at bytes " + from + " to " + to + " of "
                            + forms.length());
        }
        return (int) (to - from);
    }

    /** Passes the stored form of a document to a sink, in pieces. */
    public void write(long ordinal, DocumentSource.Sink out) throws IOException {
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
    long number(long ordinal) {
        long from = isStored() ? start(ordinal) : 0;
        if (from < 0 || from > forms.length() - Long.BYTES || ends.get(ordinal) != from + Long.BYTES) {
            throw forms.damaged(from, "document " + ordinal + " has no " + what() + " of eight bytes");
        }
        return forms.getBytes(from, Long.BYTES);
    }

    private long start(long ordinal) {
        if (!isStored() || ordinal < 0 || ordinal >= documents) {
            throw new IndexOutOfBoundsException("document " + ordinal + " of " + documents
                    + (isStored() ? "" : "; the segment stores no " + what() + "s"));
        }
        return ordinal == 0 ? 0 : ends.get(ordinal - 1);
    }

    private String what() {
        return form.name().toLowerCase(Locale.ROOT);
    }

    /** Writes the forms, and where they end, in one pass over the documents for each section. */
    static void write(DocumentSource documents, Form form, SegmentWriter out) throws IOException {
        out.begin(form.section);
        long end = 0;
        for (long i = 0; i < documents.count(); i++) {
            documents.write(form, i, out::put);
            end += documents.bytes(form, i);
        }
        out.end(form.section, 0);
        int width = FixedNumbers.width(end);
        Section ends = Section.values()[form.section.ordinal() + 1];
        out.begin(ends);
        end = 0;
        for (long i = 0; i < documents.count(); i++) {
            end += documents.bytes(form, i);
            out.putNumber(end, width);
        }
        out.end(ends, width);
    }
}
