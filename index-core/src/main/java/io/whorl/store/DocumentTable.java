package io.whorl.store;

import io.whorl.internal.Ranges;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.MappedBytes.FixedNumbers;
import io.whorl.store.SegmentHeader.Section;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * What a segment holds of each document, by ordinal: columns of numbers ({@link FixedNumbers}), and columns of bytes
 * with their ends ({@link FormTable}); docs/FORMAT.md, "Sections". Ordinals follow the order of the ids as UTF-8 bytes.
 * Ids are stored in blocks; within a block, each id is stored as its difference from the previous one. Immutable and
 * thread-safe.
 */
public final class DocumentTable {
    /** Number of ids in a block; the first is stored completely. */
    static final int BLOCK = 16;
    /** Bytes of a mean logarithm. */
    static final int MEAN_LOG = 2;

    public static final int LONGEST_ID = 65_535;

    private final long documents;
    private final MappedBytes ids;
    private final FixedNumbers blocks;
    private final FixedNumbers words;
    private final FixedNumbers minutiae;
    private final FixedNumbers meanLogs;
    private final FixedNumbers dates;
    private final Families families;
    private final FormTable extras;
    private final Map<Form, FormTable> forms = new EnumMap<>(Form.class);

    DocumentTable(Segment segment) {
        documents = segment.counts().documents();
        ids = segment.section(Section.IDS);
        blocks = segment.numbers(Section.ID_BLOCKS);
        words = segment.numbers(Section.WORDS);
        minutiae = segment.numbers(Section.MINUTIAE);
        meanLogs = segment.numbers(Section.MEAN_LOGS);
        dates = segment.numbers(Section.DATES);
        families = new Families(documents, segment.numbers(Section.FAMILIES));
        for (Form form : Form.values()) {
            forms.put(
                    form,
                    new FormTable(
                            form, documents, segment.section(form.section), segment.numbers(form.section.next())));
        }
        extras = forms(Form.EXTRA);
    }

    public long size() {
        return documents;
    }

    public String id(long ordinal) {
        return new String(idBytes(ordinal), StandardCharsets.UTF_8);
    }

    public byte[] idBytes(long ordinal) {
        Objects.checkIndex(ordinal, documents);
        IdCursor in = new IdCursor(ordinal / BLOCK);
        while (in.ordinal < ordinal) {
            in.next();
        }
        return in.id();
    }

    /** The number of words after filtering. */
    public long words(long ordinal) {
        return words.get(ordinal);
    }

    public long minutiae(long ordinal) {
        return minutiae.get(ordinal);
    }

    /** The mean of ln f_t over the minutiae, in nats, as of when the segment was written. */
    public double meanLog(long ordinal) {
        return LogFrequency.value(meanLogs.get(ordinal));
    }

    /**
     * The data that the selection strategy stores with the minutiae (docs/FORMAT.md, "Extras"); empty for most
     * strategies.
     */
    public byte[] extra(long ordinal) {
        return extras.isStored() ? extras.stored(ordinal) : new byte[0];
    }

    public long extraLong(long ordinal) {
        Objects.checkIndex(ordinal, documents);
        return extras.number(ordinal);
    }

    public FormTable forms(Form form) {
        return forms.get(form);
    }

    public Families families() {
        return families;
    }

    public boolean hasDates() {
        return dates.width() > 0;
    }

    /**
     * The date of a document, as in {@link DocumentDate}.
     *
     * @return {@link DocumentDate#NONE} if it has none
     */
    public long date(long ordinal) {
        Objects.checkIndex(ordinal, documents);
        long number = hasDates() ? dates.get(ordinal) : 0;
        if (number < 0 || number > dateNumber(DocumentDate.LAST)) {
            throw dates.damaged(ordinal, "document " + ordinal + " has the date number " + number);
        }
        return number == 0 ? DocumentDate.NONE : DocumentDate.FIRST - 1 + number;
    }

    /** A date as a segment stores it: 0 stands for no date, so the first date is 1. */
    static long dateNumber(long date) {
        return date == DocumentDate.NONE ? 0 : DocumentDate.checked(date) - DocumentDate.FIRST + 1;
    }

    /** The ordinal of an id, or −1. */
    public long find(String id) {
        return find(DocumentId.sought(id));
    }

    /** The ordinal of an id in UTF-8, or −1. */
    public long find(byte[] wanted) {
        long block = blockBefore(wanted);
        if (block < 0) {
            return -1;
        }
        IdCursor in = new IdCursor(block);
        int order = -1;
        for (int i = 0; i < BLOCK && order < 0 && in.next(); i++) {
            order = in.compareTo(wanted);
        }
        return order == 0 ? in.ordinal : -1;
    }

    /** The last block whose first id is not greater than {@code wanted}, or −1. */
    private long blockBefore(byte[] wanted) {
        long after = Ranges.first(0, (documents + BLOCK - 1) / BLOCK, block -> {
            IdCursor in = new IdCursor(block);
            in.next();
            return in.compareTo(wanted) > 0;
        });
        return after - 1;
    }

