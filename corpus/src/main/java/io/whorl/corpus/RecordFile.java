package io.whorl.corpus;

import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.internal.archive.ArchiveFormats;
import io.whorl.corpus.internal.io.RecordCopier;
import io.whorl.corpus.internal.io.StoredContent;
import io.whorl.corpus.internal.record.RecordFormats;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** A file of a source whose records can be copied one by one. Made by {@link RecordFiles}. One thread at a time. */
public final class RecordFile implements Closeable {
    private static final String ARC = "filedesc://";
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** What a file contains. */
    public enum Content {
        /**
         * Records that can be copied one by one: JSON objects that are not in an array, rows of CSV or TSV, records of
         * WARC or ARC, mails of a mailbox, or pages of a MediaWiki dump.
         */
        RECORDS,
        /** One document, which is the file as a whole. */
        DOCUMENT,
        /** Parts that cannot be copied one by one, such as those of an archive. */
        PARTS
    }

    private final List<Closeable> open = new ArrayList<>();
    private final StringJoiner compressions = new StringJoiner(" in ");
    private Optional<PartStream> body = Optional.empty();
    private Content content = Content.DOCUMENT;
    private String format = "";
    private Optional<RecordCopier> copier = Optional.empty();
    private Optional<RecordCopier.TextCutter> cutter = Optional.empty();
    /** Copies the file by the format of an application. */
    private Optional<WholeCopy> whole = Optional.empty();

    private boolean marked;

    private RecordFile() {}

    static RecordFile open(Path file, ReaderOptions options, FormatRegistry formats) throws IOException {
        RecordFile result = new RecordFile();
        try {
            result.enter(file, options, formats);
            return result;
        } catch (IOException | RuntimeException e) {
            result.close();
            throw e;
        }
    }

    private void enter(Path file, ReaderOptions options, FormatRegistry formats) throws IOException {
        Meter meter = new Meter(options.maxExpansion(), options.expansionAllowance());
        InputStream in = CountingStream.open(file, meter);
        open.add(in);
        ReadContext context = new Silent(options.formats());
        String name = DocumentNames.file(file);
        PartStream stream = new PartStream(in, Meter.unlimited());
        while (true) {
            body = Optional.of(stream);
            Head head = new Head(name, "", stream.head());
            Optional<ContainerFormat> container = formats.container(head);
            Part part = new Part(file.toString(), name, Optional.of(name), "", stream, Optional.of(file));
            if (container.isEmpty()) {
                return;
            }
            if (!container.get().isCompression()) {
                contain(container.get(), head, part, new Stored(file, compression(), options, formats));
                return;
            }
            compressions.add(container.get().name());
            PartReader reader = container.get().open(part, context);
            open.add(reader);
            Part inside = reader.next().orElseThrow(() -> new IOException("it is empty"));
            name = inside.name();
            stream = new PartStream(inside.body(), meter);
        }
    }

    private void contain(ContainerFormat container, Head head, Part part, Stored stored) throws IOException {
        format = head.latin1().startsWith(ARC) ? "arc" : container.name();
        content = Content.PARTS;
        marked = head.startsWith(0xef, 0xbb, 0xbf);
        if (marked) {
            part.body().readNBytes(BYTE_ORDER_MARK.length);
        }
        copier = RecordFormats.copier(container, part, stored, stored.options.formats());
        cutter = RecordFormats.cutter(container, stored.options.formats());
        if (container.canCopy() && compressions.length() == 0) {
            whole = Optional.of(sink -> container.copy(part, stored.options.formats(), sink, sink));
            content = Content.RECORDS;
        }
        if (copier.isPresent()) {
            content = Content.RECORDS;
        }
    }

    /** {@return what the file contains} */
    public Content content() {
        return content;
    }

    /** {@return whether parts of the texts of records can be left out, as {@link RecordSink#cuts} names them} */
    public boolean canCut() {
        return cutter.isPresent() || isWhole();
    }

    /**
     * {@return whether the copy of the file is complete only as a whole, as for the formats of an application that
     * {@link ContainerFormat#copy}: records of several files are not put into one}
     */
    public boolean isWhole() {
        return whole.isPresent();
    }

    /** {@return the format of the records or parts, such as {@code json} or {@code tar}; empty for a document} */
    public String format() {
        return format;
    }

    /** {@return the compression around the content, such as {@code gzip}; empty for none} */
    public String compression() {
        return compressions.toString();
    }

