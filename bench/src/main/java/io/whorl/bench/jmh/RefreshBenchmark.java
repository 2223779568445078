package io.whorl.bench.jmh;

import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Refreshes a snapshot after a commit of one document of a thousand words. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
public class RefreshBenchmark extends ChronicleForks {
    /** Commits before each refresh. */
    @State(Scope.Thread)
    public static class Committed {
        @Setup(Level.Invocation)
        public void commit(LiveIndex index) throws IOException {
            index.addOne();
        }
    }

    @Benchmark
    public Snapshot refresh(LiveIndex index, LiveBenchmark.QueryState state, Committed committed) throws IOException {
        return state.refresh();
    }
}