    /** The exception for a document with an invalid id or extra. */
    public RuntimeException damaged(String reason) {
        return ids.damaged(0, reason);
    }

    /** A cursor before the first id. */
    public IdCursor ids() {
        return new IdCursor(0);
    }

    /** A cursor at most {@value #BLOCK} documents before the first id that is not less than {@code from}, in UTF-8. */
    public IdCursor ids(byte[] from) {
        return new IdCursor(Math.max(0, blockBefore(from)));
    }

    /** Iterates over ids in ascending order, and decodes each only once. One thread at a time. */
    public final class IdCursor {
        private final Varint.Reader in;
        private long ordinal;
        private byte[] id = new byte[64];
        private int length;

        private IdCursor(long block) {
            in = new Varint.Reader(ids, documents == 0 ? 0 : blocks.get(block));
            ordinal = block * BLOCK - 1;
        }

        /** Moves to the next document; returns false at the end. */
        public boolean next() {
            if (ordinal + 1 >= documents) {
                return false;
            }
            ordinal++;
            long shared = in.next();
            long rest = in.next();
            if (shared > length || rest > LONGEST_ID || shared + rest > LONGEST_ID) {
                throw ids.damaged(
                        in.at(),
                        "an id before byte " + in.at() + " shares " + shared + " bytes of " + length + " and adds "
                                + rest);
            }
            length = (int) (shared + rest);
            if (length > id.length) {
                id = Arrays.copyOf(id, Math.max(length, id.length * 2));
            }
            ids.copy(in.at(), id, (int) shared, (int) rest);
            in.skip(rest);
            return true;
        }

        public long ordinal() {
            return ordinal;
        }

        /** Compares the current ids of two cursors as UTF-8 bytes. */
        public int compareTo(IdCursor other) {
            return Arrays.compareUnsigned(id, 0, length, other.id, 0, other.length);
        }

        private int compareTo(byte[] other) {
            return Arrays.compareUnsigned(id, 0, length, other, 0, other.length);
        }

        public byte[] id() {
            return Arrays.copyOf(id, length);
        }
    }

    /**
     * The stored texts, fingerprints or extras of a segment, by ordinal: a section with the stored forms, and a section
     * with their ends; docs/FORMAT.md. Immutable and thread-safe.
     */
    public static final class FormTable {
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
                throw forms.damaged(
                        start(ordinal), "the " + what() + " of document " + ordinal + ": " + e.getMessage());
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

        /**
         * Writes the forms, and where they end, in one pass over the documents for each; nothing if no extra has bytes.
         */
        static void write(DocumentSource documents, Form form, SegmentWriter out) throws IOException {
            out.begin(form.section);
            long end = 0;
            for (long i = 0; i < documents.count(); i++) {
                documents.write(form, i, out::put);
                end += documents.bytes(form, i);
            }
            out.end(form.section, 0);
            if (end == 0 && form == Form.EXTRA) {
                return;
            }
            int width = FixedNumbers.width(end);
            Section ends = form.section.next();
            out.begin(ends);
            end = 0;
            for (long i = 0; i < documents.count(); i++) {
                end += documents.bytes(form, i);
                out.putNumber(end, width);
            }
            out.end(ends, width);
        }
    }

    /**
     * The families of a segment. Documents with equal fingerprints can share one set of postings: they are a family. A
     * family is a ring of ordinals, in which each member refers to the next and the last to the first. The first member
     * has the smallest id and represents the family: only it appears in posting lists, and the others are its aliases.
     * Most documents are a family of one. Immutable and thread-safe; read in place, so that heap does not grow with the
     * documents.
     */
    public static final class Families {
        private final long documents;
        private final FixedNumbers links;
        private final boolean none;

        /** @param links for each document the next one of its family; empty if no documents share postings */
        Families(long documents, FixedNumbers links) {
            this.documents = documents;
            this.links = links;
            none = links.length() == 0;
        }

        /** True if each document has its own postings. */
        public boolean isEmpty() {
            return none;
        }

        /** The next member of a family; after the last, the first. A family of one returns the document itself. */
        public long next(long document) {
            if (none) {
                return document;
            }
            long next = links.get(document);
            if (next < 0 || next >= documents) {
                throw links.damaged(
                        document,
                        "document " + document + " refers to document " + next + "; the segment has " + documents);
            }
            return next;
        }

        public long first(long document) {
            long member = document;
            for (long next = next(member); next > member; next = next(member)) {
                member = next;
            }
            return next(member);
        }

        /**
         * The next member, or −1 after the last.
         *
         * @param first the first member of the family
         */
        public long after(long first, long member) {
            long next = next(member);
            if (next > member) {
                return next;
            }
            if (next != first) {
                throw links.damaged(member, "the family of document " + first + " ends at " + next);
            }
            return -1;
        }

        /**
         * The first live member, or −1.
         *
         * @param first the first member of the family
         */
        public long firstLiving(long first, DeadDocuments dead) {
            long member = first;
            while (member >= 0 && dead.contains(member)) {
                member = after(first, member);
            }
            return member;
        }
    }
}
