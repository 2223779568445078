package io.whorl.store;

import io.whorl.store.DateTable.DateScale;
import io.whorl.store.SegmentWriter.DocumentWriter.DocumentWidths;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The header of a segment, its first {@value #SIZE} bytes: counts, the shapes of the tables, and the offset and length
 * of each section; docs/FORMAT.md, "Header".
 */
record SegmentHeader(
        long fileLength,
        SegmentCounts counts,
        int bits,
        boolean frequencies,
        TableShape main,
        TableShape overflow,
        long spilled,
        DocumentWidths widths,
        long others,
        DateScale dates,
        long[] offset,
        long[] length,
        int schemeChecksum,
        int blocksChecksum) {

    static final int SIZE = 1024;
    static final int VERSION = 1;
    /** "WHORLSEG" read as a little-endian number. */
    static final long MAGIC = 0x474553_4C524F4857L;

    private static final int OTHERS_AT = 136;
    private static final int DATES_AT = 144;
    private static final int FINGERPRINT_AT = 160;
    private static final int CHECKSUMS_AT = 164;
    private static final int DIRECTORY = 256;
    private static final int DIRECTORY_ENTRY = 16;
    private static final int CHECKSUM_AT = SIZE - 4;

    ByteBuffer encode() {
        ByteBuffer b = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        b.putLong(MAGIC).putInt(VERSION).putInt(SIZE).putLong(fileLength);
        b.putLong(counts.documents()).putLong(counts.words()).putLong(counts.minutiae());
        b.putLong(counts.singletons()).putLong(counts.postings());
        b.putInt(bits).putInt(frequencies ? 1 : 0).putInt(main.payloadBits()).putInt(sections(widths));
        b.putLong(main.lines()).putLong(overflow.lines());
        b.putInt(main.remainderBits()).putInt(overflow.remainderBits()).putLong(spilled);
        b.putInt(widths.block())
                .putInt(widths.words())
                .putInt(widths.minutiae())
                .putInt(widths.extra());
        b.putInt(widths.family()).putInt(widths.text());
        b.putLong(OTHERS_AT, others);
        b.position(DATES_AT);
        b.putInt(widths.date()).putInt(dates.unit()).putLong(dates.first()).putInt(widths.fingerprint());
        b.putInt(CHECKSUMS_AT, schemeChecksum).putInt(CHECKSUMS_AT + 4, blocksChecksum);
        b.position(DIRECTORY);
        for (int i = 0; i < sections(widths); i++) {
            b.putLong(offset[i]).putLong(length[i]);
        }
        b.putInt(CHECKSUM_AT, checksumOf(b));
        return b.rewind();
    }

    /** Sections at the end exist only if documents share postings, if one has a date, or if more is stored. */
    static int sections(DocumentWidths widths) {
        if (widths.fingerprint() > 0) {
            return Section.values().length;
        }
        if (widths.date() > 0) {
            return Section.FINGERPRINTS.ordinal();
        }
        if (widths.text() > 0) {
            return Section.DATES.ordinal();
        }
        return widths.family() == 0 ? Section.FAMILIES.ordinal() : Section.TEXTS.ordinal();
    }

    /** @throws DamageException if the bytes are not a header, or are inconsistent */
    static SegmentHeader decode(ByteBuffer bytes) {
        ByteBuffer b = bytes.order(ByteOrder.LITTLE_ENDIAN).rewind();
        DamageException.check(b.remaining() == SIZE, 0, "the file ends inside its header");
        DamageException.check(b.getLong() == MAGIC, 0, "it does not start with WHORLSEG");
        int version = b.getInt();
        if (version > VERSION) {
            throw new DamageException.Newer(version, VERSION);
        }
        DamageException.check(
                b.getInt(CHECKSUM_AT) == checksumOf(b), CHECKSUM_AT, "the header's checksum does not match");
        DamageException.check(
                version == VERSION && b.getInt() == SIZE, 8, "format version " + version + " does not exist");
        long fileLength = b.getLong();
        SegmentCounts counts = new SegmentCounts(b.getLong(), b.getLong(), b.getLong(), b.getLong(), b.getLong());
        int bits = b.getInt();
        boolean frequencies = b.getInt() == 1;
        int payloadBits = b.getInt();
        int sections = b.getInt();
        long mainLines = b.getLong();
        long overflowLines = b.getLong();
        int mainRemainder = b.getInt();
        int overflowRemainder = b.getInt();
        long spilled = b.getLong();
        DocumentWidths widths = new DocumentWidths(
                b.getInt(),
                b.getInt(),
                b.getInt(),
                b.getInt(),
                b.getInt(),
                b.getInt(),
                b.getInt(DATES_AT),
                b.getInt(FINGERPRINT_AT));
        DamageException.check(sections == sections(widths), 76, sections + " sections with numbers of " + widths);
        long others = b.getLong(OTHERS_AT);
        DateScale dates = new DateScale(b.getLong(DATES_AT + 8), b.getInt(DATES_AT + 4));
        long[] offset = new long[Section.values().length];
        long[] length = new long[offset.length];
        b.position(DIRECTORY);
        for (int i = 0; i < sections; i++) {
            offset[i] = b.getLong();
            length[i] = b.getLong();
        }
        Arrays.fill(offset, sections, offset.length, offset[sections - 1] + length[sections - 1]);
        try {
            return new SegmentHeader(
                            fileLength,
                            counts,
                            bits,
                            frequencies,
                            new TableShape(bits, mainLines, mainRemainder, payloadBits),
                            new TableShape(bits, overflowLines, overflowRemainder, payloadBits),
                            spilled,
                            widths,
                            others,
                            dates,
                            offset,
                            length,
                            b.getInt(CHECKSUMS_AT),
                            b.getInt(CHECKSUMS_AT + 4))
                    .checked();
        } catch (IllegalArgumentException e) {
            throw new DamageException(0, e.getMessage(), e);
        }
    }

    /** Checks that sections are in order, do not overlap, and have the lengths that the counts require. */
    private SegmentHeader checked() {
        long end = SIZE;
        for (int i = 0; i < sections(widths); i++) {
            int at = DIRECTORY + i * DIRECTORY_ENTRY;
            DamageException.check(
                    offset[i] >= end
                            && offset[i] - end < TableShape.LINE
                            && offset[i] % TableShape.LINE == 0
                            && length[i] >= 0
                            && length[i] <= fileLength - offset[i],
                    at,
                    "section " + Section.values()[i] + " lies outside");
            end = offset[i] + length[i];
        }
        DamageException.check(
                CheckedFile.length(end) == fileLength,
                16,
                "sections end at " + end + ", which requires a file of " + CheckedFile.length(end) + " bytes, not "
                        + fileLength);
        long documents = counts.documents();
        long blocks = (documents + DocumentTable.BLOCK - 1) / DocumentTable.BLOCK;
        DamageException.check(widths.valid(), 128, "a width of a number is not from 1 to 8 bytes: " + widths);
        DamageException.check(
                documents >= 0
                        && documents <= fileLength
                        && counts.minutiae() >= 0
                        && spilled >= 0
                        && spilled <= fileLength,
                24,
                "a count that no file of this length can hold");
        DamageException.check(
                dates.fits(widths.date()), DATES_AT, "dates of " + widths.date() + " bytes have the scale " + dates);
        DamageException.check(others >= 0, OTHERS_AT, "the index has " + others + " other documents");
        DamageException.check(
                overflow.lines() % Regions.of(overflow).lines() == 0,
                88,
                "a region of the overflow table is not whole");
        expect(Section.TABLE, main.bytes());
        expect(Section.OVERFLOW, overflow.bytes());
        expect(Section.SPILLED, SpilledEntries.bytes(spilled, bits, main.payloadBits()));
        expect(Section.ID_BLOCKS, blocks * widths.block());
        expect(Section.WORDS, documents * widths.words());
        expect(Section.MINUTIAE, documents * widths.minutiae());
        expect(Section.EXTRA_ENDS, length(Section.EXTRAS) == 0 ? 0 : documents * widths.extra());
        expect(Section.MEAN_LOGS, documents * DocumentTable.MEAN_LOG);
        expect(Section.FAMILIES, documents * widths.family());
        expect(Section.TEXT_ENDS, documents * widths.text());
        expect(Section.DATES, documents * widths.date());
        expect(Section.FINGERPRINT_ENDS, documents * widths.fingerprint());
        return this;
    }

    private void expect(Section section, long wanted) {
        DamageException.check(
                length(section) == wanted,
                DIRECTORY + section.ordinal() * DIRECTORY_ENTRY,
                "section " + section + " has " + length(section) + " bytes; its counts require " + wanted);
    }

    long offset(Section section) {
        return offset[section.ordinal()];
    }

    long length(Section section) {
        return length[section.ordinal()];
    }

    /** The first byte of the blocks: the scheme has a checksum of its own, because it is read when a file is opened. */
    long start() {
        return offset(Section.SCHEME) + length(Section.SCHEME);
    }

    /** The end of the last section. */
    long end() {
        int last = sections(widths) - 1;
        return offset[last] + length[last];
    }

    private static int checksumOf(ByteBuffer header) {
        return Checksum.of(header.array(), 0, CHECKSUM_AT);
    }

    /** The sections of a segment file, in file order; docs/FORMAT.md describes each. */
    enum Section {
        SCHEME,
        LISTS,
        TABLE,
        OVERFLOW,
        SPILLED,
        IDS,
        ID_BLOCKS,
        WORDS,
        MINUTIAE,
        EXTRAS,
        EXTRA_ENDS,
        MEAN_LOGS,
        /** Exists only if documents share postings, or as an empty section if later sections exist. */
        FAMILIES,
        /**
         * Exists only if texts are stored, or as an empty section if later sections exist; so does the next section.
         */
        TEXTS,
        TEXT_ENDS,
        /** Exists only if a document has a date, or as an empty section if later sections exist. */
        DATES,
        /** Exists only if fingerprints are stored; so does the next section. */
        FINGERPRINTS,
        FINGERPRINT_ENDS
    }
}
