package io.whorl.corpus;

import io.whorl.corpus.ListedFile.DocumentNames;
import io.whorl.corpus.Meter.CountingStream;
import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.ContainerFormat.RecordChoice;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.internal.container.GunzipStream;
import io.whorl.corpus.internal.container.RecordFormat;
import io.whorl.corpus.internal.container.RecordFormat.Copying;
import io.whorl.corpus.internal.container.RecordFormat.TextCutter;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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

    private final Path file;
    private final List<Closeable> open = new ArrayList<>();
    private final StringJoiner compressions = new StringJoiner(" in ");
    private Content content = Content.DOCUMENT;
    private String format = "";
    private Optional<Copying> copying = Optional.empty();
    private Optional<TextCutter> cutter = Optional.empty();
    /** Tells which records are gzip members, if records can be. */
    private Optional<GunzipStream> members = Optional.empty();
    /** True if the format of an application copies the file. */
    private boolean whole;

    private boolean marked;

    RecordFile(Path file, ReaderOptions options, FormatRegistry formats) throws IOException {
        this.file = file;
        try {
            enter(options, formats);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void enter(ReaderOptions options, FormatRegistry formats) throws IOException {
        Meter meter = new Meter(options.maxExpansion(), options.expansionAllowance());
        InputStream in = CountingStream.open(file, meter);
        open.add(in);
        ReadContext context = new Silent(options.formats());
        String name = DocumentNames.file(file);
        PartStream stream = new PartStream(in, Meter.unlimited());
        while (true) {
            Head head = new Head(name, "", stream.head());
            Optional<ContainerFormat> container = formats.container(head);
            Part part = new Part(
                    file.toString(), 0, name, Optional.of(name), "", stream, Optional.of(file), Optional.empty());
            if (container.isEmpty()) {
                return;
            }
            if (!container.get().isCompression()) {
                contain(container.get(), head, part, options.formats());
                return;
            }
            compressions.add(container.get().name());
            PartReader reader = container.get().open(part, context);
            open.add(reader);
            Part inside = reader.next().orElseThrow(() -> new IOException("it is empty"));
            members = Optional.empty();
            // Members of a compression that is inside another one are not in the file.
            if (compression().equals(container.get().name()) && inside.body() instanceof GunzipStream gunzip) {
                gunzip.keepStarts();
                members = Optional.of(gunzip);
            }
            name = inside.name();
            stream = new PartStream(inside.body(), meter);
        }
    }

    private void contain(ContainerFormat container, Head head, Part part, FormatOptions options) throws IOException {
        format = head.latin1().startsWith(ARC) ? "arc" : container.name();
        boolean positions = container instanceof RecordFormat records && records.isNumberedByPosition();
        members = members.filter(gunzip -> positions);
        marked = head.startsWith(0xef, 0xbb, 0xbf) && !positions && !container.canCopy();
        if (marked) {
            part.body().readNBytes(BYTE_ORDER_MARK.length);
        }
        if (container instanceof RecordFormat records) {
            copying = records.copying(part, options);
            cutter = records.cutter();
        }
        whole = container.canCopy() && compressions.length() == 0;
        if (whole) {
            copying = Optional.of((choice, out) -> container.copy(part, options, choice, out));
        }
        content = copying.isPresent() ? Content.RECORDS : Content.PARTS;
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
        return whole;
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
     * @param sink is asked once for each record, in order. The number of a record is {@link Document#record}; the first
     *     row of a table is number 1 too. A damaged part of a web archive counts as a record
     * @param mark whether to copy a byte order mark too
     * @return why the file cannot be read to its end, if it breaks off; what precedes is copied
     * @throws IOException if the sink fails
     */
    public Optional<String> copy(RecordSink sink, boolean mark) throws IOException {
        if (copying.isEmpty()) {
            throw new IllegalStateException("the file has no records to copy");
        }
        try (FileChannel stored = FileChannel.open(file)) {
            Output out = new Output(sink, stored);
            try {
                if (marked && mark) {
                    out.write(BYTE_ORDER_MARK);
                }
                copying.get().copy(out, out);
                out.end(OptionalLong.of(stored.size()));
                return Optional.empty();
            } catch (IOException e) {
                if (out.failed) {
                    throw e;
                }
                if (whole) {
                    // Nothing that precedes the failure is a file.
                    throw new IOException("the source cannot be copied: " + e.getMessage(), e);
                }
                if (out.cuts.length == 0) {
                    out.end(OptionalLong.empty());
                }
                return Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        open.clear();
    }

    /**
     * Passes records to the sink, and tells its failures from those of the file. Holds a record of which parts are left
     * out, or which may be copied as it is stored, until its end is known.
     */
    private final class Output extends OutputStream implements RecordChoice {
        private static final int[] NONE = {};
        /** A record that unpacks to more is not copied as it is stored. */
        private static final int MOST_HELD = 16 << 20;

        private final RecordSink sink;
        private final FileChannel stored;
        private final ByteArrayOutputStream held = new ByteArrayOutputStream();
        private int[] cuts = NONE;
        /** Where the record begins in the file, if it may be copied as it is stored. */
        private OptionalLong begin = OptionalLong.empty();
        /** True while the sink is called, and after it has failed. */
        private boolean failed;

        Output(RecordSink sink, FileChannel stored) {
            this.sink = sink;
            this.stored = stored;
        }

        @Override
        public boolean takes(long record) throws IOException {
            OptionalLong member = members.isPresent() ? members.get().member(record - 1) : OptionalLong.empty();
            end(member);
            if (failed) {
                return false;
            }
            failed = true;
            boolean taken = sink.takes(record);
            failed = false;
            cuts = taken && cutter.isPresent() ? sink.cuts(record) : NONE;
            begin = taken ? member : OptionalLong.empty();
            return taken;
        }

        /** Ends a record, which is at the start of a gzip member or at the end of the file if {@code at} is present. */
        private void end(OptionalLong at) throws IOException {
            byte[] record = held.toByteArray();
            int[] ranges = cuts;
            OptionalLong from = begin;
            held.reset();
            cuts = NONE;
            begin = OptionalLong.empty();
            boolean copied = false;
            if (ranges.length > 0) {
                record = cutter.orElseThrow().cut(record, ranges);
            } else if (from.isPresent() && at.isPresent() && !failed) {
                failed = true;
                copied = sink.writeMembers(stored, from.getAsLong(), at.getAsLong() - from.getAsLong());
                failed = false;
            }
            write(record, 0, copied ? 0 : record.length);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (cuts.length > 0 || begin.isPresent()) {
                held.write(bytes, from, length);
                if (cuts.length == 0 && held.size() > MOST_HELD) {
                    end(OptionalLong.empty());
                }
            } else if (length > 0 && !failed) {
                failed = true;
                sink.write(bytes, from, length);
                failed = false;
            }
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
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
    }

    /** The reader of the documents has reported everything. */
    private record Silent(FormatOptions options) implements ReadContext {
        @Override
        public void skip(String place, long number, Skipped.Reason reason, String detail) {}
    }
}
