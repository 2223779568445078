package io.whorl.store;

import io.whorl.scheme.Scheme;
import io.whorl.store.DateTable.DateScale;
import io.whorl.store.DateTable.DateWriter;
import io.whorl.store.DocumentWriter.DocumentWidths;
import io.whorl.store.FormTable.FormWriter;
import io.whorl.store.SegmentHeader.Section;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.LongUnaryOperator;

/**
 * Writes a segment file, section by section in file order: the lists, the table, the documents, their texts, dates and
 * fingerprints, then {@link #finish}. The header is written last, so that an incomplete file is not a segment. One
 * thread at a time.
 */
public final class SegmentWriter implements Closeable {
    /** Minimum number of runs of entries: overflow is merged by the leading byte. */
    public static final int LEAST_RUNS = Rotation.RUNS;

    private static final int BUFFER = 1 << 18;

    private final FileChannel channel;
    private final Scheme scheme;
    private final long[] offset = new long[Section.values().length];
    private final long[] length = new long[Section.values().length];
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final List<FileMapping> mappings = new ArrayList<>();
    private long position = SegmentHeader.SIZE;
    private TableShape main;
    private TableShape overflow;
    private long spilled;
    /** The section that was begun last. */
    private int last;

    private DocumentWidths widths;
    private DateScale dates = DateScale.NONE;
    /** Documents of the other segments of the index, which the mean logarithms count. */
    private long others;

