package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.DamagedPartException;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Optional;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** Reads the members of a zip file by its directory. Each member is checked independently. */
final class ZipFilePartReader implements PartReader {
    private final Part whole;
    private final ReadContext context;
    private final ZipFile zip;
    private final Enumeration<ZipArchiveEntry> entries;
    private InputStream current = InputStream.nullInputStream();

    /** @throws IOException if the directory at the end of the file cannot be read */
    ZipFilePartReader(Part whole, Path file, ReadContext context) throws IOException {
        this.whole = whole;
        this.context = context;
        try {
            zip = ZipFile.builder()
                    .setPath(file)
                    .setCharset(StandardCharsets.UTF_8)
                    .get();
        } catch (RuntimeException e) {
            throw (ZipException) new ZipException("the zip directory cannot be read: " + e).initCause(e);
        }
        // Physical order reads the disk forwards.
        entries = zip.getEntriesInPhysicalOrder();
    }

    @Override
    public Optional<Part> next() throws IOException {
        current.close();
        while (entries.hasMoreElements()) {
            ZipArchiveEntry entry = entries.nextElement();
            if (!entry.isDirectory() && !entry.isUnixSymlink() && canBeRead(entry)) {
                context.readFromFile(Math.max(0, entry.getCompressedSize()));
                current = new Body(entry);
                return Optional.of(MemberNames.member(
                        whole, MemberNames.name(entry), current, entry.getLastModifiedTime(), context));
            }
        }
        return Optional.empty();
    }

    private boolean canBeRead(ZipArchiveEntry entry) {
        boolean can = zip.canReadEntryData(entry);
        if (!can) {
            context.skip(
                    MemberNames.place(whole, MemberNames.name(entry)),
                    Skipped.Reason.INVALID,
                    "encrypted, or compressed by a method that is not supported");
        }
        return can;
    }

    @Override
    public void close() throws IOException {
        current.close();
        zip.close();
    }

    /** The bytes of a member; opened at the first read. */
    private final class Body extends BlockInputStream {
        private final ZipArchiveEntry entry;
        private ChecksumStream bytes;

        Body(ZipArchiveEntry entry) {
            this.entry = entry;
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            try {
                if (bytes == null) {
                    bytes = new ChecksumStream(zip.getInputStream(entry), entry);
                }
                return bytes.read(b, off, len);
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                throw new DamagedPartException(String.valueOf(e.getMessage()), e);
            }
        }

        @Override
        public void close() throws IOException {
            if (bytes != null) {
                bytes.close();
            }
        }
    }
}
