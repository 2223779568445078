package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.table.SingletonTable;
import io.whorl.bench.table.SparkeyTable;

/** Look-ups in Sparkey, another immutable, mapped hash table. */
public class SparkeyLookupBenchmark extends TableLoops {
    @Override
    SingletonTable open(SingletonSet set, WorkFolder folder) {
        return SparkeyTable.made(set, folder);
    }
}
