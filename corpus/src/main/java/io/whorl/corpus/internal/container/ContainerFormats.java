package io.whorl.corpus.internal.container;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStream;
import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.tar.TarUtils;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.io.function.IOFunction;
import org.tukaani.xz.XZInputStream;

/**
 * The built-in containers: dumps of records, and archives and compressions, which are tar, zip, gzip, bzip2, xz and
 * zstd and are detected by their first bytes.
 */
public final class ContainerFormats {
    /** The largest xz dictionary. The highest preset of xz needs half; zstd has a limit of the same size built in. */
    private static final int MAX_XZ_MEMORY_KIB = 130 << 10;

    /**
     * The most bytes of one read. The decoders of xz and zstd lose what they decoded in the call that fails, so a
     * document before the damage is lost only if it ends less than this before it.
     */
    private static final int MAX_READ = 1 << 12;

    private static final int BUFFER = 1 << 16;

    /**
     * The letters {@code BZh} are not enough, because a text may start with them. A digit and the mark of the first
     * block or of the end follow.
     */
    private static final Pattern BZIP2_MARK = Pattern.compile("BZh[1-9](?:1A|\\x17r)");

    private static final CompressionFormat GZIP = new CompressionFormat(
            "gzip", head -> head.startsWith(0x1f, 0x8b), Map.of(".gz", "", ".tgz", ".tar"), GunzipStream::new);
    private static final CompressionFormat BZIP2 = new CompressionFormat(
            "bzip2",
            head -> head.startsWith('B') && BZIP2_MARK.matcher(head.latin1()).lookingAt(),
            Map.of(".bz2", "", ".tbz2", ".tar", ".tbz", ".tar"),
            // Reading single bytes costs little compared with bzip2 itself.
            in -> new GuardedStream(
                    new BZip2CompressorInputStream(new BufferedInputStream(in, BUFFER), true),
                    "damaged bzip2 data",
                    1));
    private static final CompressionFormat XZ = new CompressionFormat(
            "xz",
            head -> head.startsWith(0xfd, '7', 'z', 'X', 'Z', 0),
            Map.of(".xz", "", ".txz", ".tar"),
            in -> new GuardedStream(new XZInputStream(in, MAX_XZ_MEMORY_KIB), "damaged xz data", MAX_READ));
    private static final CompressionFormat ZSTD = new CompressionFormat(
            "zstd",
            head -> head.startsWith(0x28, 0xb5, 0x2f, 0xfd),
            Map.of(".zst", "", ".zstd", "", ".tzst", ".tar"),
            ContainerFormats::unzstd);

    private static final ZipFormat ZIP = new ZipFormat();
    private static final List<CompressionFormat> COMPRESSIONS = List.of(GZIP, BZIP2, XZ, ZSTD);

    private ContainerFormats() {}

    public static List<ContainerFormat> archives() {
        return List.of(GZIP, BZIP2, XZ, ZSTD, ZIP, new TarFormat());
    }

    /** The dumps of records. The options name the fields by which JSON and CSV are detected. */
    public static List<ContainerFormat> dumps(FormatOptions options) {
        return List.of(
                new MediaWikiFormat(),
                new WarcFormat(),
                new MboxFormat(),
                new JsonFormat(options),
                new CsvFormat(options));
    }

    /**
     * Returns the format of files that only their names call archives. It reports them as damaged. It is tried after
     * all other formats, so that a wrong name does no harm if the content can be detected.
     */
    public static ContainerFormat namedArchive() {
        return new NamedArchive();
    }

    /** Returns the compression that a file name claims, by the name of its format; empty if it claims none. */
    public static Optional<String> claimedCompression(String fileName) {
        return claimed(new Head(fileName, "", new byte[0])).map(CompressionFormat::name);
    }

    private static Optional<CompressionFormat> claimed(Head head) {
        return COMPRESSIONS.stream()
                .filter(c -> c.endings().keySet().stream().anyMatch(head::isNamed))
                .findFirst();
    }

