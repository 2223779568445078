package io.whorl.bench.jmh;

import io.whorl.bench.data.SingletonSet;
import io.whorl.bench.data.Work;
import io.whorl.bench.layout.Layout;
import io.whorl.bench.layout.MinutiaTable;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Param;

/** Other layouts of the table, each beside the floor of its own file. */
public class LayoutBenchmark extends MappedTableLoops {
    @Param
    public Layout layout;

    @Override
    Path file(SingletonSet set, Work folder) {
        return layout.made(set, folder);
    }

    @Override
    MinutiaTable open(Path file) {
        return layout.open(file);
    }
}
