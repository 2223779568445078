package io.whorl.bench.jmh;

import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.CollapsedResults;
import io.whorl.lab.files.DataFolder;
import java.util.Collection;
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

/** Shows the first page of each query on a collection of versions, with and without collapsing. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
@State(Scope.Thread)
public class CollapseBenchmark {
    @Param(DataFolder.AUTO)
    public String data;

    @Param("linuxdocs-dev")
    public String collection;

    @Param(WorkFolder.TEMPORARY)
    public String work;

    @Param
    public CollapsedResults.Way way;

    private WorkFolder folder;
    private CollapsedResults results;
    private int at;

    @Setup
    public void setUp() {
        folder = WorkFolder.in(work);
        results = new CollapsedResults(data, collection, folder);
    }

    @TearDown
    public void tearDown() {
        results.close();
        folder.close();
    }

    @Benchmark
    public Collection<Integer> page() {
        at = at + 1 == results.size() ? 0 : at + 1;
        return results.page(way, at);
    }
}
