package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.InvalidSchemeException;
import io.whorl.UnsupportedFormatException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * A sealed piece of an index: an immutable, self-contained file, mapped and read in place. Opening reads the header and
 * the scheme alone, so that it costs the same at any size. Thread-safe; needs no closing, the mapping lasts as long as
 * anything refers to it.
 */
public final class Segment {
    /** No scheme is longer; what a damaged header says must not be allocated. */
    private static final long LONGEST_SCHEME = 64 << 20;

    private final Path file;
    private final SegmentHeader header;
    private final MappedBytes[] sections;
    private final Scheme scheme;
    private final MinutiaTable table;
    private final DocumentLists lists;
    private final DocumentTable documents;
    private final Families families;

    private Segment(Path file, SegmentHeader header, MappedBytes[] sections) {
        this.file = file;
        this.header = header;
        this.sections = sections;
        Damage.check(header.length(Section.SCHEME) <= LONGEST_SCHEME, header.offset(Section.SCHEME),
                "its scheme is longer than any");
        byte[] json = new byte[(int) header.length(Section.SCHEME)];
        section(Section.SCHEME).copy(0, json, 0, json.length);
        CRC32C crc = new CRC32C();
        crc.update(json);
        Damage.check((int) crc.getValue() == header.checksum(Section.SCHEME), header.offset(Section.SCHEME),
                "the scheme's checksum does not match");
        scheme = scheme(new String(json, StandardCharsets.UTF_8), header.offset(Section.SCHEME));
        // The table is read by the header and asked by the scheme: where they differ, answers would be wrong.
        Damage.check(scheme.hashing().bits() == header.bits() && scheme.frequencies() == header.frequencies(), 64,
                "its bits and frequencies are not its scheme's");
        table = new MinutiaTable(
                new LineTable(section(Section.TABLE), header.main()),
                new LineTable(section(Section.OVERFLOW), header.overflow()),
                new SpilledEntries(section(Section.SPILLED), header.spilled(), header.bits(),
                        header.main().payloadBits()));
        long count = header.counts().documents();
        lists = new DocumentLists(section(Section.LISTS), count, header.frequencies());
        documents = new DocumentTable(count, section(Section.IDS),
                new FixedNumbers(section(Section.ID_BLOCKS), header.widths().block()),
                new FixedNumbers(section(Section.WORDS), header.widths().words()),
                new FixedNumbers(section(Section.MINUTIAE), header.widths().minutiae()),
                section(Section.EXTRAS),
                new FixedNumbers(section(Section.EXTRA_ENDS), header.widths().extra()),
                new FixedNumbers(section(Section.MEAN_LOGS), DocumentTable.MEAN_LOG));
        families = new Families(count, section(Section.FAMILIES), header.widths().family());
    }

    private static Scheme scheme(String json, long offset) {
        try {
            return Scheme.fromJson(json);
        } catch (InvalidSchemeException e) {
            throw new Damage(offset, e.getMessage());
        }
    }

    /**
     * @throws CorruptIndexException if the file is not a whole segment
     * @throws UnsupportedFormatException if it is of a newer format
     */
    public static Segment open(Path file) throws IOException {
        return open(file, MappedBytes.PART_BITS);
    }

    /**
     * Opens a segment that nobody else shall open, and unlinks its file: it goes when the last mapping of it does, or with
     * the process. What is no segment is unlinked too.
     */
    public static Segment openPrivate(Path file) throws IOException {
        try {
            return open(file);
        } finally {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // A system that cannot unlink a mapped file: then it goes with the process.
                file.toFile().deleteOnExit();
            }
        }
    }

    /** Opens with parts of another size, so that tests reach the borders between parts without gigabytes. */
    static Segment open(Path file, int partBits) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            ByteBuffer head = ByteBuffer.allocate((int) Math.min(size, SegmentHeader.SIZE));
            while (head.hasRemaining() && channel.read(head, head.position()) >= 0) {
                // A read may stop short.
            }
            SegmentHeader header = SegmentHeader.decode(head);
            Damage.check(header.fileLength() == size, Math.min(size, header.fileLength()),
                    "the file has " + size + " bytes where its header says " + header.fileLength());
            MappedBytes[] sections = new MappedBytes[Section.values().length];
            for (Section s : Section.values()) {
                sections[s.ordinal()] = map(channel, header.offset(s), header.length(s), partBits);
            }
            return new Segment(file, header, sections);
        } catch (Damage.Newer e) {
            throw new UnsupportedFormatException(file, e.found, e.known);
        } catch (Damage e) {
            throw new CorruptIndexException(file, e.offset, e.getMessage());
        }
    }

    static MappedBytes map(FileChannel channel, long offset, long length, int partBits) throws IOException {
        return new MappedBytes(parts(channel, FileChannel.MapMode.READ_ONLY, offset, length, partBits), partBits, length);
    }

    static ByteBuffer[] parts(FileChannel channel, FileChannel.MapMode mode, long offset, long length, int partBits)
            throws IOException {
        long partSize = 1L << partBits;
        ByteBuffer[] parts = new ByteBuffer[(int) ((length + partSize - 1) / partSize)];
        for (int i = 0; i < parts.length; i++) {
            long from = i * partSize;
            parts[i] = channel.map(mode, offset + from, Math.min(partSize, length - from));
        }
        return parts;
    }

    /**
     * Reads from the segment; what is found to contradict itself becomes the typed error that names the file. Wrap whole
     * queries in it, not single look-ups.
     */
    public <T> T reading(Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IndexOutOfBoundsException | Damage e) {
            throw new CorruptIndexException(file, e instanceof Damage d ? d.offset : 0,
                    "it contradicts itself: " + e.getMessage() + " (`check` tells where)");
        }
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

    /** Bytes of the file. */
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

    /** Which documents share postings. */
    public Families families() {
        return families;
    }

    SegmentHeader header() {
        return header;
    }

    MappedBytes section(Section section) {
        return sections[section.ordinal()];
    }
}
