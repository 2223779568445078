package io.whorl.corpus;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.internal.io.RecordCopier;
import io.whorl.corpus.internal.record.RecordFormats;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.LongPredicate;

/** A file of a source whose records can be copied one by one. Made by {@link RecordFiles}. One thread at a time. */
public final class RecordFile implements Closeable {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** What a file contains. */
    public enum Content {
        /** Records that can be copied one by one: JSON objects that are not in an array, or rows of CSV or TSV. */
        RECORDS,
        /** One document, which is the file as a whole. */
        DOCUMENT,
        /** Parts that cannot be copied one by one, such as those of an archive. */
        PARTS
    }

    private final List<Closeable> open = new ArrayList<>();
    private final StringJoiner compressions = new StringJoiner(" in ");
    private Content content = Content.DOCUMENT;
    private String format = "";
    private Optional<RecordCopier> copier = Optional.empty();
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
        meter.beginFile(Files.size(file));
        InputStream in = CountingStream.open(file, meter);
        open.add(in);
        ReadContext context = new Silent(options.formats());
        String name = DocumentNames.file(file);
        PartStream body = new PartStream(in, Meter.unlimited());
        while (true) {
            Head head = new Head(name, "", body.head());
            Optional<ContainerFormat> container = formats.container(head);
            Part part = new Part(file.toString(), name, Optional.of(name), "", body, Optional.of(file));
            if (container.isEmpty()) {
                return;
            }
            if (!container.get().isCompression()) {
                contain(container.get(), head, part);
                return;
            }
            compressions.add(container.get().name());
            PartReader reader = container.get().open(part, context);
            open.add(reader);
            Part inside = reader.next().orElseThrow(() -> new IOException("it is empty"));
            name = inside.name();
            body = new PartStream(inside.body(), meter);
        }
    }

    private void contain(ContainerFormat container, Head head, Part part) throws IOException {
        format = container.name();
        content = Content.PARTS;
        marked = head.startsWith(0xef, 0xbb, 0xbf);
        if (marked) {
            part.body().readNBytes(BYTE_ORDER_MARK.length);
        }
        copier = RecordFormats.copier(container, part);
        if (copier.isPresent()) {
            content = Content.RECORDS;
        }
    }

    /** {@return what the file contains} */
    public Content content() {
        return content;
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
     * Copies the records that are kept, uncompressed and byte for byte, each with the bytes up to the next record, and
     * everything before the first record. Call it once, for {@link Content#RECORDS}. Takes a few buffers of memory.
     *
     * @param keeps is asked once for each record, in order, by its number from 1. This is the number at the end of
     *     {@link Document#place}; the first row of a table is number 1 too
     * @param out receives the bytes
     * @param mark whether to copy a byte order mark too
     * @return why the file cannot be read to its end, if it breaks off; what precedes is copied
     * @throws IOException if the output cannot be written
     */
    public Optional<String> copy(LongPredicate keeps, OutputStream out, boolean mark) throws IOException {
        RecordCopier records = copier.orElseThrow(() -> new IllegalStateException("the file has no records to copy"));
        if (marked && mark) {
            out.write(BYTE_ORDER_MARK);
        }
        Output checked = new Output(out);
        try {
            records.copy(keeps, checked);
            return Optional.empty();
        } catch (IOException e) {
            if (checked.failed) {
                throw e;
            }
            return Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        open.clear();
    }

    /** Tells a failure of the output from one of the file. */
    private static final class Output extends OutputStream {
        private final OutputStream out;
        private boolean failed;

        Output(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            failed = true;
            out.write(bytes, from, length);
            failed = false;
        }
    }

    /** The reader of the documents has reported everything. */
    private record Silent(FormatOptions options) implements ReadContext {
        @Override
        public void skip(String place, Skipped.Reason reason, String detail) {}
    }
}
