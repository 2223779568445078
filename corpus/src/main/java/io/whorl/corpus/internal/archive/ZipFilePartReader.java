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

/**
 * Reads the members of a zip file by its directory. Each member is checked independently. A member whose bytes run into
 * the next one is not unpacked: a small file could contain the same bytes as any number of members.
 */
final class ZipFilePartReader implements PartReader {
    private final Part whole;
    private final ReadContext context;
    private final ZipFile zip;
    /** The size of a header before the name of its member. */
    private static final int HEADER = 30;

    private final Enumeration<ZipArchiveEntry> entries;
    private Optional<ZipArchiveEntry> following;
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
        following = following();
    }

    @Override
    public Optional<Part> next() throws IOException {
        current.close();
        while (following.isPresent()) {
            ZipArchiveEntry entry = following.get();
            following = following();
            if (!entry.isDirectory() && !entry.isUnixSymlink() && canBeRead(entry)) {
                context.readFromFile(Math.max(0, entry.getCompressedSize()));
                current = new Body(entry);
                return Optional.of(MemberNames.member(
                        whole, MemberNames.name(entry), current, entry.getLastModifiedTime(), context));
            }
        }
        return Optional.empty();
    }

    private Optional<ZipArchiveEntry> following() {
        return entries.hasMoreElements() ? Optional.of(entries.nextElement()) : Optional.empty();
    }

    /**
     * The name and the field between the header and the bytes are not counted: they need not be as the directory says.
     */
    private boolean overlaps(ZipArchiveEntry entry) {
        long end = entry.getLocalHeaderOffset() + HEADER + entry.getCompressedSize();
        return following.isPresent() && end > following.get().getLocalHeaderOffset();
    }

    private boolean canBeRead(ZipArchiveEntry entry) {
        if (overlaps(entry)) {
            context.skip(
                    MemberNames.place(whole, MemberNames.name(entry)),
                    Skipped.Reason.DAMAGED,
                    "it overlaps the next member of the archive");
            return false;
        }
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
