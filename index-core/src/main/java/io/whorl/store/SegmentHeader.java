package io.whorl.store;

import static io.whorl.store.CheckedFile.check;

import io.whorl.CorruptIndexException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The header of a segment, its first {@value #SIZE} bytes: counts, the shapes of the tables, and the place of each
 * section; docs/FORMAT.md, "Header".
 */
record SegmentHeader(
        SegmentCounts counts,
        boolean frequencies,
        TableShape shape,
        long overflow,
        List<Extent> sections,
        int schemeChecksum,
        int blocksChecksum) {

    static final int SIZE = 1024;
    private static final String MARK = "WHORLSEG";
    private static final int VERSION = 1;

    /** Where the sections are listed. */
    static final int DIRECTORY = 256;

    int bits() {
        return shape.bits();
    }

    long fileLength() {
        return CheckedFile.length(end());
    }

    ByteBuffer encode() {
        ByteBuffer b = CheckedFile.beginHeader(MARK, VERSION, SIZE).putLong(fileLength());
        b.putLong(counts.documents()).putLong(counts.words()).putLong(counts.minutiae());
        b.putLong(counts.singletons()).putLong(counts.postings());
        b.putInt(bits()).putInt(frequencies ? 1 : 0).putInt(shape.payloadBits()).putInt(0);
        b.putLong(shape.lines()).putLong(overflow);
        b.putInt(shape.remainderBits()).putInt(schemeChecksum).putInt(blocksChecksum);
        b.position(DIRECTORY);
        for (Section s : Section.values()) {
            b.putLong(offset(s)).putLong(length(s)).putInt(width(s));
        }
        return CheckedFile.endHeader(b);
    }

    /** @throws CorruptIndexException if the bytes of a file are not a header, or are inconsistent */
    static SegmentHeader decode(Path file, ByteBuffer bytes) {
        ByteBuffer b = CheckedFile.checkHeader(file, bytes, MARK, VERSION, SIZE);
        long fileLength = b.getLong();
        SegmentCounts counts = new SegmentCounts(b.getLong(), b.getLong(), b.getLong(), b.getLong(), b.getLong());
        int bits = b.getInt();
        boolean frequencies = b.getInt() == 1;
        int payloadBits = b.getInt();
        b.getInt();
        long lines = b.getLong();
        long overflow = b.getLong();
        int remainderBits = b.getInt();
        int schemeChecksum = b.getInt();
        int blocksChecksum = b.getInt();
        List<Extent> sections = new ArrayList<>();
        b.position(DIRECTORY);
        while (sections.size() < Section.values().length) {
            sections.add(new Extent(b.getLong(), b.getLong(), b.getInt()));
        }
        try {
            SegmentHeader header = new SegmentHeader(
                    counts,
                    frequencies,
                    new TableShape(bits, lines, remainderBits, payloadBits),
                    overflow,
                    sections,
                    schemeChecksum,
                    blocksChecksum);
            header.checkSections(file, fileLength);
            return header;
        } catch (IllegalArgumentException e) {
            throw new CorruptIndexException(file, 0, e.getMessage(), e);
        }
    }

    /** Checks that sections are in order, do not overlap, and have the lengths that the counts require. */
    private void checkSections(Path file, long fileLength) {
        long end = SIZE;
        for (Section s : Section.values()) {
            Extent extent = sections.get(s.ordinal());
            boolean inside = extent.offset >= end
                    && extent.offset - end < TableShape.LINE
                    && extent.offset % TableShape.LINE == 0
                    && extent.length >= 0
                    && extent.length <= fileLength - extent.offset;
            check(file, inside, entry(s), "section " + s + " lies outside");
            boolean valid = extent.width >= s.leastWidth && extent.width <= s.mostWidth;
            check(file, valid, entry(s), "section " + s + " has numbers of " + extent.width + " bytes");
            end = extent.end();
        }
        String required = "sections end at " + end + ", which requires a file of " + fileLength() + " bytes";
        check(file, fileLength() == fileLength, 16, required + ", not " + fileLength);
        boolean possible = counts.documents() >= 0
                && counts.documents() <= fileLength
                && counts.minutiae() >= 0
                && overflow >= 0
                && overflow <= fileLength;
        check(file, possible, 24, "a count that no file of this length can hold");
        for (Section s : Section.values()) {
            String otherwise = "section " + s + " has " + length(s) + " bytes; its counts require " + required(s);
            check(file, length(s) == required(s), entry(s), otherwise);
        }
    }

    /** The bytes of a section that the counts require; those that it has if they do not say. */
    private long required(Section section) {
        long width = width(section);
        return switch (section) {
            case SCHEME, LISTS, IDS -> length(section);
            case EXTRAS, TEXTS, FINGERPRINTS -> width(section.next()) == 0 ? 0 : length(section);
            case LIST_STARTS -> length(section) / width * width;
            case TABLE -> shape.bytes();
            case OVERFLOW -> OverflowTable.bytes(overflow, bits(), shape.payloadBits());
            case OVERFLOW_STARTS -> OverflowTable.starts(overflow) * width;
            case ID_BLOCKS -> (counts.documents() + DocumentTable.BLOCK - 1) / DocumentTable.BLOCK * width;
            default -> counts.documents() * width;
        };
    }

    private static int entry(Section section) {
        return DIRECTORY + section.ordinal() * Extent.ENTRY;
    }

    long offset(Section section) {
        return sections.get(section.ordinal()).offset;
    }

    long length(Section section) {
        return sections.get(section.ordinal()).length;
    }

    /** Bytes of the numbers of a section; 0 if it has none. */
    int width(Section section) {
        return sections.get(section.ordinal()).width;
    }

    /** The scheme has a checksum of its own, because it is read when a file is opened. */
    long start() {
        return offset(Section.SCHEME) + length(Section.SCHEME);
    }

    /** The end of the last section. */
    long end() {
        return sections.get(sections.size() - 1).end();
    }

    /** The sections of a segment file, in file order; docs/FORMAT.md describes each. Any of them can be empty. */
    enum Section {
        SCHEME(0, 0),
        LISTS(0, 0),
        LIST_STARTS(1, 8),
        TABLE(0, 0),
        OVERFLOW(0, 0),
        OVERFLOW_STARTS(1, 8),
        IDS(0, 0),
        ID_BLOCKS(1, 8),
        WORDS(1, 8),
        MINUTIAE(1, 8),
        EXTRAS(0, 0),
        EXTRA_ENDS(0, 8),
        MEAN_LOGS(DocumentTable.MEAN_LOG, DocumentTable.MEAN_LOG),
        FAMILIES(0, 8),
        TEXTS(0, 0),
        TEXT_ENDS(0, 8),
        DATES(0, 8),
        FINGERPRINTS(0, 0),
        FINGERPRINT_ENDS(0, 8);

        private final int leastWidth;
        private final int mostWidth;

        /** @param leastWidth bytes of a number; 0 if the section can be absent, or has no numbers */
        Section(int leastWidth, int mostWidth) {
            this.leastWidth = leastWidth;
            this.mostWidth = mostWidth;
        }

        Section next() {
            return values()[ordinal() + 1];
        }
    }

    /**
     * Where a section is.
     *
     * @param width bytes of its numbers; 0 if it has none
     */
    record Extent(long offset, long length, int width) {
        /** Bytes of an entry of the directory. */
        static final int ENTRY = 20;

        long end() {
            return offset + length;
        }
    }
}
