package io.whorl.store;

import io.whorl.LimitExceededException;
import io.whorl.concurrent.QueryPriority;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.DocumentTable.FormTable;
import io.whorl.store.EntryRuns.EntryReader;
import io.whorl.store.MappedBytes.FixedNumbers;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.SegmentHeader.Extent;
import io.whorl.store.SegmentHeader.Section;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/**
 * Writes a segment file, section by section in file order. One thread at a time.
 *
 * <pre>
 * header │ scheme │ lists │ table, overflow │ ids, words, … │ texts │ dates │ fingerprints │ checksums of blocks
 * </pre>
 *
 * <ol>
 *   <li>The header is written last, so that an incomplete file is not a segment.
 *   <li>All lists come before the table, because their number decides how wide a payload is.
 *   <li>A section is one range. Bytes that were written do not change.
 * </ol>
 */
public final class SegmentWriter implements Closeable {
    private static final int BUFFER = 1 << 18;
    /** Groups for mean logarithms. Each decodes most lists, so more would only help many more threads. */
    private static final int MOST_GROUPS = 4;

    /** The bytes of a file that is forced before its header is. For a smaller one, a second force would cost time. */
    private static final long FORCED_EARLY = 1 << 24;

    /** The maximum number of lists; so the number of a list is an unsigned int. */
    public static final long MOST_LISTS = (1L << Integer.SIZE) - 1;

    private final Path file;
    private final FileChannel channel;
    private final Scheme scheme;
    private final List<Extent> sections = new ArrayList<>();

    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    private final List<FileMapping> mappings = new ArrayList<>();
    private long position = SegmentHeader.SIZE;
    private TableShape shape;
    private long overflow;
    private long lists;

    /** @param file path of the new file; replaces an existing file */
    public SegmentWriter(Path file, Scheme scheme) throws IOException {
        this.file = file;
        this.scheme = scheme;
        channel = Channels.createNew(file);
        Channels.orElse(channel, () -> {
            begin(Section.SCHEME);
            put(scheme.toJson().getBytes(StandardCharsets.UTF_8));
            end(Section.SCHEME, 0);
            begin(Section.LISTS);
            return this;
        });
    }

    /**
     * Appends a list in the format of {@link DocumentLists}.
     *
     * @return its number
     */
    public long addList(byte[] bytes, int from, int count) throws IOException {
        LimitExceededException.require("distinct lists of documents", lists, MOST_LISTS, "build several indexes");
        put(bytes, from, count);
        return lists++;
    }

    public long listBytes() {
        return here() - extent(Section.LISTS).offset();
    }

    public void readLists(long place, byte[] to, int count) throws IOException {
        long from = extent(Section.LISTS).offset() + place;
        if (from + count > position) {
            flush();
        }
        Channels.readFully(channel, ByteBuffer.wrap(to, 0, count), from);
    }

    private void writeTable(
            EntryRuns entries, long documents, ParallelTasks.Runner threads, long memory, ScratchSpace scratch)
            throws IOException {
        if (Integer.bitCount(entries.runs()) != 1) {
            throw new IllegalArgumentException(
                    "entries has " + entries.runs() + " runs; the number must be a power of two");
        }
        end(Section.LISTS, 0);
        begin(Section.LIST_STARTS);
        long starts =
                position + lists * FixedNumbers.width(extent(Section.LISTS).length());
        long table = (starts + TableShape.LINE - 1) / TableShape.LINE * TableShape.LINE;
        int bits = scheme.hashing().bits();
        try (EntryRuns overflowing = new EntryRuns(entries.runs(), memory, scratch)) {
            long largest = Math.max(1, documents + lists - 1);
            int payloadBits = 64 - Long.numberOfLeadingZeros(largest);
            shape = TableShape.of(bits, entries.count(), payloadBits);
            List<ParallelTasks.Task> tasks = new ArrayList<>();
            tasks.add(this::writeListStarts);
            tasks.addAll(new TableWriter(channel, table, shape, entries, overflowing).tasks());
            threads.runAll(tasks);
            position = table + shape.bytes();
            end(Section.TABLE, 0);
            overflow = overflowing.count();
            begin(Section.OVERFLOW);
            OverflowTable.writeEntries(overflowing, bits, payloadBits, this::putNumber);
            end(Section.OVERFLOW, 0);
            int width = FixedNumbers.width(overflow);
            begin(Section.OVERFLOW_STARTS);
            OverflowTable.writeStarts(overflowing, bits, width, this::putNumber);
            end(Section.OVERFLOW_STARTS, width);
        }
    }