    /**
     * Copies the records that are taken, byte for byte, each with the bytes up to the next record, and everything
     * before the first record. Call it once, for {@link Content#RECORDS}. Takes a few buffers of memory, and for web
     * archives one record.
     *
     * @param sink is asked once for each record, in order. The number of a record is the one at the end of
     *     {@link Document#place}: from 1, the line of a mail, the first row of a table is number 1 too; of web archives
     *     1 plus the position. A damaged part of a web archive counts as a record
     * @param mark whether to copy a byte order mark too
     * @return why the file cannot be read to its end, if it breaks off; what precedes is copied
     * @throws IOException if the sink fails
     */
    public Optional<String> copy(RecordSink sink, boolean mark) throws IOException {
        if (whole.isPresent()) {
            return copyWhole(whole.get(), sink);
        }
        RecordCopier records = copier.orElseThrow(() -> new IllegalStateException("the file has no records to copy"));
        if (marked && mark) {
            sink.write(BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
        }
        CheckedSink checked = new CheckedSink(sink);
        try {
            if (cutter.isPresent()) {
                CuttingSink cutting = new CuttingSink(checked, sink, cutter.get());
                records.copy(cutting);
                cutting.flush();
            } else {
                records.copy(checked);
            }
            return Optional.empty();
        } catch (IOException e) {
            if (checked.failed) {
                throw e;
            }
            return Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private interface WholeCopy {
        void to(CheckedSink sink) throws IOException;
    }

    private static Optional<String> copyWhole(WholeCopy copy, RecordSink sink) throws IOException {
        CheckedSink checked = new CheckedSink(sink);
        try {
            copy.to(checked);
            return Optional.empty();
        } catch (IOException e) {
            // Nothing that precedes the failure is a file.
            throw checked.failed ? e : new IOException("the source cannot be copied: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        open.clear();
    }

    /** Tells a failure of the sink from one of the file. */
    private static final class CheckedSink extends OutputStream implements RecordCopier.Sink {
        private final RecordSink sink;
        private boolean failed;

        CheckedSink(RecordSink sink) {
            this.sink = sink;
        }

        @Override
        public boolean takes(long record) throws IOException {
            failed = true;
            boolean taken = sink.takes(record);
            failed = false;
            return taken;
        }

        @Override
        public int[] cuts(long record) {
            return sink.cuts(record);
        }

        @Override
        public void ended(byte[] notes) throws IOException {
            failed = true;
            sink.ended(notes);
            failed = false;
        }

        @Override
        public byte[] notes() throws IOException {
            return sink.notes();
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            failed = true;
            sink.write(bytes, from, length);
            failed = false;
        }

        @Override
        public boolean writeMembers(FileChannel file, long position, long length) throws IOException {
            failed = true;
            boolean written = sink.writeMembers(file, position, length);
            failed = false;
            return written;
        }
    }

    /** Holds a record of which parts are left out until it is complete. */
    private static final class CuttingSink implements RecordCopier.Sink {
        private static final int[] NONE = {};

        private final RecordCopier.Sink out;
        private final RecordSink sink;
        private final RecordCopier.TextCutter cutter;
        private final ByteArrayOutputStream held = new ByteArrayOutputStream();
        private int[] cuts = NONE;

        CuttingSink(RecordCopier.Sink out, RecordSink sink, RecordCopier.TextCutter cutter) {
            this.out = out;
            this.sink = sink;
            this.cutter = cutter;
        }

        void flush() throws IOException {
            if (cuts.length > 0) {
                byte[] record = cutter.cut(held.toByteArray(), cuts);
                cuts = NONE;
                held.reset();
                out.write(record, 0, record.length);
            }
        }

        @Override
        public boolean takes(long record) throws IOException {
            flush();
            boolean taken = out.takes(record);
            cuts = taken ? sink.cuts(record) : NONE;
            return taken;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (cuts.length > 0) {
                held.write(bytes, from, length);
            } else {
                out.write(bytes, from, length);
            }
        }

        @Override
        public boolean writeMembers(FileChannel file, long position, long length) throws IOException {
            return cuts.length == 0 && out.writeMembers(file, position, length);
        }
    }

    /** The content of the file, opened again. */
    private record Stored(Path file, String compression, ReaderOptions options, FormatRegistry formats)
            implements StoredContent {
        @Override
        public boolean isGzip() {
            return compression.equals(ArchiveFormats.memberCompression());
        }

        @Override
        public InputStream open(long stored, Members members) throws IOException {
            if (!isGzip() && !compression.isEmpty()) {
                RecordFile again = RecordFile.open(file, options, formats);
                return new FilterInputStream(again.body.orElseThrow()) {
                    @Override
                    public void close() throws IOException {
                        again.close();
                    }
                };
            }
            InputStream in = Files.newInputStream(file);
            in.skipNBytes(stored);
            return isGzip() ? ArchiveFormats.unpackMembers(in, members) : in;
        }
    }

    /** The reader of the documents has reported everything. */
    private record Silent(FormatOptions options) implements ReadContext {
        @Override
        public void skip(String place, Skipped.Reason reason, String detail) {}
    }

    /** Reads the files of all sources, including those in directories, or the stream that is the only source. */
    static final class SourcePartReader implements PartReader {
        private final SourceList sources;
        private final ReadContext context;
        private final Meter meter;
        private Iterator<ListedFile> files = List.<ListedFile>of().iterator();
        private boolean inDirectory;
        private boolean streamGiven;
        private int begun;
        private InputStream open = InputStream.nullInputStream();
        private final Position from;
        private long filesBegun;
        /** The last place at which a later reader can begin. */
        Position position = Position.START;

        /** @param from where to begin; what is before it is not reported */
        SourcePartReader(SourceList sources, ReadContext context, Meter meter, Position from) {
            this.sources = sources;
            this.context = context;
            this.meter = meter;
            this.from = from;
        }

        /** True if the last part is in a directory, so that its path prefixes the names of its members. */
        boolean isInDirectory() {
            return inDirectory;
        }

        @Override
        public Optional<Part> next() {
            closeQuietly(open);
            if (sources.stream().isPresent() && !streamGiven) {
                streamGiven = true;
                return Optional.of(part(sources.stream().get()));
            }
            while (true) {
                while (files.hasNext()) {
                    Optional<Part> part = part(files.next());
                    if (part.isPresent()) {
                        return part;
                    }
                }
                meter.endSource(begun == 0 ? 0 : sources.ends()[begun - 1]);
                if (begun == sources.paths().size()) {
                    return Optional.empty();
                }
                files = files(sources.paths().get(begun++)).iterator();
            }
        }

        private List<ListedFile> files(Path source) {
            inDirectory = Files.isDirectory(source);
            try {
                return inDirectory
                        ? ListedFile.of(source, this::unreadable)
                        : List.of(new ListedFile(DocumentNames.file(source), source));
            } catch (IOException e) {
                unreadable(source, new SourceAccessException(e));
                return List.of();
            }
        }

        private Optional<Part> part(ListedFile file) {
            long number = filesBegun++;
            position = new Position(number, number == from.files() ? from.records() : 0);
            try {
                if (number < from.files()) {
                    meter.beginFile(Files.size(file.path()));
                    meter.read(Long.MAX_VALUE);
                    return Optional.empty();
                }
                open = CountingStream.open(file.path(), meter);
            } catch (IOException e) {
                unreadable(file.path(), e);
                return Optional.empty();
            }
            Part part = new Part(
                    DocumentNames.place(file.path()),
                    file.id(),
                    Optional.of(file.id()),
                    "",
                    open,
                    Optional.of(file.path()));
            return Optional.of(context.options().fileDates() ? part.dated(modified(file.path())) : part);
        }

        /** The modification time of a file; empty if it cannot be read. */
        private static String modified(Path file) {
            try {
                return Files.getLastModifiedTime(file).toInstant().toString();
            } catch (IOException e) {
                return "";
            }
        }

        private Part part(SourceList.Stream stream) {
            meter.beginFile(Long.MAX_VALUE);
            open = new CountingStream(stream.in(), meter);
            return new Part(stream.name(), stream.name(), Optional.of(stream.name()), "", open, Optional.empty());
        }

        private void unreadable(Path file, IOException e) {
            // The directories of the first files were listed before.
            if (filesBegun > from.files() || from.equals(Position.START)) {
                context.skip(DocumentNames.place(file), Skipped.Reason.UNREADABLE, e.getMessage());
            }
        }

        @Override
        public void close() {
            closeQuietly(open);
        }

        /**
         * Closes a stream that was only read. Ignores a failure, because nothing is lost and later sources can still be
         * read.
         */
        static void closeQuietly(Closeable read) {
            try {
                read.close();
            } catch (IOException | RuntimeException e) {
                return;
            }
        }
    }
}
