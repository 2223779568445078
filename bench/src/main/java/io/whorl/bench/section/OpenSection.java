package io.whorl.bench.section;

import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.OpenBenchmark;
import io.whorl.bench.report.Row;
import io.whorl.lab.files.Folders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/** Time and heap to open a small and a large index. */
final class OpenSection {
    private static final Class<?> BENCHMARK = OpenBenchmark.class;
    private static final int SMALL = 1_000;
    /** The ratio of two noisy measurements up to which they count as equal. */
    private static final double SAME = 1.5;

    private static final double SAME_BYTES = 4 << 10;

    private OpenSection() {}

    static List<Row> measure(Settings settings) throws RunnerException, IOException, InterruptedException {
        int large = settings.documents();
        Scores scores = JmhRun.shots(
                settings,
                options -> options.param("documents", Integer.toString(SMALL), Integer.toString(large)),
                BENCHMARK);
        double small = scores.of(BENCHMARK, "whorl", SMALL);
        double open = scores.of(BENCHMARK, "whorl", large);
        try (WorkFolder folder = WorkFolder.in(settings.work())) {
            Path index = OpenBenchmark.singletons(folder, large);
            HeapProbe.Found most = HeapProbe.run(index, large);
            HeapProbe.Found least = HeapProbe.run(OpenBenchmark.singletons(folder, SMALL), SMALL);
            String sizes = String.format(Locale.ROOT, "%,d documents against %,d", large, SMALL);
            String answered = "queries answered under -Xmx32m, index of " + (Folders.bytes(index) >> 20) + " MiB";
            return List.of(
                    Row.atMost(
                            SAME,
                            "open, time, " + sizes,
                            Row.number(open) + " µs",
                            Row.number(small) + " µs",
                            open / small),
                    Row.figureAtMost(
                            SAME_BYTES,
                            "open, heap, bytes more, " + sizes,
                            Row.number(most.bytes()) + " B",
                            Row.number(least.bytes()) + " B",
                            most.bytes() - least.bytes()),
                    Row.figureAtLeast(most.asked(), answered, most.right() + " of " + most.asked(), most.right()));
        }
    }
}