    /** Writes the starts of the lists, and begins the table, which other threads write meanwhile. */
    private void writeListStarts() throws IOException {
        writeOffsets(Section.LISTS, Section.LIST_STARTS, lists, in -> {
            for (long left = in.next() * (scheme.frequencies() ? 2 : 1); left > 0; left--) {
                in.next();
            }
        });
        begin(Section.TABLE);
    }

    /**
     * Writes the offsets of the records of a section. Reads the records back, because collecting the offsets would take
     * heap proportional to their number.
     *
     * @param skip reads a record
     */
    private void writeOffsets(Section records, Section offsets, long count, Consumer<Varint.Reader> skip)
            throws IOException {
        MappedBytes bytes = read(records);
        int width = FixedNumbers.width(bytes.length());
        Varint.Reader in = new Varint.Reader(bytes, 0);
        putNumbers(offsets, count, width, i -> {
            long at = in.at();
            skip.accept(in);
            return at;
        });
    }

    /** Writes the families; nothing if no documents share postings. */
    private void writeFamilies(long documents, LongUnaryOperator next) throws IOException {
        long alone = 0;
        while (alone < documents && next.applyAsLong(alone) == alone) {
            alone++;
        }
        if (alone < documents) {
            putNumbers(Section.FAMILIES, documents, FixedNumbers.width(documents - 1), next);
        }
    }

    /** Writes the dates; nothing if no document has one. */
    private void writeDates(DocumentSource documents) throws IOException {
        long largest = 0;
        for (long i = 0; i < documents.count(); i++) {
            largest = Math.max(largest, DocumentTable.dateNumber(documents.date(i)));
        }
        if (largest > 0) {
            int width = FixedNumbers.width(largest);
            putNumbers(Section.DATES, documents.count(), width, i -> DocumentTable.dateNumber(documents.date(i)));
        }
    }

    /**
     * What a segment holds besides its lists, its table and its documents.
     *
     * @param next next document of a family; see {@link DocumentTable.Families}; empty if no documents share postings
     * @param stored what it stores of the documents
     * @param forced whether the file is forced to disk; one that is only needed while the process runs is not
     */
    public record Rest(Optional<LongUnaryOperator> next, StoredKinds stored, boolean forced) {}

    /**
     * Ends the lists, and writes everything else: the table, the documents, the rest, the checksums and the header.
     *
     * @param singletons minutiae that one document holds
     * @param sums of ln f_t of each document within the segment; if empty, a pass over the entries adds them up
     * @param entries of the table, sorted; payloads in the format of {@link MinutiaTable}. Run i contains the minutiae
     *     whose top bits have the value i. The number of runs is a power of two
     * @param memory bytes of heap for data that grows with documents and lists, twice
     */
    public SegmentCounts finish(
            long singletons,
            long postings,
            Optional<long[]> sums,
            EntryRuns entries,
            DocumentSource documents,
            Rest rest,
            ParallelTasks.Runner threads,
            long memory,
            ScratchSpace scratch)
            throws IOException {
        long n = documents.count();
        writeTable(entries, n, threads, memory, scratch);
        long words = writeDocuments(documents);
        writeMeanLogs(sums, entries, documents, rest.next.orElse(d -> d), threads, memory, scratch);
        if (rest.next.isPresent()) {
            writeFamilies(n, rest.next.get());
        }
        if (rest.stored.texts()) {
            FormTable.write(documents, Form.TEXT, this);
        }
        writeDates(documents);
        if (rest.stored.fingerprints()) {
            FormTable.write(documents, Form.FINGERPRINT, this);
        }
        SegmentCounts counts = new SegmentCounts(n, words, entries.count(), singletons, postings);
        writeHeader(counts, beside(entries, rest.forced, threads));
        if (rest.forced) {
            QueryPriority.pause();
            channel.force(true);
        }
        return counts;
    }

