package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/**
 * Reads the members of a zip archive by their headers, without the directory: an archive inside another one, or a
 * truncated one up to the damage. These headers do not distinguish links from files.
 */
final class ZipStreamPartReader implements PartReader {
    private final Part whole;
    private final ReadContext context;
    private final TailStream tail;
    private final ZipArchiveInputStream zip;
    private final Optional<IOException> damage;

    /** @param damage why there is no directory, thrown at the end; empty if the stream should contain a directory */
    ZipStreamPartReader(Part whole, Optional<IOException> damage, ReadContext context) {
        this.whole = whole;
        this.context = context;
        this.damage = damage;
        tail = new TailStream(whole.body());
        zip = new ZipArchiveInputStream(tail, "UTF-8", true, false, true);
    }

    @Override
    public Optional<Part> next() throws IOException {
        for (ZipArchiveEntry entry = entry(); entry != null; entry = entry()) {
            if (entry.isDirectory()) {
                continue;
            }
            if (zip.canReadEntryData(entry)) {
                return Optional.of(MemberNames.member(
                        whole, MemberNames.name(entry), new Body(entry), entry.getLastModifiedTime(), context));
            }
            context.skip(
                    MemberNames.place(whole, MemberNames.name(entry)),
                    Skipped.Reason.INVALID,
                    "cannot be read without the zip directory");
        }
        if (damage.isPresent()) {
            throw (ZipException)
                    new ZipException("no zip directory: " + damage.get().getMessage()).initCause(damage.get());
        }
        if (!tail.endsWithDirectory()) {
            throw new EOFException("the zip archive is truncated");
        }
        return Optional.empty();
    }

    private ZipArchiveEntry entry() throws IOException {
        try {
            return zip.getNextEntry();
        } catch (RuntimeException e) {
            throw (ZipException) new ZipException("a zip header cannot be read: " + e).initCause(e);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    private final class Body extends FilterInputStream {
        Body(ZipArchiveEntry entry) {
            super(new ChecksumStream(zip, entry));
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            try {
                return in.read(b, off, len);
            } catch (RuntimeException e) {
                throw (ZipException) new ZipException("a zip member cannot be read: " + e).initCause(e);
            }
        }

        @Override
        public void close() {}
    }

    /**
     * Keeps the last bytes of a zip stream, because the library does not tell a truncated archive from a complete one.
     */
    private static final class TailStream extends BlockInputStream {
        /** The size of the record that ends the directory of a zip archive, with the longest comment. */
        private static final int MAX_END_RECORD = 22 + 65_535;

        private static final int BUFFER = 1 << 16;

        private final InputStream in;
        private final byte[] tail = new byte[2 * MAX_END_RECORD];
        private int length;

        TailStream(InputStream in) {
            this.in = in;
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            int n = in.read(b, off, Math.min(len, MAX_END_RECORD));
            if (n > 0) {
                if (length + n > tail.length) {
                    System.arraycopy(tail, length - MAX_END_RECORD, tail, 0, MAX_END_RECORD);
                    length = MAX_END_RECORD;
                }
                System.arraycopy(b, off, tail, length, n);
                length += n;
            }
            return n;
        }

        /** Reads to the end; true if the stream ends with the end record of a directory. */
        boolean endsWithDirectory() throws IOException {
            byte[] rest = new byte[BUFFER];
            while (read(rest, 0, BUFFER) >= 0) {}
            boolean found = false;
            for (int i = length - 22; i >= Math.max(0, length - MAX_END_RECORD) && !found; i--) {
                found = tail[i] == 'P' && tail[i + 1] == 'K' && tail[i + 2] == 5 && tail[i + 3] == 6;
            }
            return found;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
