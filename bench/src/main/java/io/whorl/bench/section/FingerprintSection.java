package io.whorl.bench.section;

import io.whorl.bench.data.EnglishText;
import io.whorl.bench.data.Schemes;
import io.whorl.bench.jmh.FingerprintBenchmark;
import io.whorl.bench.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.RunnerException;

/** Computing minutiae from text with one thread. */
final class FingerprintSection {
    private static final Class<?> BENCHMARK = FingerprintBenchmark.class;
    private static final String RABIN = "rabin-full";
    /** Selection strategies, and the least share of the speed of full selection that each should reach. */
    private static final Map<String, Double> SELECTIONS =
            new TreeMap<>(Map.of("rz-winnowing", 0.85, "rz-mod", 0.85, "rz-anchor", 0.6));

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
        rows.add(Row.atMost(6, what, speed(whorl), "fold floor " + speed(floor), whorl / floor));
        rows.add(Row.atLeast(10, what, speed(whorl), "Lucene analysis " + speed(lucene), lucene / whorl));
        double cached = scores.of(BENCHMARK, "cachedFloor");
        rows.add(Row.plain(what, speed(whorl), "fold floor in the caches " + speed(cached), whorl / cached));
        double rabin = scores.of(BENCHMARK, "whorl", RABIN);
        rows.add(Row.plain("text to minutiae, " + RABIN, speed(rabin), "fold floor " + speed(floor), rabin / floor));
        SELECTIONS.forEach((scheme, share) -> {
            double other = scores.of(BENCHMARK, "whorl", scheme);
            rows.add(Row.atLeast(
                    share,
                    "text to minutiae, " + scheme,
                    speed(other),
                    Schemes.DEFAULT + " " + speed(whorl),
                    whorl / other));
        });
        return rows;
    }

    /** Converts nanoseconds per byte; one is 1,000 MB/s. */
    private static String speed(double nanosecondsPerByte) {
        return Row.number(1_000 / nanosecondsPerByte) + " MB/s";
    }
}
