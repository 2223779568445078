package io.whorl.corpus.internal.archive;

import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

/** Compares the checksum of a zip member at its end, which the library leaves to its callers. */
final class ChecksumStream extends BlockInputStream {
    private final InputStream in;
    private final ZipArchiveEntry entry;
    private final CRC32 crc = new CRC32();

    ChecksumStream(InputStream in, ZipArchiveEntry entry) {
        this.in = in;
        this.entry = entry;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        int n = in.read(b, off, len);
        if (n > 0) {
            crc.update(b, off, n);
        } else if (n < 0 && entry.getCrc() >= 0 && entry.getCrc() != crc.getValue()) {
            throw new ZipException("the checksum of a zip member does not match");
        }
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
