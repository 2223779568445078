package io.whorl.bench.table;

import io.whorl.bench.data.Schemes;
import io.whorl.bench.data.SingletonSet;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DocumentSource;
import io.whorl.store.EntryRuns;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Whorl's table in a sealed segment of a set of singletons, where a payload is the ordinal of a document. */
public final class WhorlTable implements SingletonTable {
    private static final int RUN_BITS = 8;
    private static final byte[] NOTHING = {};

    private final Segment segment;
    private final io.whorl.store.MinutiaTable table;
    private final io.whorl.store.MinutiaTable.Scratch scratch = new io.whorl.store.MinutiaTable.Scratch();

    private WhorlTable(Segment segment) {
        this.segment = segment;
        table = segment.table();
    }

    /** Writes the segment of a set. */
    public static void build(SingletonSet set, Path file) {
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try (SegmentWriter writer = new SegmentWriter(file, Schemes.named(Schemes.DEFAULT));
                EntryRuns entries = new EntryRuns(1 << RUN_BITS, Long.MAX_VALUE, file.getParent())) {
            putAll(set, entries);
            writer.writeTable(entries, set.documents(), threads, Long.MAX_VALUE, new ScratchSpace(file.getParent()));
            writer.writeDocuments(new Documents(set));
            writer.writeMeanLogs(
                    entries,
                    new Documents(set),
                    d -> d,
                    CollectionFrequencies.none(),
                    threads,
                    Long.MAX_VALUE,
                    new ScratchSpace(file.getParent()));
            writer.finish(new SegmentCounts(set.documents(), 0, set.count(), set.count(), set.count()));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        } finally {
            threads.shutdown();
        }
    }

    private static void putAll(SingletonSet set, EntryRuns entries) throws IOException {
        long[] pairs = set.sorted();
        int from = 0;
        for (int run = 0; run < 1 << RUN_BITS; run++) {
            int to = from;
            while (to < pairs.length && minutia(pairs[to]) >>> SingletonSet.BITS - RUN_BITS == run) {
                to++;
            }
            long[] minutiae = new long[to - from];
            long[] payloads = new long[to - from];
            for (int i = from; i < to; i++) {
                minutiae[i - from] = minutia(pairs[i]);
                payloads[i - from] = pairs[i] & (1L << SingletonSet.DOCUMENT_BITS) - 1;
            }
            entries.put(run, minutiae, payloads, to - from);
            from = to;
        }
    }

    public static WhorlTable open(Path file) {
        try {
            return new WhorlTable(Segment.open(file));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be opened", e);
        }
    }

    @Override
    public long find(long minutia) {
        return table.find(minutia);
    }

    /** Looks up the minutiae in the given order; sorted minutiae would be faster. */
    @Override
    public void findAll(long[] minutiae, int from, int to, long[] ordinals) {
        table.findAll(minutiae, from, to, ordinals, scratch);
    }

    @Override
    public long bytes() {
        return segment.length();
    }

    @Override
    public void close() {}

    private static long minutia(long pair) {
        return pair >>> SingletonSet.DOCUMENT_BITS;
    }

    /** Short ids in ascending byte order, as segments require. */
    private record Documents(SingletonSet set) implements DocumentSource {
        private static final int ID_LENGTH = 5;

        @Override
        public long count() {
            return set.documents();
        }

        @Override
        public byte[] id(long ordinal) {
            String digits = Long.toString(ordinal, Character.MAX_RADIX);
            return ("0".repeat(ID_LENGTH - digits.length()) + digits).getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public long words(long ordinal) {
            return minutiae(ordinal) + 3;
        }

        @Override
        public long minutiae(long ordinal) {
            return set.count() / set.documents();
        }

        @Override
        public byte[] extra(long ordinal) {
            return NOTHING;
        }
    }
}
