package io.whorl.corpus.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * A tar archive whose headers are checked before they are believed: the library neither compares their checksums, nor
 * limits the long names it collects in memory, nor tells an archive's end mark from a stream that merely ends.
 */
final class TarStream extends TarArchiveInputStream {
    static final int RECORD = 512;

    private static final int MAX_EXTENDED_HEADER = 1 << 20;
    private static final int SIZE = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int TYPE = 156;
    private static final int SPARSE_CONTINUES = 482;
    private static final int SPARSE_CONTINUES_AGAIN = 504;

    private boolean endMark;
    private boolean sparseContinues;

    /** Blocks of one record, so that nothing behind the end mark is swallowed as filling. */
    TarStream(InputStream in) {
        super(in, RECORD, RECORD, "UTF-8", false);
    }

    /** Whether the archive's end mark was read; if not, the end reached is a truncation. */
    boolean sawEndMark() {
        return endMark;
    }

    @Override
    public TarArchiveEntry getNextEntry() throws IOException {
        try {
            return super.getNextEntry();
        } catch (RuntimeException e) {
            throw new IOException("a tar header cannot be read: " + e, e);
        }
    }

    @Override
    protected boolean isEOFRecord(byte[] record) {
        boolean end = super.isEOFRecord(record);
        endMark |= end && record != null;
        return end;
    }

    @Override
    protected byte[] readRecord() throws IOException {
        byte[] record = super.readRecord();
        if (record == null || super.isEOFRecord(record)) {
            return record;
        }
        if (sparseContinues) {
            // Continues the map of a sparse file's holes: a record without checksum or type.
            sparseContinues = record[SPARSE_CONTINUES_AGAIN] == 1;
            return record;
        }
        check(record);
        sparseContinues = record[TYPE] == 'S' && record[SPARSE_CONTINUES] == 1;
        return record;
    }

    /** Whether the record's checksum is that of a tar header. */
    static boolean isHeader(byte[] record) {
        try {
            return TarUtils.verifyCheckSum(record);
        } catch (IllegalArgumentException e) {
            // The field for the checksum holds no number.
            return false;
        }
    }

    private static void check(byte[] header) throws IOException {
        if (!isHeader(header)) {
            throw new IOException("the checksum of a tar header does not match");
        }
        if ("LKxXg".indexOf(header[TYPE]) >= 0) {
            long size = TarUtils.parseOctalOrBinary(header, SIZE, SIZE_LENGTH);
            if (size < 0 || size > MAX_EXTENDED_HEADER) {
                throw new IOException("a tar header states a name or attributes of " + size + " bytes; the limit is "
                        + MAX_EXTENDED_HEADER);
            }
        }
    }
}
