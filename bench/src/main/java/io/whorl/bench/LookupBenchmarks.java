package io.whorl.bench;

import io.whorl.bench.ChronicleMapRival.ChronicleTable;
import io.whorl.bench.PostingLists.FoundLists;
import io.whorl.bench.Rival.PostingStore;
import io.whorl.bench.Rival.SingletonTable;
import io.whorl.bench.WhorlRival.WhorlSegment;
import io.whorl.hash.SplitMix64;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/** Look-ups of minutiae in tables of single documents and in stores of lists. */
public final class LookupBenchmarks {
    private LookupBenchmarks() {}

    /**
     * Look-ups of minutiae that were drawn before: one at a time, and 1,000 at a time in ascending order, like a
     * fingerprint. An operation is a look-up. A fork has only one table or store, so the JIT compiler inlines its
     * calls.
     */
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    @Warmup(iterations = 3, time = 2)
    @Measurement(iterations = 5, time = 2)
    public abstract static class Lookups extends CollectionBenchmark {
        /** The number of minutiae that are looked up together. */
        public static final int BATCH = 1_000;

        /**
         * The number of look-ups before they repeat, a multiple of a batch. The default touches more memory than any
         * cache.
         */
        @Param("4000000")
        public int draws;

        /**
         * The batch that is looked up: a fingerprint is a separate array, and copying costs a fraction of a nanosecond.
         */
        final long[] batch = new long[BATCH];

        long[] hits;
        long[] misses;
        long[] hitBatches;
        long[] missBatches;
        private int at;

        final void draw(long[] drawnHits, long[] drawnMisses) {
            hits = drawnHits;
            misses = drawnMisses;
            hitBatches = fingerprints(hits);
            missBatches = fingerprints(misses);
        }

        /** Looks up one minutia. The result keeps the look-up from being removed by the compiler. */
        abstract long find(long minutia) throws Exception;

        abstract Object findAll() throws Exception;

        @Benchmark
        public long hit() throws Exception {
            return find(hits[advance(1)]);
        }

