package io.whorl.bench.section;

import io.whorl.bench.data.EnglishText;
import io.whorl.bench.data.Schemes;
import io.whorl.bench.jmh.FingerprintBenchmark;
import io.whorl.bench.report.Row;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Computing minutiae from text with one thread. */
final class FingerprintSection {
    private static final Class<?> BENCHMARK = FingerprintBenchmark.class;
    private static final List<String> OTHERS = List.of("rabin-full", "rz-winnowing", "rz-mod", "rz-anchor");

    private FingerprintSection() {}

    static List<Row> measure(Settings settings) throws RunnerException {
        Scores scores = JmhRun.timed(
                settings,
                options -> {
                    if (settings.effort() == Settings.Effort.SMOKE) {
                        options.param("bytes", Integer.toString(2 * EnglishText.CACHED));
                    }
                },
                BENCHMARK);
        double floor = scores.of(BENCHMARK, "floor");
        double lucene = scores.of(BENCHMARK, "lucene");
        double whorl = scores.of(BENCHMARK, "whorl", Schemes.DEFAULT);
        String what = "text to minutiae, " + Schemes.DEFAULT;
        List<Row> rows = new ArrayList<>();
        rows.add(Row.atMost(10, what, speed(whorl), "fold floor " + speed(floor), whorl / floor));
        rows.add(Row.atLeast(10, what, speed(whorl), "Lucene analysis " + speed(lucene), lucene / whorl));
        double cached = scores.of(BENCHMARK, "cachedFloor");
        rows.add(Row.plain(what, speed(whorl), "fold floor in the caches " + speed(cached), whorl / cached));
        for (String scheme : OTHERS) {
            double other = scores.of(BENCHMARK, "whorl", scheme);
            rows.add(Row.plain(
                    "text to minutiae, " + scheme, speed(other), "fold floor " + speed(floor), other / floor));
        }
        return rows;
    }

    /** Converts nanoseconds per byte; one is 1,000 MB/s. */
    private static String speed(double nanosecondsPerByte) {
        return Row.number(1_000 / nanosecondsPerByte) + " MB/s";
    }
}
