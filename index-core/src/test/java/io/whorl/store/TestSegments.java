package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.RandomCorpus;
import io.whorl.scheme.Scheme;
import io.whorl.store.MappedBytes.FixedNumbers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes segments with chosen documents and lists. */
public final class TestSegments {
    public record Doc(String id, long words, long minutiae, byte[] extra) {}

    /** Writes the lists, before the table. */
    public interface Lists {
        void write(SegmentWriter out) throws IOException;
    }

    private TestSegments() {}

    /** Sorts documents into the order of a segment. */
    public static List<Doc> sorted(List<Doc> documents) {
        List<Doc> sorted = new ArrayList<>(documents);
        sorted.sort((a, b) -> Arrays.compareUnsigned(RandomCorpus.utf8(a.id), RandomCorpus.utf8(b.id)));
        return sorted;
    }

    /** @param documents sorted, with distinct ids */
    public static Segment write(Path file, Scheme scheme, List<Doc> documents, Lists lists, int partBits)
            throws IOException {
        return write(file, scheme, documents, lists, new long[0], new long[0], partBits);
    }

    /**
     * @param minutiae in unsigned ascending order, each held by one document
     * @param holders ordinal of the document of each minutia
     */
    static Segment write(
            Path file, Scheme scheme, List<Doc> documents, Lists lists, long[] minutiae, long[] holders, int partBits)
            throws IOException {
        ScratchSpace scratch = new ScratchSpace(file.toAbsolutePath().getParent());
        try (SegmentWriter out = new SegmentWriter(file, scheme);
                EntryRuns entries = new EntryRuns(1, 0, scratch)) {
            lists.write(out);
            entries.put(0, minutiae, holders, minutiae.length);
            out.finish(
                    minutiae.length,
                    minutiae.length,
                    Optional.empty(),
                    entries,
                    source(documents),
                    new SegmentWriter.Rest(Optional.empty(), StoredKinds.NONE, true),
                    ParallelTasks::runInTurn,
                    0,
                    scratch);
        }
        return Segment.open(file, partBits, ReadAhead.LEAST_FILE);
    }

    private static DocumentSource source(List<Doc> documents) {
        return new DocumentSource() {
            @Override
            public long count() {
                return documents.size();
            }

            @Override
            public byte[] id(long ordinal) {
                return RandomCorpus.utf8(documents.get((int) ordinal).id);
            }

            @Override
            public long words(long ordinal) {
                return documents.get((int) ordinal).words;
            }

            @Override
            public long minutiae(long ordinal) {
                return documents.get((int) ordinal).minutiae;
            }

            @Override
            public byte[] extra(long ordinal) {
                return documents.get((int) ordinal).extra;
            }
        };
    }

    /** A table, written as in a segment and read in parts of any size. */
    record TestTable(MinutiaTable table, byte[] bytes, long overflowed) {

        /** How to write and read the table. None of this may change its contents. */
        record Layout(int runBits, long memory, int partBits, Random order) {}

        /** @param minutiae distinct, in unsigned ascending order */
        static TestTable of(
                int bits,
                int payloadBits,
                long[] minutiae,
                long[] payloads,
                Layout layout,
                Path scratch,
                ExecutorService threads)
                throws IOException {
            Path file = scratch.resolve("table");
            int runs = 1 << layout.runBits;
            try (FileChannel channel = FileChannel.open(
                            file,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.TRUNCATE_EXISTING);
                    EntryRuns entries = new EntryRuns(runs, layout.memory, new ScratchSpace(scratch));
                    EntryRuns left = new EntryRuns(runs, layout.memory, new ScratchSpace(scratch))) {
                fill(entries, bits, minutiae, payloads, layout);
                TableShape main = TableShape.of(bits, entries.count(), payloadBits);
                run(new TableWriter(channel, 0, main, entries, left), layout, threads);
                byte[] lines = Files.readAllBytes(file);
                ByteArrayOutputStream overflow = new ByteArrayOutputStream();
                OverflowTable.writeEntries(left, bits, payloadBits, (number, width) -> put(overflow, number, width));
                ByteArrayOutputStream starts = new ByteArrayOutputStream();
                int width = FixedNumbers.width(left.count());
                OverflowTable.writeStarts(left, bits, width, (number, of) -> put(starts, number, of));
                MinutiaTable table = new MinutiaTable(
                        new LineTable(parts(lines, layout.partBits), main),
                        new OverflowTable(
                                parts(overflow.toByteArray(), layout.partBits),
                                new FixedNumbers(parts(starts.toByteArray(), layout.partBits), width),
                                left.count(),
                                bits,
                                payloadBits));
                assertEquals(OverflowTable.bytes(left.count(), bits, payloadBits), overflow.size());
                ByteArrayOutputStream all = new ByteArrayOutputStream();
                all.write(lines);
                overflow.writeTo(all);
                starts.writeTo(all);
                return new TestTable(table, all.toByteArray(), left.count());
            }
        }

        private static void run(TableWriter writer, Layout layout, ExecutorService threads) throws IOException {
            List<ParallelTasks.Task> tasks = writer.tasks();
            Collections.shuffle(tasks, layout.order);
            ParallelTasks.runAll(tasks, threads);
        }

        private static void fill(EntryRuns entries, int bits, long[] minutiae, long[] payloads, Layout layout)
                throws IOException {
            List<List<Integer>> runs = new ArrayList<>(IntStream.range(0, minutiae.length)
                    .boxed()
                    .collect(Collectors.groupingBy(i -> run(minutiae[i], bits, layout)))
                    .values());
            Collections.shuffle(runs, layout.order);
            for (List<Integer> run : runs) {
                int from = run.get(0);
                int n = run.size();
                entries.put(
                        run(minutiae[from], bits, layout),
                        Arrays.copyOfRange(minutiae, from, from + n),
                        Arrays.copyOfRange(payloads, from, from + n),
                        n);
            }
        }

        private static int run(long minutia, int bits, Layout layout) {
            return layout.runBits == 0 ? 0 : (int) (minutia >>> (bits - layout.runBits));
        }

        private static void put(ByteArrayOutputStream to, long value, int width) {
            for (int i = 0; i < width; i++) {
                to.write((int) (value >>> (8 * i)));
            }
        }

        static MappedBytes parts(byte[] bytes, int partBits) {
            int size = 1 << partBits;
            ByteBuffer[] parts = new ByteBuffer[(bytes.length + size - 1) / size];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = ByteBuffer.wrap(Arrays.copyOfRange(bytes, i * size, Math.min(bytes.length, (i + 1) * size)));
            }
            return new MappedBytes(parts, partBits, bytes.length);
        }
    }
}
