package io.whorl.bench.jmh;

import io.whorl.bench.data.Work;
import io.whorl.bench.live.LiveLayout;
import io.whorl.bench.live.PostingData;
import io.whorl.bench.live.PostingLayout;
import io.whorl.bench.rival.ChronicleFlags;
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

/** Layouts of a live tier's postings: filling an empty one (an operation is a posting), and asking a full one. */
@OutputTimeUnit(TimeUnit.NANOSECONDS)
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
            ChronicleFlags.F9
        })
@State(Scope.Thread)
public class LiveLayoutBenchmark {
    static final int DOCUMENTS = 2_000;
    static final int POSTINGS = DOCUMENTS * PostingData.MINUTIAE;

    @Param
    public LiveLayout layout;

    @Param
    public PostingData postings;

    private final int[] frequencies = PostingData.frequencies();
    private long[][] documents;
    private Work folder;

    /** A layout that is full. */
    @State(Scope.Thread)
    public static class Full {
        private PostingLayout layout;
        private long[] asked;
        private int at;

        @Setup
        public void setUp(LiveLayoutBenchmark of) {
            layout = of.layout.create(of.folder.fresh("full").resolve("map"), POSTINGS);
            of.fill(layout);
            asked = of.postings.draws(DOCUMENTS, POSTINGS, 1);
        }

        @TearDown
        public void tearDown() {
            layout.close();
        }
    }

    @Setup
    public void setUp() {
        folder = Work.in(Work.TEMPORARY);
        documents = postings.documents(DOCUMENTS);
    }

    @TearDown
    public void tearDown() {
        folder.close();
    }

    /** One at a time, every posting of the minutia read: minutiae as frequent in the draws as in the postings. */
    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @Warmup(iterations = 2, time = 2)
    @Measurement(iterations = 3, time = 2)
    public long lookup(Full full) {
        full.at = full.at + 1 == full.asked.length ? 0 : full.at + 1;
        return full.layout.sum(full.asked[full.at]);
    }

    /** From making the map to closing it. */
    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 3)
    @Measurement(iterations = 5)
    @OperationsPerInvocation(POSTINGS)
    public void fill() {
        try (PostingLayout empty = layout.create(folder.fresh("empty").resolve("map"), POSTINGS)) {
            fill(empty);
        }
    }

    private void fill(PostingLayout empty) {
        for (int d = 0; d < DOCUMENTS; d++) {
            empty.add(d, documents[d], frequencies);
        }
    }
}
