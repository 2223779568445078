package io.whorl.store;

import io.whorl.scheme.Scheme;
import io.whorl.store.DateTable.DateScale;
import io.whorl.store.DateTable.DateWriter;
import io.whorl.store.FormTable.FormWriter;
import io.whorl.store.SegmentHeader.Section;
import io.whorl.store.SegmentWriter.DocumentWriter.DocumentWidths;
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

    private void writeTable(
            EntryRuns entries, long documents, ExecutorService threads, long memory, ScratchSpace scratch)
            throws IOException {
        if (Integer.bitCount(entries.runs()) != 1) {
            throw new IllegalArgumentException(
                    "entries has " + entries.runs() + " runs; the number must be a power of two");
        }
        end(Section.LISTS);
        int bits = scheme.hashing().bits();
        long largest = Math.max(1, documents + length[Section.LISTS.ordinal()] - 1);
        int payloadBits = 64 - Long.numberOfLeadingZeros(largest);
        try (EntryRuns second = new EntryRuns(2 * entries.runs(), memory, scratch);
                EntryRuns third = new EntryRuns(2 * entries.runs(), memory, scratch)) {
            main = TableShape.of(bits, entries.count(), payloadBits, TableShape.MAIN_LOAD);
            writeLines(Section.TABLE, main, Optional.empty(), entries, second, threads);
            overflow = TableShape.ofOverflow(bits, second.count(), payloadBits);
            writeLines(Section.OVERFLOW, overflow, Optional.of(Regions.of(overflow)), second, third, threads);
            spilled = third.count();
            begin(Section.SPILLED);
            for (EntryReader in = new EntryReader(third, 0); in.more(); in.advance()) {
                putNumber(in.minutia(), SpilledEntries.width(bits));
                putNumber(in.payload(), SpilledEntries.width(payloadBits));
            }
            end(Section.SPILLED);
        }
    }

    private void writeLines(
            Section section,
            TableShape shape,
            Optional<Regions> regions,
            EntryRuns in,
            EntryRuns left,
            ExecutorService threads)
            throws IOException {
        begin(section);
        ParallelTasks.runAll(new TableWriter(channel, position, shape, regions, in, left).tasks(), threads);
        skip(shape.bytes());
        end(section);
    }

    /** Writes the mean of ln f_t over the minutiae of each document. Documents may be families. */
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

    /** Writes the families; nothing if no documents share postings. */
    private void writeFamilies(long documents, LongUnaryOperator next) throws IOException {
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

    /** Writes the dates of the documents; nothing if no document has one. */
    private void writeDates(DocumentSource documents) throws IOException {
        DateWriter writer = new DateWriter(documents.count(), documents::date);
        if (writer.isEmpty()) {
            return;
        }
        writeEmptyBefore(Section.DATES);
        writer.write(this);
        dates = writer.scaled();
        widths = widths.date(writer.width());
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
     * What a segment holds besides its lists, its table and its documents.
     *
     * @param own the sums of the logarithms of frequencies within the segment, if they are known; otherwise a pass over
     *     the entries computes them
     * @param next next document of a family; see {@link Families}; empty if no documents share postings
     * @param others the documents of the index that are not in this segment
     * @param texts the texts of the documents, if it stores them
     * @param fingerprints the fingerprints of the documents, if it stores them
     * @param forced whether the file is forced to disk; one that is only needed while the process runs is not
     */
    public record Rest(
            Optional<LogSums> own,
            Optional<LongUnaryOperator> next,
            CollectionFrequencies others,
            Optional<StoredForms> texts,
            Optional<StoredForms> fingerprints,
            boolean forced) {
        /** Nothing else, in a file that is forced. */
        public static final Rest NONE = new Rest(
                Optional.empty(),
                Optional.empty(),
                CollectionFrequencies.none(),
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /**
     * Ends the lists, and writes everything else: the table, the documents, the rest, the checksums and the header.
     *
     * @param entries of the table, sorted; payloads in the format of {@link MinutiaTable}. Run i contains the minutiae
     *     whose top bits have the value i. The number of runs is a power of two
     * @param memory bytes of heap for data that grows with documents and lists, twice
     */
    public void finish(
            SegmentCounts counts,
            EntryRuns entries,
            DocumentSource documents,
            Rest rest,
            ExecutorService threads,
            long memory,
            ScratchSpace scratch)
            throws IOException {
        long n = documents.count();
        writeTable(entries, n, threads, memory, scratch);
        widths = DocumentWriter.write(documents, this);
        writeMeanLogs(entries, documents, rest.own, rest.next.orElse(d -> d), rest.others, threads, memory, scratch);
        if (rest.next.isPresent()) {
            writeFamilies(n, rest.next.get());
        }
        if (rest.texts.isPresent()) {
            writeEmptyBefore(Section.TEXTS);
            widths = widths.text(FormWriter.write(n, rest.texts.get(), Section.TEXTS, Section.TEXT_ENDS, this));
        }
        writeDates(documents);
        if (rest.fingerprints.isPresent()) {
            writeEmptyBefore(Section.FINGERPRINTS);
            widths = widths.fingerprint(
                    FormWriter.write(n, rest.fingerprints.get(), Section.FINGERPRINTS, Section.FINGERPRINT_ENDS, this));
        }
        writeHeader(counts);
        if (rest.forced) {
            channel.force(true);
        }
    }

    private void writeHeader(SegmentCounts counts) throws IOException {
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

    /** Writes the sections about documents, in one pass over the documents for each section. */
    static final class DocumentWriter {
        private DocumentWriter() {}

        static DocumentWidths write(DocumentSource documents, SegmentWriter out) throws IOException {
            long count = documents.count();
            long largestWords = 0;
            long largestMinutiae = 0;
            long extraBytes = 0;
            for (long i = 0; i < count; i++) {
                largestWords = Math.max(largestWords, documents.words(i));
                largestMinutiae = Math.max(largestMinutiae, documents.minutiae(i));
                extraBytes += documents.extra(i).length;
            }
            long lastBlock = writeIds(documents, out);
            DocumentWidths widths = new DocumentWidths(
                    FixedNumbers.width(lastBlock),
                    FixedNumbers.width(largestWords),
                    FixedNumbers.width(largestMinutiae),
                    FixedNumbers.width(extraBytes),
                    0,
                    0,
                    0,
                    0);
            writeBlocks(count, out, widths.block());
            out.begin(Section.WORDS);
            for (long i = 0; i < count; i++) {
                out.putNumber(documents.words(i), widths.words());
            }
            out.end(Section.WORDS);
            out.begin(Section.MINUTIAE);
            for (long i = 0; i < count; i++) {
                out.putNumber(documents.minutiae(i), widths.minutiae());
            }
            out.end(Section.MINUTIAE);
            writeExtras(documents, out, extraBytes, widths.extra());
            return widths;
        }

        /**
         * Writes the ids.
         *
         * @return the offset of the last block
         */
        private static long writeIds(DocumentSource documents, SegmentWriter out) throws IOException {
            long count = documents.count();
            long lastBlock = 0;
            byte[] numbers = new byte[2 * Varint.LONGEST];
            byte[] before = new byte[0];
            out.begin(Section.IDS);
            long start = out.here();
            for (long i = 0; i < count; i++) {
                byte[] id = documents.id(i);
                int shared = 0;
                if (i % DocumentTable.BLOCK == 0) {
                    lastBlock = out.here() - start;
                } else {
                    int mismatch = Arrays.mismatch(before, id);
                    shared = mismatch < 0 ? id.length : mismatch;
                }
                int end = Varint.put(numbers, Varint.put(numbers, 0, shared), id.length - shared);
                out.put(numbers, 0, end);
                out.put(id, shared, id.length - shared);
                before = id;
            }
            out.end(Section.IDS);
            return lastBlock;
        }

        /**
         * Writes the offsets of the blocks of ids. Reads the ids back, because collecting the offsets would take heap
         * proportional to the documents.
         */
        private static void writeBlocks(long count, SegmentWriter out, int width) throws IOException {
            out.begin(Section.ID_BLOCKS);
            if (count > 0) {
                Varint.Reader in = new Varint.Reader(out.read(Section.IDS), 0);
                for (long i = 0; i < count; i++) {
                    if (i % DocumentTable.BLOCK == 0) {
                        out.putNumber(in.at(), width);
                    }
                    in.next();
                    in.skip(in.next());
                }
            }
            out.end(Section.ID_BLOCKS);
        }

        private static void writeExtras(DocumentSource documents, SegmentWriter out, long extraBytes, int width)
                throws IOException {
            out.begin(Section.EXTRAS);
            for (long i = 0; i < documents.count() && extraBytes > 0; i++) {
                out.put(documents.extra(i));
            }
            out.end(Section.EXTRAS);
            out.begin(Section.EXTRA_ENDS);
            long end = 0;
            for (long i = 0; i < documents.count() && extraBytes > 0; i++) {
                end += documents.extra(i).length;
                out.putNumber(end, width);
            }
            out.end(Section.EXTRA_ENDS);
        }

        /**
         * The bytes of each kind of number about documents, 1 to 8.
         *
         * @param block offset of a block of ids
         * @param words words of a document after filtering
         * @param minutiae distinct minutiae of a document
         * @param extra end offset of the extra of a document
         * @param family next document of a family; 0 if no documents share postings
         * @param text end offset of the text of a document; 0 if no texts are stored
         * @param date date of a document; 0 if no document has one
         * @param fingerprint end offset of the fingerprint of a document; 0 if no fingerprints are stored
         */
        record DocumentWidths(
                int block, int words, int minutiae, int extra, int family, int text, int date, int fingerprint) {
            boolean valid() {
                return valid(block)
                        && valid(words)
                        && valid(minutiae)
                        && valid(extra)
                        && (family == 0 || valid(family))
                        && (text == 0 || valid(text))
                        && (date == 0 || valid(date))
                        && (fingerprint == 0 || valid(fingerprint));
            }

            DocumentWidths family(int width) {
                return new DocumentWidths(block, words, minutiae, extra, width, text, date, fingerprint);
            }

            DocumentWidths text(int width) {
                return new DocumentWidths(block, words, minutiae, extra, family, width, date, fingerprint);
            }

            DocumentWidths date(int width) {
                return new DocumentWidths(block, words, minutiae, extra, family, text, width, fingerprint);
            }

            DocumentWidths fingerprint(int width) {
                return new DocumentWidths(block, words, minutiae, extra, family, text, date, width);
            }

            private static boolean valid(int width) {
                return width >= 1 && width <= 8;
            }
        }
    }
}