        @Benchmark
        public long miss() throws Exception {
            return find(misses[advance(1)]);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public Object hitBatch() throws Exception {
            return findNext(hitBatches);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public Object missBatch() throws Exception {
            return findNext(missBatches);
        }

        /** Sorts each batch, because the minutiae of a fingerprint are in ascending order. */
        static long[] fingerprints(long[] minutiae) {
            long[] sorted = minutiae.clone();
            for (int from = 0; from < sorted.length; from += BATCH) {
                Arrays.sort(sorted, from, from + BATCH);
            }
            return sorted;
        }

        /** Looks up the next batch of these minutiae. */
        final Object findNext(long[] minutiae) throws Exception {
            System.arraycopy(minutiae, advance(BATCH), batch, 0, BATCH);
            return findAll();
        }

        /** Returns the position of the next look-ups, cyclically. */
        final int advance(int step) {
            int from = at;
            at = from + step == draws ? 0 : from + step;
            return from;
        }
    }

    /** Look-ups in a table of singletons. */
    public abstract static class TableLoops extends Lookups {
        @Param("30000000")
        public int minutiae;

        @Param("1000000")
        public int documents;

        private final long[] ordinals = new long[BATCH];
        private SingletonTable table;

        /** Opens the table, and builds it if the folder does not have it. */
        abstract SingletonTable open(SingletonSet set, WorkFolder made) throws Exception;

        @Setup
        public void setUp() throws Exception {
            SingletonSet set = new SingletonSet(minutiae, documents);
            folder = WorkFolder.in(work);
            table = closing(open(set, folder));
            draw(set.hits(draws, 1), set.misses(draws, 2));
        }

        @Override
        final long find(long minutia) throws Exception {
            return table.find(minutia);
        }

        @Override
        final long[] findAll() throws Exception {
            table.findAll(batch, 0, BATCH, ordinals);
            return ordinals;
        }
    }

    /** Whorl's table in a sealed segment, and the floor of the same file. */
    public static class LookupBenchmark extends TableLoops {
        private static final String FILE = "segment";

        private LineFloor floor;

        @Override
        SingletonTable open(SingletonSet set, WorkFolder folder) throws Exception {
            Path file = folder.made("whorl-" + set.count(), made -> WhorlSegment.build(set, made.resolve(FILE)))
                    .resolve(FILE);
            floor = LineFloor.of(file, draws, 3);
            return new WhorlSegment(file);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public long floor() {
            return floor.read(BATCH);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public long floorOfKnownPlaces() {
            int from = advance(BATCH);
            return floor.readKnown(from, from + BATCH);
        }
    }

    /** Look-ups by Chronicle Map's {@code getUsing}. */
    public static class ChronicleLookupBenchmark extends TableLoops {
        @Param({"4", "8"})
        public int valueBytes;

        @Override
        SingletonTable open(SingletonSet set, WorkFolder folder) throws Exception {
            return valueBytes == Integer.BYTES
                    ? ChronicleTable.ofInts(set, folder)
                    : ChronicleTable.ofLongs(set, folder);
        }
    }

    /** Look-ups in Sparkey, another immutable, mapped hash table. */
    public static class SparkeyLookupBenchmark extends TableLoops {
        @Override
        SingletonTable open(SingletonSet set, WorkFolder folder) throws Exception {
            return SparkeyRival.made(set, folder);
        }
    }

    /**
     * Looks up lists of documents by minutia in stores with the same fingerprints. An operation decodes the whole list
     * of a minutia.
     */
    public static class StoreBenchmark extends Lookups {
        @Param
        public PostingStores store;

        private final FoundLists found = new FoundLists();
        private PostingStore lists;
        private long[] queries;

        /** Opens the store, and fills it if the folder does not have it. */
        @Setup
        public void setUp() throws Exception {
            load();
            PostingLists all = PostingLists.of(text);
            lists = closing(store.opened(store.made(text, () -> all, folder)));
            draw(all.hits(draws, 1), all.misses(draws, 2));
            queries = fingerprints(all.asked(draws, 3));
        }

        /** Draws minutiae as documents of the collection have them: those with long lists are more frequent. */
        @Benchmark
        @OperationsPerInvocation(BATCH)
        public Object queryBatch() throws Exception {
            return findNext(queries);
        }

        @Override
        final long find(long minutia) throws Exception {
            found.clear();
            lists.find(minutia, found);
            return found.documents();
        }

        @Override
        final FoundLists findAll() throws Exception {
            found.clear();
            lists.findAll(batch, 0, BATCH, found);
            return found;
        }
    }

    /**
     * The lowest possible cost of a look-up: one read of one random 64-byte line of a mapped file, independent of
     * earlier reads. {@link #read} computes each position when it needs it, as a look-up must. {@link #readKnown} takes
     * positions that were drawn in advance, which lets the processor run further ahead than any look-up can. Not
     * thread-safe.
     */
    public static final class LineFloor {
        private static final int LINE = 64;

        private final ByteBuffer mapping;
        private final int lines;
        private final int[] positions;
        private long state;

        private LineFloor(ByteBuffer mapping, int positions, long seed) {
            this.mapping = mapping;
            lines = Math.max(1, mapping.limit() / LINE);
            this.positions = new SplittableRandom(seed)
                    .ints(positions, 0, lines)
                    .map(line -> line * LINE)
                    .toArray();
            state = seed;
        }

        /**
         * Maps a file, which must be at most 2 GiB.
         *
         * @param positions the number of positions to draw in advance
         */
        public static LineFloor of(Path file, int positions, long seed) throws Exception {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                // The mapping stays valid after the channel is closed, until it is garbage-collected.
                ByteBuffer mapping = channel.map(MapMode.READ_ONLY, 0, channel.size());
                return new LineFloor(mapping.order(ByteOrder.LITTLE_ENDIAN), positions, seed);
            }
        }

        /** Reads the first eight bytes of each of {@code n} lines drawn by SplitMix64. */
        public long read(int n) {
            long sum = 0;
            long s = state;
            for (int i = 0; i < n; i++) {
                s += 0x9E3779B97F4A7C15L;
                sum += mapping.getLong((int) (((SplitMix64.mix(s) >>> 32) * lines) >>> 32) * LINE);
            }
            state = s;
            return sum;
        }

        /** Reads the first eight bytes of the lines at positions {@code from .. to - 1} of those drawn in advance. */
        public long readKnown(int from, int to) {
            long sum = 0;
            for (int i = from; i < to; i++) {
                sum += mapping.getLong(positions[i]);
            }
            return sum;
        }
    }
}
