package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.Work;
import io.whorl.bench.layout.MinutiaTable;
import io.whorl.bench.rival.SparkeyTable;

/** Another immutable mapped hash table: Sparkey. */
public class SparkeyLookupBenchmark extends TableLoops {
    @Override
    MinutiaTable open(SingletonSet set, Work folder) {
        return SparkeyTable.made(set, folder);
    }
}