    /** @param file path of the new file; replaces an existing file */
    public SegmentWriter(Path file, Scheme scheme) throws IOException {
        this.scheme = scheme;
        channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            begin(Section.SCHEME);
            put(scheme.toJson().getBytes(StandardCharsets.UTF_8));
            end(Section.SCHEME);
            begin(Section.LISTS);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Appends a list in the format of {@link DocumentLists}.
     *
     * @return its place
     */
    public long addList(byte[] bytes, int from, int count) throws IOException {
        long place = listBytes();
        put(bytes, from, count);
        return place;
    }

    /** The bytes of the lists written so far. */
    public long listBytes() {
        return here() - offset[Section.LISTS.ordinal()];
    }

    /** Reads back some bytes of the lists. */
    public void readLists(long place, byte[] to, int count) throws IOException {
        long from = offset[Section.LISTS.ordinal()] + place;
        if (from + count > position) {
            flush();
        }
        Channels.readFully(channel, ByteBuffer.wrap(to, 0, count), from);
    }

    /**
     * Ends the lists and writes the table.
     *
     * @param entries sorted; payloads in the format of {@link MinutiaTable}. Run i contains the minutiae whose top bits
     *     have the value i. The number of runs is a power of two, at least {@value #LEAST_RUNS}
     * @param documents number of documents of the segment
     * @param scratch space for entries that overflow
     */
    public void writeTable(
            EntryRuns entries, long documents, ExecutorService threads, long memory, ScratchSpace scratch)
            throws IOException {
        if (entries.runs() < LEAST_RUNS || Integer.bitCount(entries.runs()) != 1) {
            throw new IllegalArgumentException("entries has " + entries.runs()
                    + " runs; the number must be a power of two, at least " + LEAST_RUNS);
        }
        end(Section.LISTS);
        int bits = scheme.hashing().bits();
        long largest = Math.max(1, documents + length[Section.LISTS.ordinal()] - 1);
        int payloadBits = 64 - Long.numberOfLeadingZeros(largest);
        try (EntryRuns second = new EntryRuns(2 * entries.runs(), memory, scratch)) {
            main = TableShape.of(bits, entries.count(), payloadBits, TableShape.MAIN_LOAD);
            begin(Section.TABLE);
            ParallelTasks.runAll(new TableWriter(channel, position, main, entries, second).tasks(), threads);
            skip(main.bytes());
            end(Section.TABLE);
            try (EntryRuns rotated = RotationSort.sort(second, bits, memory, scratch, threads);
                    EntryRuns third = new EntryRuns(2 * rotated.runs(), memory, scratch)) {
                writeOverflow(rotated, third, payloadBits, threads);
            }
        }
    }

    private void writeOverflow(EntryRuns rotated, EntryRuns left, int payloadBits, ExecutorService threads)
            throws IOException {
        int bits = scheme.hashing().bits();
        overflow = TableShape.of(bits, rotated.count(), payloadBits, TableShape.OVERFLOW_LOAD);
        begin(Section.OVERFLOW);
        ParallelTasks.runAll(new TableWriter(channel, position, overflow, rotated, left).tasks(), threads);
        skip(overflow.bytes());
        end(Section.OVERFLOW);
        spilled = left.count();
        begin(Section.SPILLED);
        EntryReader in = new EntryReader(left, 0);
        for (; in.more(); in.advance()) {
            putNumber(in.minutia(), SpilledEntries.width(bits));
            putNumber(in.payload(), SpilledEntries.width(payloadBits));
        }
        end(Section.SPILLED);
    }

    /** Writes the documents; see {@link DocumentSource}. */
    public void writeDocuments(DocumentSource documents) throws IOException {
        widths = DocumentWriter.write(documents, this);
    }

    /**
     * Writes the mean of ln f_t over the minutiae of each document, after the documents. Documents may be families.
     *
     * @param entries the entries of the table
     * @param next next document of a family; see {@link Families}
     * @param others documents of the index that are not in this segment
     * @param threads for looking minutiae up in the other segments
     * @param memory bytes of heap for data that grows with documents and lists
     */
    public void writeMeanLogs(
            EntryRuns entries,
            DocumentSource documents,
            LongUnaryOperator next,
            CollectionFrequencies others,
            ExecutorService threads,
            long memory,
            ScratchSpace scratch)
            throws IOException {
        writeMeanLogs(entries, documents, Optional.empty(), next, others, threads, memory, scratch);
    }

    /**
     * The same for a caller that knows the sums within the segment, which has no families.
     *
     * @param own the sums of all minutiae
     */
    public void writeMeanLogs(
            EntryRuns entries,
            DocumentSource documents,
            LogSums own,
            CollectionFrequencies others,
            ExecutorService threads,
            long memory,
            ScratchSpace scratch)
            throws IOException {
        writeMeanLogs(entries, documents, Optional.of(own), d -> d, others, threads, memory, scratch);
    }

    private void writeMeanLogs(
            EntryRuns entries,
            DocumentSource documents,
            Optional<LogSums> own,
            LongUnaryOperator next,
            CollectionFrequencies elsewhere,
            ExecutorService threads,
            long memory,
            ScratchSpace scratch)
            throws IOException {
        DocumentLists lists = new DocumentLists(read(Section.LISTS), documents.count(), scheme.frequencies());
        others = elsewhere.documents();
        begin(Section.MEAN_LOGS);
        new MeanLogWriter(entries, lists, documents, scheme.hashing().bits(), elsewhere)
                .write(this, own, next, threads, memory, scratch);
        end(Section.MEAN_LOGS);
    }

    /**
     * Writes the families, after the mean logarithms; writes nothing if no documents share postings.
     *
     * @param documents number of documents
     * @param next next document of a family; see {@link Families}
     */
    public void writeFamilies(long documents, LongUnaryOperator next) throws IOException {
        long alone = 0;
        while (alone < documents && next.applyAsLong(alone) == alone) {
            alone++;
        }
        if (alone == documents) {
            return;
        }
        widths = widths.family(FixedNumbers.width(documents - 1));
        begin(Section.FAMILIES);
        for (long i = 0; i < documents; i++) {
            putNumber(next.applyAsLong(i), widths.family());
        }
        end(Section.FAMILIES);
    }

    /**
     * Writes the texts of the documents, after the families.
     *
     * @param documents number of documents
     */
    public void writeTexts(long documents, StoredForms texts) throws IOException {
        writeEmptyBefore(Section.TEXTS);
        widths = widths.text(FormWriter.write(documents, texts, Section.TEXTS, Section.TEXT_ENDS, this));
    }

    /** Writes the dates of the documents, after the texts; writes nothing if no document has one. */
    public void writeDates(DocumentSource documents) throws IOException {
        DateWriter writer = new DateWriter(documents.count(), documents::date);
        if (writer.isEmpty()) {
            return;
        }
        writeEmptyBefore(Section.DATES);
        writer.write(this);
        dates = writer.scaled();
        widths = widths.date(writer.width());
    }

    /**
     * Writes the fingerprints of the documents, after the dates.
     *
     * @param documents number of documents
     */
    public void writeFingerprints(long documents, StoredForms fingerprints) throws IOException {
        writeEmptyBefore(Section.FINGERPRINTS);
        widths = widths.fingerprint(
                FormWriter.write(documents, fingerprints, Section.FINGERPRINTS, Section.FINGERPRINT_ENDS, this));
    }

    /** Writes the sections that do not exist, but come before one that does. */
    private void writeEmptyBefore(Section section) throws IOException {
        while (last + 1 < section.ordinal()) {
            Section empty = Section.values()[last + 1];
            begin(empty);
            end(empty);
        }
    }

    /**
     * Writes the checksums and the header, and forces the file.
     *
     * @return its length
     */
    public long finish(SegmentCounts counts) throws IOException {
        long end = finishScratch(counts);
        channel.force(true);
        return end;
    }

    /** {@link #finish} without forcing the file, for a file that is not needed after this process. */
    public long finishScratch(SegmentCounts counts) throws IOException {
        flush();
        Arrays.fill(offset, SegmentHeader.sections(widths), offset.length, position);
        int checksum = CheckedFile.append(channel, SegmentHeader.SIZE + length[Section.SCHEME.ordinal()], position);
        long end = CheckedFile.length(position);
        SegmentHeader header = new SegmentHeader(
                end,
                counts,
                scheme.hashing().bits(),
                scheme.frequencies(),
                main,
                overflow,
                spilled,
                widths,
                others,
                dates,
                offset,
                length,
                Checksum.of(scheme.toJson().getBytes(StandardCharsets.UTF_8)),
                checksum);
        Channels.writeFully(channel, header.encode(), 0);
        return end;
    }

    /** Maps a section that has been written, until {@link #close}. */
    MappedBytes read(Section section) throws IOException {
        flush();
        FileMapping mapping = FileMapping.counted(channel, new byte[0], channel.size());
        mappings.add(mapping);
        return mapping.bytes(offset[section.ordinal()], length[section.ordinal()], MappedBytes.PART_BITS);
    }

    void begin(Section section) throws IOException {
        long aligned = (here() + TableShape.LINE - 1) / TableShape.LINE * TableShape.LINE;
        while (here() < aligned) {
            putNumber(0, 1);
        }
        flush();
        offset[section.ordinal()] = position;
        last = section.ordinal();
    }

    void end(Section section) throws IOException {
        flush();
        length[section.ordinal()] = position - offset[section.ordinal()];
    }

    void put(byte[] bytes) throws IOException {
        put(bytes, 0, bytes.length);
    }

    void put(byte[] bytes, int from, int count) throws IOException {
        for (int done = 0; done < count; ) {
            if (!out.hasRemaining()) {
                flush();
            }
            int n = Math.min(out.remaining(), count - done);
            out.put(bytes, from + done, n);
            done += n;
        }
    }

    /** Writes the low bytes of a number. */
    void putNumber(long value, int width) throws IOException {
        if (out.remaining() < 8) {
            flush();
        }
        out.putLong(value);
        out.position(out.position() - 8 + width);
    }

    /** The offset of the next byte. */
    long here() {
        return position + out.position();
    }

    private void skip(long bytes) {
        position += bytes;
    }

    private void flush() throws IOException {
        out.flip();
        int n = out.remaining();
        Channels.writeFully(channel, out, position);
        position += n;
        out.clear();
    }

    @Override
    public void close() throws IOException {
        mappings.forEach(FileMapping::release);
        mappings.clear();
        channel.close();
    }
}