    /** Runs tasks, and beside them forces a large file and frees the scratch file of the entries, which take long. */
    private ParallelTasks.Runner beside(EntryRuns entries, boolean forced, ParallelTasks.Runner threads) {
        return tasks -> {
            List<ParallelTasks.Task> all = new ArrayList<>();
            if (forced && position > FORCED_EARLY) {
                all.add(() -> {
                    QueryPriority.pause();
                    channel.force(false);
                });
            }
            all.add(entries::close);
            all.addAll(tasks);
            threads.runAll(all);
        };
    }

    private void writeHeader(SegmentCounts counts, ParallelTasks.Runner threads) throws IOException {
        begin(Section.FINGERPRINT_ENDS);
        int checksum = CheckedFile.append(
                file, channel, SegmentHeader.SIZE + extent(Section.SCHEME).length(), position, threads);
        SegmentHeader header = new SegmentHeader(
                counts,
                scheme.frequencies(),
                shape,
                overflow,
                List.copyOf(sections),
                Checksum.of(scheme.toJson().getBytes(StandardCharsets.UTF_8)),
                checksum);
        Channels.writeFully(channel, header.encode(), 0);
    }

    /** Maps a section that has been written, until {@link #close}. */
    MappedBytes read(Section section) throws IOException {
        flush();
        FileMapping mapping = FileMapping.of(channel, new byte[0], channel.size(), true);
        mappings.add(mapping);
        return mapping.bytes(extent(section).offset(), extent(section).length(), MappedBytes.PART_BITS);
    }

    private Extent extent(Section section) {
        return sections.get(section.ordinal());
    }

    /** Begins a section. Those before it that were not begun are empty. */
    void begin(Section section) throws IOException {
        while (sections.size() <= section.ordinal()) {
            while (here() % TableShape.LINE != 0) {
                putNumber(0, 1);
            }
            sections.add(new Extent(here(), 0, 0));
        }
        flush();
    }

    /** @param width bytes of its numbers; 0 if it does not consist of numbers */
    void end(Section section, int width) throws IOException {
        flush();
        long offset = extent(section).offset();
        sections.set(section.ordinal(), new Extent(offset, position - offset, width));
    }

