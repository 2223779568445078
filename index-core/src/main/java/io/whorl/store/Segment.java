package io.whorl.store;

import static io.whorl.store.CheckedFile.check;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.MappedBytes.FixedNumbers;
import io.whorl.store.SegmentHeader.Section;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Supplier;

/**
 * A sealed piece of an index: an immutable, self-contained file, mapped and read in place. Opening reads only the
 * header and the scheme, so its cost does not depend on the size. Thread-safe.
 *
 * <p>A segment from {@link #open} needs no closing: its mapping lasts as long as it is reachable. A segment from
 * {@link #openCounted} counts references, and its mapping is released by the last {@link #release}.
 */
public final class Segment {
    /** Maximum bytes of a scheme, checked before memory is allocated. */
    private static final long LONGEST_SCHEME = Scheme.LONGEST_JSON;

    private final Path file;
    private final SegmentHeader header;
    private final CheckedFile checked;
    /** {@link #checked}, for {@link #reading}. */
    private final List<CheckedFile> files;

    private final MappedBytes[] sections;
    private final Scheme scheme;
    private final MinutiaTable table;
    private final DocumentLists lists;
    private final DocumentTable documents;

    private Segment(Path file, SegmentHeader header, CheckedFile checked, MappedBytes[] sections) {
        this.file = file;
        this.header = header;
        this.checked = checked;
        files = List.of(checked);
        this.sections = sections;
        check(
                file,
                header.length(Section.SCHEME) <= LONGEST_SCHEME,
                header.offset(Section.SCHEME),
                "its scheme is too long");
        byte[] json = new byte[(int) header.length(Section.SCHEME)];
        section(Section.SCHEME).copy(0, json, 0, json.length);
        check(
                file,
                Checksum.of(json) == header.schemeChecksum(),
                header.offset(Section.SCHEME),
                "the scheme's checksum does not match");
        try {
            scheme = Scheme.fromJson(new String(json, StandardCharsets.UTF_8));
        } catch (SchemeException e) {
            throw new CorruptIndexException(file, header.offset(Section.SCHEME), e.getMessage(), e);
        }
        // The table is read by the header and queried by the scheme. If they disagreed, answers would be wrong.
        check(
                file,
                scheme.hashing().bits() == header.bits() && scheme.frequencies() == header.frequencies(),
                64,
                "its bits or frequencies differ from those of its scheme");
        table = new MinutiaTable(
                new LineTable(section(Section.TABLE), header.shape()),
                new OverflowTable(
                        section(Section.OVERFLOW),
                        numbers(Section.OVERFLOW_STARTS),
                        header.overflow(),
                        header.bits(),
                        header.shape().payloadBits()));
        long count = header.counts().documents();
        lists = new DocumentLists(section(Section.LISTS), numbers(Section.LIST_STARTS), count, header.frequencies());
        documents = new DocumentTable(this);
    }

    FixedNumbers numbers(Section section) {
        return new FixedNumbers(section(section), header.width(section));
    }

    /**
     * Opens a segment.
     *
     * @throws CorruptIndexException if the file is not a complete segment
     * @throws RefusedException if it has a newer format version
     */
    public static Segment open(Path file) throws IOException {
        return open(file, MappedBytes.PART_BITS, ReadAhead.LEAST_FILE);
    }

    /** {@link #open} with counted references. The caller has the first one, and must {@link #release} it. */
    public static Segment openCounted(Path file) throws IOException {
        return open(file, MappedBytes.PART_BITS, ReadAhead.LEAST_FILE, true);
    }

