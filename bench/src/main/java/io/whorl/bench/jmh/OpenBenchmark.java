package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonText;
import io.whorl.bench.data.WorkFolder;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Opens a small and a large index of singletons. Single shots, because a loop would create more mappings than a system
 * allows before the first is garbage-collected.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 200)
@Measurement(iterations = 200)
@Fork(1)
@State(Scope.Thread)
public class OpenBenchmark {
    /** The number of chunks in a document. */
    public static final int CHUNKS = 30;

    @Param({"1000", "1000000"})
    public int documents;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    private WorkFolder folder;
    private Path index;

    @Setup
    public void setUp() {
        folder = WorkFolder.in(work);
        index = singletons(folder, documents);
    }

    /** Returns the index of so many documents of singletons, and builds it if the folder does not have it. */
    public static Path singletons(WorkFolder folder, int documents) {
        return WhorlIndexes.made(new SingletonText(documents, CHUNKS), folder);
    }

    @TearDown
    public void tearDown() {
        folder.close();
    }

    @Benchmark
    public Snapshot whorl() throws IOException {
        return Snapshot.open(index);
    }
}
