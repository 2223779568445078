package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.rival.ChronicleFlags;
import io.whorl.bench.table.ChronicleTable;
import io.whorl.bench.table.SingletonTable;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;

/** Look-ups by Chronicle Map's {@code getUsing}. */
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
public class ChronicleLookupBenchmark extends TableLoops {
    /** The size of a value in bytes. */
    @Param({"4", "8"})
    public int valueBytes;

    @Override
    SingletonTable open(SingletonSet set, WorkFolder folder) {
        return valueBytes == Integer.BYTES ? ChronicleTable.ofInts(set, folder) : ChronicleTable.ofLongs(set, folder);
    }
}