    /**
     * {@link #openCounted} for this process alone: unlinks the file, which disappears with its mapping, or with the
     * process. A file that is not a segment is unlinked, too.
     */
    public static Segment openPrivate(Path file) throws IOException {
        try {
            return openCounted(file);
        } finally {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // This system cannot unlink a mapped file; it is deleted when the process ends.
                file.toFile().deleteOnExit();
            }
        }
    }

    /** Opens with parts of another size, and reads ahead in files of at least so many bytes; tests need small ones. */
    static Segment open(Path file, int partBits, long leastAhead) throws IOException {
        return open(file, partBits, leastAhead, false);
    }

    private static Segment open(Path file, int partBits, long leastAhead, boolean counted) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer head = CheckedFile.readHeader(channel, SegmentHeader.SIZE);
            SegmentHeader header = SegmentHeader.decode(file, head);
            CheckedFile checked = CheckedFile.open(
                    file, channel, head, header.start(), header.end(), header.blocksChecksum(), partBits, counted);
            return Channels.orElse(checked.mapping()::release, () -> {
                ReadAhead ahead = header.fileLength() >= leastAhead ? ReadAhead.pooled() : ReadAhead.NONE;
                MappedBytes[] sections = new MappedBytes[Section.values().length];
                for (Section s : Section.values()) {
                    sections[s.ordinal()] = s == Section.SCHEME
                            ? checked.unchecked(header.offset(s), header.length(s))
                            : checked.section(header.offset(s), header.length(s), ahead);
                }
                return new Segment(file, header, checked, sections);
            });
        }
    }

    /**
     * Reads from the segment. If bytes of the file can no longer be read, throws the typed error that names the file
     * ({@link MappingFault}). Wrap whole queries, not single look-ups.
     *
     * @throws CorruptIndexException also if the bytes are inconsistent
     * @throws IllegalStateException if the last reference to the segment was released
     */
    public <T, E extends Exception> T reading(MappingFault.Reader<T, E> reader) throws E {
        checked.mapping().checkRetained();
        return MappingFault.typed(files, reader);
    }

    /**
     * Adds a reference. Has no effect on a segment that does not count references.
     *
     * @throws IllegalStateException if the last reference was released
     */
    public void retain() {
        checked.mapping().retain();
    }

    /** Releases a reference. Has no effect on a segment that does not count references. */
    public void release() {
        checked.mapping().release();
    }

    /** True if the file at a path is the file of this segment, or has equal contents. */
    public boolean isOf(Path path) throws IOException {
        return checked.mapping().isOf(path);
    }

    /** Copies the file to one that does not exist yet, and forces the copy. The file may be unlinked by now. */
    public void copyTo(Path to) throws IOException {
        checked.copyTo(to);
    }

    public Path file() {
        return file;
    }

    public Scheme scheme() {
        return scheme;
    }

    public SegmentCounts counts() {
        return header.counts();
    }

    /** The documents, the length and the checksum of the header, which covers those of all blocks, as a text. */
    public String identity() {
        return String.format(
                java.util.Locale.ROOT,
                "%d documents, %d bytes, checksum %08x",
                counts().documents(),
                length(),
                Checksum.of(header.encode().array()));
    }

    /** The size of the file in bytes. */
    public long length() {
        return header.fileLength();
    }

    public MinutiaTable table() {
        return table;
    }

    public DocumentLists lists() {
        return lists;
    }

    public DocumentTable documents() {
        return documents;
    }

    /**
     * The stored text of a document.
     *
     * @throws CorruptIndexException if it is damaged
     */
    public byte[] text(long ordinal) {
        return documents.forms(Form.TEXT).decoded(ordinal, StoredText::decode);
    }

    /**
     * The stored fingerprint of a document.
     *
     * @throws CorruptIndexException if it is damaged
     */
    public StoredFingerprint fingerprint(long ordinal) {
        long count = documents.minutiae(ordinal);
        return documents
                .forms(Form.FINGERPRINT)
                .decoded(ordinal, form -> StoredFingerprint.decode(form, count, header.bits(), header.frequencies()));
    }

    /** What the segment stores of its documents. */
    public StoredKinds stored() {
        return new StoredKinds(
                documents.forms(Form.TEXT).isStored(),
                documents.forms(Form.FINGERPRINT).isStored());
    }

    /** The file, for {@link MappingFault#typed}. */
    public CheckedFile checkedFile() {
        return checked;
    }

    SegmentHeader header() {
        return header;
    }

    MappedBytes section(Section section) {
        return sections[section.ordinal()];
    }

    /**
     * A segment that results read after the search has ended. It stays mapped until this is closed or, if it was lent,
     * until this is no longer reachable. Thread-safe.
     */
    public static final class LentSegment {
        private static final Cleaner CLEANER = Cleaner.create();

        private final Segment segment;
        private final Cleaner.Cleanable release;
        private volatile boolean lent;

        /** @param segment a segment that the caller holds during this call */
        public LentSegment(Segment segment) {
            this.segment = segment;
            segment.retain();
            release = CLEANER.register(this, segment::release);
        }

        /** As {@link Segment#reading}. */
        public <T> T reading(Supplier<T> reader) {
            try {
                return segment.reading(reader::get);
            } finally {
                Reference.reachabilityFence(this);
            }
        }

        /** Returns this for a result that may be read after {@link #close}. */
        public LentSegment lend() {
            lent = true;
            return this;
        }

        /** The id of a document; called inside {@link #reading}. */
        public String id(int document) {
            return segment.documents().id(document);
        }

        /** Releases the segment unless it was lent. A second call has no effect. */
        public void close() {
            if (!lent) {
                release.clean();
            }
        }
    }
}
