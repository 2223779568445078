package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.table.SingletonTable;
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
 * Look-ups in a table of singletons, one at a time and a fingerprint at a time. An operation is a look-up. A fork has
 * only one table, so the JIT compiler inlines the calls of {@link SingletonTable}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(Scope.Thread)
public abstract class TableLoops {
    /** The number of minutiae that are looked up together. */
    public static final int BATCH = 1_000;

    @Param("30000000")
    public int minutiae;

    @Param("1000000")
    public int documents;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    /**
     * The number of look-ups before they repeat, a multiple of a batch. The default touches more memory than any cache.
     */
    @Param("4000000")
    public int draws;

    private final long[] batch = new long[BATCH];
    private final long[] ordinals = new long[BATCH];
    private WorkFolder folder;
    private SingletonTable table;
    private long[] hits;
    private long[] misses;
    private long[] hitBatches;
    private long[] missBatches;
    private int at;

    /** Opens the table, and builds it if the folder does not have it. */
    abstract SingletonTable open(SingletonSet set, WorkFolder folder);

    @Setup
    public void setUp() {
        SingletonSet set = new SingletonSet(minutiae, documents);
        folder = WorkFolder.in(work);
        table = open(set, folder);
        hits = set.hits(draws, 1);
        misses = set.misses(draws, 2);
        hitBatches = fingerprints(hits);
        missBatches = fingerprints(misses);
    }

    /** Sorts each batch, because the minutiae of a fingerprint are in ascending order. */
    private static long[] fingerprints(long[] minutiae) {
        long[] sorted = minutiae.clone();
        for (int from = 0; from < sorted.length; from += BATCH) {
            Arrays.sort(sorted, from, from + BATCH);
        }
        return sorted;
    }

    @TearDown
    public void tearDown() {
        table.close();
        folder.close();
    }

    @Benchmark
    public long hit() {
        return table.find(hits[next(1)]);
    }

    @Benchmark
    public long miss() {
        return table.find(misses[next(1)]);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] hitBatch() {
        return find(hitBatches);
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long[] missBatch() {
        return find(missBatches);
    }

    private long[] find(long[] minutiae) {
        // A fingerprint is a separate array. Copying it costs a fraction of a nanosecond per minutia.
        System.arraycopy(minutiae, next(BATCH), batch, 0, BATCH);
        table.findAll(batch, 0, BATCH, ordinals);
        return ordinals;
    }

    /** Returns the position of the next look-ups, cyclically. */
    final int next(int step) {
        int from = at;
        at = from + step == draws ? 0 : from + step;
        return from;
    }
}
