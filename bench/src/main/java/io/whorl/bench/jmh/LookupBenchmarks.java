package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.ChronicleMapRival.ChronicleTable;
import io.whorl.bench.rival.PostingLists;
import io.whorl.bench.rival.PostingLists.FoundLists;
import io.whorl.bench.rival.PostingStores;
import io.whorl.bench.rival.Rival.PostingStore;
import io.whorl.bench.rival.Rival.SingletonTable;
import io.whorl.bench.rival.SparkeyRival;
import io.whorl.bench.rival.WhorlRival.WhorlSegment;
import io.whorl.hash.SplitMix64;
import io.whorl.lab.files.DataFolder;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
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
    @State(Scope.Thread)
    public abstract static class Lookups extends StoreForks {
        /** The number of minutiae that are looked up together. */
        public static final int BATCH = 1_000;

        @Param(WorkFolder.TEMPORARY)
        public String work;

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

        WorkFolder folder;
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

        /** Sorts each batch, because the minutiae of a fingerprint are in ascending order. */
        static long[] fingerprints(long[] minutiae) {
            long[] sorted = minutiae.clone();
            for (int from = 0; from < sorted.length; from += BATCH) {
                Arrays.sort(sorted, from, from + BATCH);
            }
            return sorted;
        }

        /** Copies the next batch of these minutiae. */
        final void fill(long[] minutiae) {
            System.arraycopy(minutiae, next(BATCH), batch, 0, BATCH);
        }

        /** Returns the position of the next look-ups, cyclically. */
        final int next(int step) {
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
            table = open(set, folder);
            draw(set.hits(draws, 1), set.misses(draws, 2));
        }

        @TearDown
        public void tearDown() {
            table.close();
            folder.close();
        }

        @Benchmark
        public long hit() throws Exception {
            return table.find(hits[next(1)]);
        }

        @Benchmark
        public long miss() throws Exception {
            return table.find(misses[next(1)]);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public long[] hitBatch() throws Exception {
            return find(hitBatches);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public long[] missBatch() throws Exception {
            return find(missBatches);
        }

        private long[] find(long[] drawn) throws Exception {
            fill(drawn);
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
            return WhorlSegment.open(file);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public long floor() {
            return floor.read(BATCH);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public long floorOfKnownPlaces() {
            int from = next(BATCH);
            return floor.readKnown(from, from + BATCH);
        }
    }

    /** Look-ups by Chronicle Map's {@code getUsing}. */
    public static class ChronicleLookupBenchmark extends TableLoops {
        /** The size of a value in bytes. */
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
        @Param(DataFolder.AUTO)
        public String data;

        @Param("linuxdocs-dev")
        public String collection;

        @Param
        public PostingStores store;

        private final FoundLists found = new FoundLists();
        private PostingStore opened;
        private long[] queries;

        /** Opens the store, and fills it if the folder does not have it. */
        @Setup
        public void setUp() throws Exception {
            TextCollection texts = TextCollection.load(data, collection);
            PostingLists lists = PostingLists.of(texts);
            folder = WorkFolder.in(work);
            opened = store.opened(store.made(texts, () -> lists, folder));
            draw(lists.hits(draws, 1), lists.misses(draws, 2));
            queries = fingerprints(lists.asked(draws, 3));
        }

        @TearDown
        public void tearDown() {
            opened.close();
            folder.close();
        }

        @Benchmark
        public int hit() throws Exception {
            return find(hits);
        }

        @Benchmark
        public int miss() throws Exception {
            return find(misses);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public int hitBatch() throws Exception {
            return findAll(hitBatches);
        }

        @Benchmark
        @OperationsPerInvocation(BATCH)
        public int missBatch() throws Exception {
            return findAll(missBatches);
        }

        /** Draws minutiae as documents of the collection have them: those with long lists are more frequent. */
        @Benchmark
        @OperationsPerInvocation(BATCH)
        public int queryBatch() throws Exception {
            return findAll(queries);
        }

        private int find(long[] minutiae) throws Exception {
            found.clear();
            opened.find(minutiae[next(1)], found);
            return found.documents();
        }

        private int findAll(long[] minutiae) throws Exception {
            fill(minutiae);
            found.clear();
            opened.findAll(batch, 0, BATCH, found);
            return found.documents();
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
                sum += mapping.getLong((int) ((SplitMix64.mix(s) >>> 32) * lines >>> 32) * LINE);
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
