package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.DamagedPartException;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.internal.container.ContainerFormats.GuardedStream;
import io.whorl.corpus.internal.container.ContainerFormats.MemberReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** Zip: files are read by their directory; streams and truncated files by the header of each member. */
final class ZipFormat implements ContainerFormat {
    private static final int[][] MAGIC = {{'P', 'K', 3, 4}, {'P', 'K', 5, 6}, {'P', 'K', 7, 8}};

    @Override
    public String name() {
        return "zip";
    }

    @Override
    public boolean recognises(Head head) {
        return head.startsWith(MAGIC[0]) || head.startsWith(MAGIC[1]) || head.startsWith(MAGIC[2]);
    }

    @Override
    public PartReader open(Part whole, ReadContext context) throws IOException {
        if (whole.file().filter(Files::isRegularFile).isEmpty()) {
            return new ZipStreamPartReader(whole, Optional.empty(), context);
        }
        try {
            return new ZipFilePartReader(whole, whole.file().get(), context);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            return new ZipStreamPartReader(whole, Optional.of(e), context);
        }
    }

    /**
     * Reads the members of a zip file by its directory. Each member is checked independently. A member whose bytes run
     * into the next one is not unpacked: a small file could contain the same bytes as any number of members.
     */
    private static final class ZipFilePartReader extends MemberReader {
        private final ZipFile zip;
        /** The size of a header before the name of its member. */
        private static final int HEADER = 30;

        private final Enumeration<ZipArchiveEntry> entries;
        private Optional<ZipArchiveEntry> following;
        private InputStream current = InputStream.nullInputStream();

        /** @throws IOException if the directory at the end of the file cannot be read */
        ZipFilePartReader(Part whole, Path file, ReadContext context) throws IOException {
            super(whole, context);
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
                    return Optional.of(member(name(entry), current, entry.getLastModifiedTime()));
                }
            }
            return Optional.empty();
        }

        private Optional<ZipArchiveEntry> following() {
            return entries.hasMoreElements() ? Optional.of(entries.nextElement()) : Optional.empty();
        }

        /**
         * The name and the field between the header and the bytes are not counted: they need not be as the directory
         * says.
         */
        private boolean overlaps(ZipArchiveEntry entry) {
            long end = entry.getLocalHeaderOffset() + HEADER + entry.getCompressedSize();
            return following.isPresent() && end > following.get().getLocalHeaderOffset();
        }

        private boolean canBeRead(ZipArchiveEntry entry) {
            if (overlaps(entry)) {
                skip(name(entry), Reason.DAMAGED, "it overlaps the next member of the archive");
                return false;
            }
            boolean can = zip.canReadEntryData(entry);
            if (!can) {
                skip(name(entry), Reason.INVALID, "encrypted, or compressed by a method that is not supported");
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
                super(nullInputStream());
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

    /**
     * Reads the members of a zip archive by their headers, without the directory: an archive inside another one, or a
     * truncated one up to the damage. These headers do not distinguish links from files.
     */
    private static final class ZipStreamPartReader extends MemberReader {
        /** The size of the record that ends a directory, and of a directory of one member without its name. */
        private static final int END_RECORD = 22;

        private static final int LEAST_DIRECTORY = 46 + END_RECORD;

        private final InputStream in;
        private final ZipArchiveInputStream zip;
        private final Optional<IOException> damage;
        private Optional<ZipArchiveEntry> last = Optional.empty();

        /**
         * @param damage why there is no directory, thrown at the end; empty if the stream should contain a directory
         */
        ZipStreamPartReader(Part whole, Optional<IOException> damage, ReadContext context) {
            super(whole, context);
            this.damage = damage;
            in = whole.body();
            zip = new ZipArchiveInputStream(in, "UTF-8", true, false, true);
        }

        @Override
        public Optional<Part> next() throws IOException {
            for (ZipArchiveEntry entry = entry(); entry != null; entry = entry()) {
                last = Optional.of(entry);
                if (entry.isDirectory()) {
                    continue;
                }
                if (zip.canReadEntryData(entry)) {
                    return Optional.of(member(name(entry), body(entry), entry.getLastModifiedTime()));
                }
                skip(name(entry), Reason.INVALID, "cannot be read without the zip directory");
            }
            if (damage.isPresent()) {
                throw (ZipException)
                        new ZipException("no zip directory: " + damage.get().getMessage()).initCause(damage.get());
            }
            if (isTruncated()) {
                throw new EOFException("the zip archive is truncated");
            }
            // A checksum of the stream around the archive may be at its end.
            in.transferTo(OutputStream.nullOutputStream());
            return Optional.empty();
        }

        /** The library reads a directory to its end, but takes the end of the stream before it for the end of all. */
        private boolean isTruncated() {
            long end = last.map(e -> e.getDataOffset() + e.getCompressedSize()).orElse(0L);
            return zip.getBytesRead() - end < (last.isPresent() ? LEAST_DIRECTORY : END_RECORD);
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

        private InputStream body(ZipArchiveEntry entry) {
            return new GuardedStream(new ChecksumStream(zip, entry), "a zip member cannot be read", Integer.MAX_VALUE);
        }
    }

    /** Compares the checksum of a zip member at its end, which the library leaves to its callers. */
    private static final class ChecksumStream extends CheckedInputStream {
        private final ZipArchiveEntry entry;

        ChecksumStream(InputStream in, ZipArchiveEntry entry) {
            super(in, new CRC32());
            this.entry = entry;
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            int n = super.read(b, off, len);
            if (n < 0 && entry.getCrc() >= 0 && entry.getCrc() != getChecksum().getValue()) {
                throw new ZipException("the checksum of a zip member does not match");
            }
            return n;
        }
    }
}
