package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.Work;
import io.whorl.bench.layout.LineFile;
import io.whorl.bench.layout.LineFloor;
import io.whorl.bench.layout.MinutiaTable;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Look-ups in a table that is read in place from a mapped file, beside the floor of the same file. */
public abstract class MappedTableLoops extends TableLoops {
    private LineFloor floor;

    /** The table's file, made if the folder does not have it yet. */
    abstract Path file(SingletonSet set, Work folder);

    abstract MinutiaTable open(Path file);

    @Override
    final MinutiaTable open(SingletonSet set, Work folder) {
        Path file = file(set, folder);
        floor = new LineFloor(LineFile.map(file), DRAWS, 3);
        return open(file);
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