    /**
     * Decompresses all concatenated zstd frames (RFC 8878). The result must be closed: it has memory outside the heap.
     */
    static InputStream unzstd(InputStream in) throws IOException {
        return new GuardedStream(new ZstdInputStreamNoFinalizer(in), "damaged zstd data", MAX_READ);
    }

    /** Compresses a stream; empty if Whorl does not write the compression. Equal bytes give equal bytes. */
    public static Optional<OutputStream> compressing(String compression, OutputStream out) throws IOException {
        if (compression.equals(GZIP.name())) {
            return Optional.of(new GZIPOutputStream(out, BUFFER));
        }
        return compression.equals(ZSTD.name()) ? Optional.of(new ZstdOutputStream(out)) : Optional.empty();
    }

    /**
     * Files that are archives or compressed by name, but not by content: not texts either, so they count as damaged.
     */
    private static final class NamedArchive implements ContainerFormat {
        @Override
        public String name() {
            return "named-archive";
        }

        @Override
        public boolean recognises(Head head) {
            return head.isNamed(".tar", ".zip") || claimed(head).isPresent();
        }

        @Override
        public PartReader open(Part whole, ReadContext context) throws IOException {
            if (whole.name().regionMatches(true, Math.max(0, whole.name().length() - 4), ".zip", 0, 4)) {
                // A self-extracting program may precede the archive.
                return ZIP.open(whole, context);
            }
            throw new IOException("its name says that it is an archive or compressed, but its content does not");
        }
    }

    /**
     * A compression.
     *
     * @param begins tests the first bytes
     * @param endings file extensions in lower case, each with its replacement after decompression
     * @param decoder decompresses to the end of the data, and throws if the data are truncated or damaged
     */
    private record CompressionFormat(
            String name,
            Predicate<Head> begins,
            Map<String, String> endings,
            IOFunction<InputStream, InputStream> decoder)
            implements ContainerFormat {
        @Override
        public boolean recognises(Head head) {
            return begins.test(head);
        }

        @Override
        public boolean isCompression() {
            return true;
        }

        @Override
        public PartReader open(Part whole, ReadContext context) throws IOException {
            InputStream plain = decoder.apply(whole.body());
            Part content = new Part(
                    whole.place(),
                    0,
                    uncompressedName(whole.name()),
                    whole.id().map(this::uncompressedName),
                    "",
                    plain,
                    Optional.empty(),
                    Optional.empty());
            // The rest is not read: a document that is too large is not worth decompressing to its end.
            Iterator<Part> once = List.of(content).iterator();
            return new PartReader() {
                @Override
                public Optional<Part> next() {
                    return once.hasNext() ? Optional.of(once.next()) : Optional.empty();
                }

                @Override
                public void close() throws IOException {
                    plain.close();
                }
            };
        }

        private String uncompressedName(String name) {
            String lower = name.toLowerCase(Locale.ROOT);
            return endings.keySet().stream()
                    .filter(lower::endsWith)
                    .map(ending -> name.substring(0, name.length() - ending.length()) + endings.get(ending))
                    .findFirst()
                    .orElse(name);
        }
    }

    /**
     * Reads from the decoder of a library, whose runtime exceptions mean damage. Delivers the bytes before a failure,
     * and throws it at the next read.
     */
    static final class GuardedStream extends BlockInputStream {
        private final String problem;
        private final int step;
        private IOException failure;

        /**
         * @param problem begins the message of a failure
         * @param step the longest call of the decoder, which loses what it decoded in the call that fails
         */
        GuardedStream(InputStream in, String problem, int step) {
            super(in);
            this.problem = problem;
            this.step = step;
        }

        @Override
        public int read(byte[] b, int off, int len) throws IOException {
            if (failure != null) {
                throw failure;
            }
            int n = 0;
            try {
                for (int more = step; more == step && n < Math.min(len, MAX_READ); n += Math.max(0, more)) {
                    more = in.read(b, off + n, Math.min(len - n, step));
                }
                return n > 0 || len == 0 ? n : -1;
            } catch (EOFException e) {
                failure = e;
            } catch (IOException | RuntimeException e) {
                failure = new IOException(problem + ": " + (e instanceof IOException ? e.getMessage() : e), e);
            }
            if (n == 0) {
                throw failure;
            }
            return n;
        }
    }

