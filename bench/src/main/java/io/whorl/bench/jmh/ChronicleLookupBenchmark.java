package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.Work;
import io.whorl.bench.layout.MinutiaTable;
import io.whorl.bench.rival.ChronicleFlags;
import io.whorl.bench.rival.ChronicleTable;
import org.openjdk.jmh.annotations.Fork;

/** The rival: Chronicle Map's {@code getUsing}. */
@Fork(value = 1, jvmArgsAppend = {
    ChronicleFlags.F1, ChronicleFlags.F2, ChronicleFlags.F3, ChronicleFlags.F4, ChronicleFlags.F5,
    ChronicleFlags.F6, ChronicleFlags.F7, ChronicleFlags.F8, ChronicleFlags.F9})
public class ChronicleLookupBenchmark extends TableLoops {
    @Override
    MinutiaTable open(SingletonSet set, Work folder) {
        return ChronicleTable.made(set, folder);
    }
}