    void putNumbers(Section section, long count, int width, LongUnaryOperator numbers) throws IOException {
        begin(section);
        for (long i = 0; i < count; i++) {
            putNumber(numbers.applyAsLong(i), width);
        }
        end(section, width);
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

    private void flush() throws IOException {
        QueryPriority.step();
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

    /** Writes the sections about documents, in one pass over the documents for each section. Returns their words. */
    private long writeDocuments(DocumentSource documents) throws IOException {
        long count = documents.count();
        long words = 0;
        long largestWords = 0;
        long largestMinutiae = 0;
        for (long i = 0; i < count; i++) {
            words += documents.words(i);
            largestWords = Math.max(largestWords, documents.words(i));
            largestMinutiae = Math.max(largestMinutiae, documents.minutiae(i));
        }
        writeIds(documents);
        long idsEnd = extent(Section.IDS).length();
        long blocks = (count + DocumentTable.BLOCK - 1) / DocumentTable.BLOCK;
        writeOffsets(Section.IDS, Section.ID_BLOCKS, blocks, in -> {
            for (int i = 0; i < DocumentTable.BLOCK && in.at() < idsEnd; i++) {
                in.next();
                in.skip(in.next());
            }
        });
        putNumbers(Section.WORDS, count, FixedNumbers.width(largestWords), documents::words);
        putNumbers(Section.MINUTIAE, count, FixedNumbers.width(largestMinutiae), documents::minutiae);
        FormTable.write(documents, Form.EXTRA, this);
        return words;
    }

    private void writeIds(DocumentSource documents) throws IOException {
        byte[] numbers = new byte[2 * Varint.LONGEST];
        byte[] before = new byte[0];
        begin(Section.IDS);
        for (long i = 0; i < documents.count(); i++) {
            byte[] id = documents.id(i);
            int mismatch = i % DocumentTable.BLOCK == 0 ? 0 : Arrays.mismatch(before, id);
            int shared = mismatch < 0 ? id.length : mismatch;
            int end = Varint.put(numbers, Varint.put(numbers, 0, shared), id.length - shared);
            put(numbers, 0, end);
            put(id, shared, id.length - shared);
            before = id;
        }
        end(Section.IDS, 0);
    }

    /**
     * Writes the weight data of each document: the mean of ln f_t over its minutiae (docs/FORMAT.md, "Mean
     * logarithms"). The frequencies are those within the segment.
     *
     * @param own the sums of each document, if they are known
     */
    private void writeMeanLogs(
            Optional<long[]> own,
            EntryRuns entries,
            DocumentSource documents,
            LongUnaryOperator next,
            ParallelTasks.Runner threads,
            long memory,
            ScratchSpace scratch)
            throws IOException {
        long count = documents.count();
        begin(Section.MEAN_LOGS);
        try (ScratchArrays arrays = new ScratchArrays(memory / 2, scratch)) {
            ScratchLongs sums = arrays.longs(count);
            for (int d = 0; d < count && own.isPresent(); d++) {
                sums.set(d, own.get()[d]);
            }
            if (own.isEmpty()) {
                addLogs(sums, count, entries, threads, memory / 3, arrays);
            }
            for (long d = 0; d < count; d++) {
                long follower = next.applyAsLong(d);
                if (follower > d) {
                    // An alias is in no list; it has the postings of the first document of its family.
                    sums.set(follower, sums.get(d));
                }
                putNumber(LogFrequency.mean(sums.get(d), documents.minutiae(d)), DocumentTable.MEAN_LOG);
            }
        }
        end(Section.MEAN_LOGS, DocumentTable.MEAN_LOG);
    }

    /**
     * Adds up the logarithms of the lists of all entries, in as many groups of runs as fit the memory with sums and
     * counts of their own. Counts the minutiae of each list first, so that a group decodes it once. The sums are whole
     * numbers, so their order does not matter.
     */
    private void addLogs(
            ScratchLongs sums,
            long count,
            EntryRuns entries,
            ParallelTasks.Runner threads,
            long memory,
            ScratchArrays arrays)
            throws IOException {
        int width = extent(Section.LIST_STARTS).width();
        FixedNumbers starts = new FixedNumbers(read(Section.LIST_STARTS), width);
        DocumentLists all = new DocumentLists(read(Section.LISTS), starts, count, scheme.frequencies());
        long most = LogFrequency.most(count);
        long perGroup = Math.max(1, count * Long.BYTES + lists * Integer.BYTES);
        int groups = (int) Math.max(1, Math.min(Math.min(MOST_GROUPS, entries.runs()), memory / perGroup));
        List<ParallelTasks.Task> tasks = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            ScratchArrays its = groups == 1 ? arrays : arrays.another();
            ScratchLongs own = groups == 1 ? sums : its.longs(count);
            ScratchInts minutiae = its.cells(lists);
            EntryReader in = entries.reader(entries.runs() * i / groups, entries.runs() * (i + 1) / groups);
            tasks.add(() -> {
                for (; in.more(); in.advance()) {
                    if (in.payload() >= count) {
                        minutiae.add(in.payload() - count, 1);
                    }
                }
                DocumentLists.Cursor list = null;
                for (long number = 0; number < lists; number++) {
                    if (minutiae.get(number) > 0) {
                        list = all.cursor(list, number);
                        long logs = Math.min(most, LogFrequency.of(list.remaining())) * minutiae.get(number);
                        while (list.next()) {
                            own.add(list.document(), logs);
                        }
                    }
                }
                synchronized (sums) {
                    for (long d = 0; d < count && own != sums; d++) {
                        sums.add(d, own.get(d));
                    }
                }
            });
        }
        threads.runAll(tasks);
    }
}