    /** Reads the members of an archive, and names them (DEFINITIONS, Identifiers and sources). */
    abstract static class MemberReader implements PartReader {
        private final Part archive;
        final ReadContext context;

        MemberReader(Part archive, ReadContext context) {
            this.archive = archive;
            this.context = context;
        }

        /** Creates a member with its modification time as its date, if the options ask for it. */
        final Part member(String name, InputStream body, FileTime modified) {
            Part member = Part.member(place(name), name, body);
            boolean dated = context.options().fileDates() && modified != null;
            return dated ? member.dated(modified.toInstant().toString()) : member;
        }

        final void skip(String name, Reason reason, String detail) {
            context.skip(place(name), Part.UNNUMBERED, reason, detail);
        }

        private String place(String name) {
            return archive.place() + "!" + name;
        }

        static String name(ZipArchiveEntry entry) {
            if (entry.getNameSource() == ZipArchiveEntry.NameSource.UNICODE_EXTRA_FIELD) {
                return name(entry.getName().getBytes(StandardCharsets.UTF_8));
            }
            // The library replaces bytes that are not UTF-8.
            String path = new String(entry.getRawName(), StandardCharsets.ISO_8859_1);
            boolean windows = entry.getPlatform() == ZipArchiveEntry.PLATFORM_FAT && path.indexOf('/') < 0;
            return name((windows ? path.replace('\\', '/') : path).getBytes(StandardCharsets.ISO_8859_1));
        }

        /** The path of a member without leading {@code ./}. */
        static String name(byte[] path) {
            String name = Utf8.name(path);
            int from = 0;
            while (name.startsWith("./", from)) {
                from += 2;
            }
            return name.substring(from);
        }
    }

    /** Tar, detected by the checksum of its first header. */
    static final class TarFormat implements ContainerFormat {
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
         * A tar archive with checked headers. The library does not verify checksums, does not limit the long names that
         * it collects in memory, and does not tell the end mark of an archive from the end of the stream.
         */
        private static final class TarStream extends TarArchiveInputStream {
            static final int RECORD = 512;

            private static final int MAX_EXTENDED_HEADER = 1 << 20;
            private static final int SIZE = 124;
            private static final int SIZE_LENGTH = 12;
            private static final int CHECKSUM = 148;
            private static final int TYPE = 156;
            private static final int SPARSE_CONTINUES = 482;
            private static final int SPARSE_CONTINUES_AGAIN = 504;

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
                return MemberReader.name(pathOf(attributes.toByteArray())
                        .orElseGet(() -> entry.getName().getBytes(StandardCharsets.ISO_8859_1)));
            }

            /**
             * The last path in an extended header: records of a length in decimal digits, a space, a name, = and a
             * value.
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
                        path = removed
                                ? Optional.empty()
                                : Optional.of(Arrays.copyOfRange(header, record.end(), end - 1));
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
                byte digit = record[CHECKSUM];
                try {
                    // The head of a text mostly has a letter here. An exception for each would take microseconds.
                    return (digit >= '0' && digit <= '7' || digit == ' ' || digit == 0)
                            && TarUtils.verifyCheckSum(record);
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
        private static final class TarPartReader extends MemberReader {
            private static final int BUFFER = 1 << 16;

            /** Types of members that are not documents: links, devices, directories, pipes, name lists and labels. */
            private static final String NOT_DOCUMENTS = "123456DVNX";

            private final BufferedInputStream in;
            private TarStream tar;

            TarPartReader(Part whole, ReadContext context) {
                super(whole, context);
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
                        return Optional.of(member(
                                tar.name(entry),
                                new GuardedStream(tar, "a tar member cannot be read", Integer.MAX_VALUE),
                                entry.getLastModifiedTime()));
                    } else if (!entry.isDirectory() && NOT_DOCUMENTS.indexOf(entry.getLinkFlag()) < 0) {
                        skip(
                                tar.name(entry),
                                Reason.INVALID,
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
}
