package io.whorl.corpus.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarUtils;

/**
 * A tar archive with checked headers. The library does not verify checksums, does not limit the long names that it
 * collects in memory, and does not tell the end mark of an archive from the end of the stream.
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

    /** Uses blocks of one record, so that nothing after the end mark is consumed as padding. */
    TarStream(InputStream in) {
        super(in, RECORD, RECORD, "UTF-8", false);
    }

    /** True if the end mark of the archive was read; otherwise the archive is truncated. */
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
            // The record continues the map of a sparse file; it has no checksum and no type.
            sparseContinues = record[SPARSE_CONTINUES_AGAIN] == 1;
            return record;
        }
        check(record);
        sparseContinues = record[TYPE] == 'S' && record[SPARSE_CONTINUES] == 1;
        return record;
    }

    /** True if the record has the checksum of a tar header. */
    static boolean isHeader(byte[] record) {
        try {
            return TarUtils.verifyCheckSum(record);
        } catch (IllegalArgumentException e) {
            // The checksum field is not a number.
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
