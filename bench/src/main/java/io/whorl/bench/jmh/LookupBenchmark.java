package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.table.LineFloor;
import io.whorl.bench.table.SingletonTable;
import io.whorl.bench.table.WhorlTable;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Whorl's table in a sealed segment, and the floor of the same file. */
public class LookupBenchmark extends TableLoops {
    private static final String FILE = "segment";

    private LineFloor floor;

    @Override
    SingletonTable open(SingletonSet set, WorkFolder folder) {
        Path file = folder.made("whorl-" + set.count(), made -> WhorlTable.build(set, made.resolve(FILE)))
                .resolve(FILE);
        floor = LineFloor.of(file, draws, 3);
        return WhorlTable.open(file);
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
