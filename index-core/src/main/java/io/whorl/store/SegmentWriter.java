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
import java.util.concurrent.Callable;
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

    private void writeTable(
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
     *     whose top bits have the value i. The number of runs is a power of two, at least {@value #LEAST_RUNS}
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

    /**
     * Sorts entries by their rotated minutiae ({@link Rotation}) in memory: one pass deals them to 256 groups by the
     * leading byte, and threads sort the groups. Used once.
     */
    static final class RotationSort {
        private static final int ENTRY = 2 * Long.BYTES;
        private static final int BLOCK = 1 << 10;
        private static final int DIGIT = 11;
        private static final int DIGIT_MASK = (1 << DIGIT) - 1;

        private final int bits;
        private final long[] rotated;
        private final long[] payloads;
        private final int[] start = new int[Rotation.RUNS + 1];

        private RotationSort(EntryRuns entries, int bits) throws IOException {
            this.bits = bits;
            rotated = new long[(int) entries.count()];
            payloads = new long[rotated.length];
            long[] blockMinutiae = new long[BLOCK];
            long[] blockPayloads = new long[BLOCK];
            for (int run = 0; run < entries.runs(); run++) {
                for (long from = 0, n; (n = entries.read(run, from, blockMinutiae, blockPayloads)) > 0; from += n) {
                    for (int i = 0; i < n; i++) {
                        start[group(Rotation.rotate(blockMinutiae[i], bits)) + 1]++;
                    }
                }
            }
            for (int g = 0; g < Rotation.RUNS; g++) {
                start[g + 1] += start[g];
            }
            int[] place = Arrays.copyOf(start, Rotation.RUNS);
            for (int run = 0; run < entries.runs(); run++) {
                for (long from = 0, n; (n = entries.read(run, from, blockMinutiae, blockPayloads)) > 0; from += n) {
                    for (int i = 0; i < n; i++) {
                        long minutia = Rotation.rotate(blockMinutiae[i], bits);
                        int at = place[group(minutia)]++;
                        rotated[at] = minutia;
                        payloads[at] = blockPayloads[i];
                    }
                }
            }
        }

        /**
         * Sorts entries; if they do not fit the memory, by {@link RotationMerge}.
         *
         * @param entries in a multiple of 256 runs, split by the leading bits of the minutiae
         * @param memory bytes of heap for sorting, and as many for the result, which then goes to a scratch file
         * @return the same entries with rotated minutiae in 256 runs, one for each leading byte, in ascending order
         */
        static EntryRuns sort(EntryRuns entries, int bits, long memory, ScratchSpace scratch, ExecutorService threads)
                throws IOException {
            if (entries.count() > Math.min(memory / ENTRY, Integer.MAX_VALUE - 8)) {
                return RotationMerge.merge(entries, bits, memory, scratch);
            }
            RotationSort sort = new RotationSort(entries, bits);
            EntryRuns out = new EntryRuns(Rotation.RUNS, memory, scratch);
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int g = 0; g < Rotation.RUNS; g++) {
                int group = g;
                if (sort.start[g] < sort.start[g + 1]) {
                    tasks.add(() -> {
                        sort.put(group, out);
                        return null;
                    });
                }
            }
            try {
                ParallelTasks.runAll(tasks, threads);
                return out;
            } catch (IOException | RuntimeException e) {
                out.close();
                throw e;
            }
        }

        private int group(long minutia) {
            return (int) (minutia >>> (bits - Byte.SIZE));
        }

        /** Sorts a group, from the least significant digit, and writes it to its run. */
        private void put(int group, EntryRuns out) throws IOException {
            long[] keys = Arrays.copyOfRange(rotated, start[group], start[group + 1]);
            long[] values = Arrays.copyOfRange(payloads, start[group], start[group + 1]);
            long[] otherKeys = new long[keys.length];
            long[] otherValues = new long[keys.length];
            int[] place = new int[1 << DIGIT];
            for (int shift = 0; shift < bits - Byte.SIZE; shift += DIGIT) {
                Arrays.fill(place, 0);
                for (long key : keys) {
                    place[(int) (key >>> shift) & DIGIT_MASK]++;
                }
                int sum = 0;
                for (int d = 0; d < place.length; d++) {
                    int count = place[d];
                    place[d] = sum;
                    sum += count;
                }
                for (int i = 0; i < keys.length; i++) {
                    int to = place[(int) (keys[i] >>> shift) & DIGIT_MASK]++;
                    otherKeys[to] = keys[i];
                    otherValues[to] = values[i];
                }
                long[] swap = keys;
                keys = otherKeys;
                otherKeys = swap;
                swap = values;
                values = otherValues;
                otherValues = swap;
            }
            out.put(group, keys, values, keys.length);
        }

        /**
         * Sorts entries by their rotated minutiae ({@link Rotation}). The two orders agree among minutiae with the same
         * leading byte, so merging the 256 groups is enough. A tournament tree of 256 readers, in memory that does not
         * grow with the entries. Used once.
         */
        private static final class RotationMerge {
            /** Entries to put into a run of the result at a time. */
            private static final int PIECE = 1 << 12;

            private static final int READERS = Rotation.RUNS;
            /**
             * Greater than each rotated minutia of 63 bits or fewer. With 64 bits a minutia can have this value, so
             * {@link #left} decides.
             */
            private static final long NONE = -1;

            private final EntryReader[] readers = new EntryReader[READERS];
            private final long[] head = new long[READERS];
            private final boolean[] left = new boolean[READERS];
            /** The winner of node i is the lesser of the winners of nodes 2i and 2i + 1. The readers are the leaves. */
            private final int[] winner = new int[2 * READERS];

            private final int bits;

            private RotationMerge(EntryRuns entries, int bits) throws IOException {
                this.bits = bits;
                int runs = entries.runs() / READERS;
                for (int i = 0; i < READERS; i++) {
                    readers[i] = new EntryReader(entries, i * runs, (i + 1) * runs);
                    winner[READERS + i] = i;
                    load(i);
                }
                for (int node = READERS - 1; node > 0; node--) {
                    winner[node] = lesser(winner[2 * node], winner[2 * node + 1]);
                }
            }

            /**
             * Merges the groups.
             *
             * @param entries in a multiple of 256 runs, split by the leading bits of the minutiae
             * @return the same entries with rotated minutiae in 256 runs, one for each leading byte, in ascending order
             */
            static EntryRuns merge(EntryRuns entries, int bits, long memory, ScratchSpace scratch) throws IOException {
                RotationMerge merge = new RotationMerge(entries, bits);
                long[] minutiae = new long[(int) Math.min(PIECE, entries.count())];
                long[] payloads = new long[minutiae.length];
                EntryRuns out = new EntryRuns(Rotation.RUNS, memory, scratch);
                try {
                    int run = 0;
                    int n = 0;
                    for (long left = entries.count(); left > 0; left--) {
                        int reader = merge.winner[1];
                        int leading = (int) (merge.head[reader] >>> (bits - Byte.SIZE));
                        if (n == minutiae.length || leading != run) {
                            out.put(run, minutiae, payloads, n);
                            run = leading;
                            n = 0;
                        }
                        minutiae[n] = merge.head[reader];
                        payloads[n++] = merge.readers[reader].payload();
                        merge.advance(reader);
                    }
                    out.put(run, minutiae, payloads, n);
                    return out;
                } catch (IOException | RuntimeException e) {
                    out.close();
                    throw e;
                }
            }

            private void advance(int reader) throws IOException {
                readers[reader].advance();
                load(reader);
                for (int node = (READERS + reader) / 2; node > 0; node /= 2) {
                    winner[node] = lesser(winner[2 * node], winner[2 * node + 1]);
                }
            }

            private void load(int reader) throws IOException {
                left[reader] = readers[reader].more();
                head[reader] = left[reader] ? Rotation.rotate(readers[reader].minutia(), bits) : NONE;
            }

            private int lesser(int a, int b) {
                int order = Long.compareUnsigned(head[a], head[b]);
                return order < 0 || order == 0 && left[a] ? a : b;
            }
        }
    }
}
