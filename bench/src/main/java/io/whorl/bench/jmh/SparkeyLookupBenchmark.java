package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.Work;
import io.whorl.bench.layout.MinutiaTable;
import io.whorl.bench.rival.SparkeyTable;
import java.nio.file.Path;

/** Another immutable mapped hash table: Sparkey. */
public class SparkeyLookupBenchmark extends TableLoops {
    @Override
    MinutiaTable open(SingletonSet set, Work folder) {
        Path made = folder.made("sparkey-" + set.count(), part -> SparkeyTable.build(set, part.resolve("hash.spi")));
        return SparkeyTable.open(made.resolve("hash.spi"));
    }
}
