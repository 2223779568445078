package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.Work;
import io.whorl.bench.layout.MinutiaTable;
import io.whorl.bench.layout.WhorlTable;
import java.nio.file.Path;

/** Whorl's table in its sealed segment, beside the floor of the same file. */
public class LookupBenchmark extends MappedTableLoops {
    @Override
    Path file(SingletonSet set, Work folder) {
        return folder.made("whorl-" + set.count(), made -> WhorlTable.build(set, made.resolve("segment")))
                .resolve("segment");
    }

    @Override
    MinutiaTable open(Path file) {
        return WhorlTable.open(file);
    }
}
