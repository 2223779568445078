package io.whorl.corpus.internal.archive;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.internal.archive.ArchiveFormats.GuardedStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarUtils;

/** Tar, detected by the checksum of its first header. */
final class TarFormat implements ContainerFormat {
    private static final byte[] ZEROS = new byte[TarStream.RECORD];

    @Override
    public String name() {
        return "tar";
    }

    /** An empty archive consists of zeros, like some other files, so its name must agree. */
    @Override
    public boolean recognises(Head head) {
        if (head.first().length < TarStream.RECORD) {
            return false;
        }
        byte[] header = Arrays.copyOf(head.first(), TarStream.RECORD);
        return Arrays.equals(header, ZEROS) ? head.isNamed(".tar") : TarStream.isHeader(header);
    }

    @Override
    public PartReader open(Part whole, ReadContext context) {
        return new TarPartReader(whole, context);
    }

    /**
     * A tar archive with checked headers. The library does not verify checksums, does not limit the long names that it
     * collects in memory, and does not tell the end mark of an archive from the end of the stream.
     */
    private static final class TarStream extends TarArchiveInputStream {
        static final int RECORD = 512;

        private static final int MAX_EXTENDED_HEADER = 1 << 20;
        private static final int SIZE = 124;
        private static final int SIZE_LENGTH = 12;
        private static final int TYPE = 156;
        private static final int SPARSE_CONTINUES = 482;
        private static final int SPARSE_CONTINUES_AGAIN = 504;

        /** Types of headers that belong to the entry after them. */
        private static final String EXTENSIONS = "LKxXg";

        private static final Set<String> PATHS = Set.of("path", "GNU.sparse.name");
        private static final Pattern ATTRIBUTE = Pattern.compile("\\G([0-9]{1,7}) ([^=]*)=");

        private final ByteArrayOutputStream attributes = new ByteArrayOutputStream();

        private boolean beforeEntry;
        private boolean inAttributes;
        private boolean endMark;
        private boolean sparseContinues;

        /** Uses blocks of one record, so that nothing after the end mark is consumed as padding. */
        TarStream(InputStream in) {
            super(in, RECORD, RECORD, StandardCharsets.ISO_8859_1.name(), false);
        }

        /** Returns the path of the last entry. It keeps all bytes of a name that is not UTF-8. */
        String name(TarArchiveEntry entry) {
            // The library decodes paths of extended headers as UTF-8, and all others as this stream asks.
            return MemberNames.name(pathOf(attributes.toByteArray())
                    .orElseGet(() -> entry.getName().getBytes(StandardCharsets.ISO_8859_1)));
        }

        /**
         * The last path in an extended header: records of a length in decimal digits, a space, a name, = and a value.
         */
        private static Optional<byte[]> pathOf(byte[] header) {
            Optional<byte[]> path = Optional.empty();
            Matcher record = ATTRIBUTE.matcher(new String(header, StandardCharsets.ISO_8859_1));
            int end = 0;
            while (record.find(end)) {
                end += Integer.parseInt(record.group(1));
                if (end <= record.end() || end > header.length) {
                    break;
                }
                if (PATHS.contains(record.group(2))) {
                    boolean removed = end - 1 == record.end();
                    path = removed ? Optional.empty() : Optional.of(Arrays.copyOfRange(header, record.end(), end - 1));
                }
            }
            return path;
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
            if (!beforeEntry) {
                attributes.reset();
            }
            beforeEntry = EXTENSIONS.indexOf(record[TYPE]) >= 0;
            inAttributes = "xX".indexOf(record[TYPE]) >= 0;
            sparseContinues = record[TYPE] == 'S' && record[SPARSE_CONTINUES] == 1;
            return record;
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            int n = super.read(b, off, len);
            if (inAttributes && n > 0) {
                attributes.write(b, off, n);
            }
            return n;
        }

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
            if (EXTENSIONS.indexOf(header[TYPE]) >= 0) {
                long size = TarUtils.parseOctalOrBinary(header, SIZE, SIZE_LENGTH);
                if (size < 0 || size > MAX_EXTENDED_HEADER) {
                    throw new IOException("a tar header states a name or attributes of " + size
                            + " bytes; the limit is " + MAX_EXTENDED_HEADER);
                }
            }
        }
    }

    /** Reads the regular members of concatenated tar archives. */
    private static final class TarPartReader implements PartReader {
        private static final int BUFFER = 1 << 16;

        /** Types of members that are not documents: links, devices, directories, pipes, name lists and labels. */
        private static final String NOT_DOCUMENTS = "123456DVNX";

        private final Part whole;
        private final ReadContext context;
        private final BufferedInputStream in;
        private TarStream tar;

        TarPartReader(Part whole, ReadContext context) {
            this.whole = whole;
            this.context = context;
            in = new BufferedInputStream(whole.body(), BUFFER);
            tar = new TarStream(in);
        }

        @Override
        public Optional<Part> next() throws IOException {
            while (true) {
                TarArchiveEntry entry = tar.getNextEntry();
                if (entry == null) {
                    if (!nextArchive()) {
                        return Optional.empty();
                    }
                } else if (isRegular(entry)) {
                    return Optional.of(MemberNames.member(
                            whole,
                            tar.name(entry),
                            new GuardedStream(tar, "a tar member cannot be read", Integer.MAX_VALUE),
                            entry.getLastModifiedTime(),
                            context));
                } else if (!entry.isDirectory() && NOT_DOCUMENTS.indexOf(entry.getLinkFlag()) < 0) {
                    context.skip(
                            MemberNames.place(whole, tar.name(entry)),
                            Skipped.Reason.INVALID,
                            "a tar member of type '" + (char) (entry.getLinkFlag() & 0xff) + "', which is unknown");
                }
            }
        }

        private static boolean isRegular(TarArchiveEntry entry) {
            byte type = entry.getLinkFlag();
            return !entry.isDirectory()
                    && (type == TarConstants.LF_NORMAL
                            || type == TarConstants.LF_OLDNORM
                            || type == TarConstants.LF_CONTIG
                            || entry.isSparse());
        }

        /** Advances to the next archive, or to the end of the stream, where a gzip checksum is verified. */
        private boolean nextArchive() throws IOException {
            if (!tar.sawEndMark()) {
                throw new EOFException("the tar archive is truncated: its end mark is missing");
            }
            byte[] record = new byte[TarStream.RECORD];
            while (true) {
                in.mark(TarStream.RECORD);
                int n = in.readNBytes(record, 0, TarStream.RECORD);
                if (n == 0) {
                    return false;
                }
                if (!Arrays.equals(record, 0, n, ZEROS, 0, n)) {
                    in.reset();
                    tar = new TarStream(in);
                    return true;
                }
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
