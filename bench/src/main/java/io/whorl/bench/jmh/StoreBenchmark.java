package io.whorl.bench.jmh;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.ChronicleFlags;
import io.whorl.bench.store.FoundLists;
import io.whorl.bench.store.PostingLists;
import io.whorl.bench.store.PostingStore;
import io.whorl.bench.store.PostingStores;
import io.whorl.lab.files.DataFolder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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

/**
 * Looks up lists of documents by minutia in stores with the same fingerprints: one at a time, and 1,000 at a time in
 * ascending order, like a fingerprint. An operation decodes the whole list of a minutia. A fork has only one store.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {
            ChronicleFlags.F1,
            ChronicleFlags.F2,
            ChronicleFlags.F3,
            ChronicleFlags.F4,
            ChronicleFlags.F5,
            ChronicleFlags.F6,
            ChronicleFlags.F7,
            ChronicleFlags.F8,
            ChronicleFlags.F9,
            StoreFlags.BUFFERS,
            StoreFlags.FILES,
            StoreFlags.NO_CHECKS
        })
@State(Scope.Thread)
public class StoreBenchmark {
    /** The number of minutiae that are looked up together. */
    public static final int BATCH = 1_000;

    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    @Param
    public PostingStores store;

    /**
     * The number of look-ups before they repeat, a multiple of a batch. The default touches more memory than any cache.
     */
    @Param("4000000")
    public int draws;

    private final long[] batch = new long[BATCH];
    private final FoundLists found = new FoundLists();
    private WorkFolder folder;
    private PostingStore opened;
    private long[] hits;
    private long[] misses;
    private long[] hitBatches;
    private long[] missBatches;
    private long[] queries;
    private int at;

    /** Opens the store, and fills it if the folder does not have it. */
    @Setup
    public void setUp() {
        TextCollection texts = TextCollection.load(data, collection);
        PostingLists lists = PostingLists.of(texts);
        folder = WorkFolder.in(work);
        opened = store.opened(store.made(texts, () -> lists, folder));
        hits = lists.hits(draws, 1);
        misses = lists.misses(draws, 2);
        hitBatches = fingerprints(hits);
        missBatches = fingerprints(misses);
        queries = fingerprints(lists.asked(draws, 3));
    }

    private static long[] fingerprints(long[] minutiae) {
        long[] sorted = minutiae.clone();
        for (int from = 0; from < sorted.length; from += BATCH) {
            Arrays.sort(sorted, from, from + BATCH);
        }
        return sorted;
    }

    @TearDown
    public void tearDown() {
        opened.close();
        folder.close();
    }

    @Benchmark
    public int hit() {
        return find(hits);
    }

    @Benchmark
    public int miss() {
        return find(misses);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int hitBatch() {
        return findAll(hitBatches);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int missBatch() {
        return findAll(missBatches);
    }

    /** Draws minutiae as documents of the collection have them: those with long lists are more frequent. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int queryBatch() {
        return findAll(queries);
    }

    private int find(long[] minutiae) {
        found.clear();
        opened.find(minutiae[next(1)], found);
        return found.documents();
    }

    private int findAll(long[] minutiae) {
        System.arraycopy(minutiae, next(BATCH), batch, 0, BATCH);
        found.clear();
        opened.findAll(batch, 0, BATCH, found);
        return found.documents();
    }

    /** Returns the position of the next look-ups, cyclically. */
    private int next(int step) {
        int from = at;
        at = from + step == draws ? 0 : from + step;
        return from;
    }
}
