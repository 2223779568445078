package io.whorl.bench.section;

import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.CollapseBenchmark;
import io.whorl.bench.report.Row;
import io.whorl.bench.rival.CollapsedResults;
import io.whorl.bench.rival.CollapsedResults.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/** Result pages of a Lucene index of versions, with and without collapsing. */
final class CollapseSection {
    private static final Class<?> BENCHMARK = CollapseBenchmark.class;
    private static final double MEDIAN = 50;
    private static final double LATE = 99;
    private static final double BAR = 1.3;

    private CollapseSection() {}

    static List<Row> measure(Settings settings) throws RunnerException {
        List<Row> rows = new ArrayList<>();
        try (WorkFolder folder = WorkFolder.in(settings.work())) {
            try (CollapsedResults results = new CollapsedResults(settings.data(), settings.collection(), folder)) {
                for (Way way : Way.values()) {
                    if (way != Way.EXACT_HASH) {
                        rows.add(Row.plain(
                                "page of ten, " + name(way) + ", different documents",
                                Row.number(results.groups(way))));
                    }
                }
            }
        }
        Scores scores =
                JmhRun.timed(settings, options -> options.param("collection", settings.collection()), BENCHMARK);
        double plain = scores.percentile(BENCHMARK, "page", Way.PLAIN, MEDIAN);
        double plainLate = scores.percentile(BENCHMARK, "page", Way.PLAIN, LATE);
        for (Way way : Way.values()) {
            double median = scores.percentile(BENCHMARK, "page", way, MEDIAN);
            double late = scores.percentile(BENCHMARK, "page", way, LATE);
            String what = "page of ten, " + name(way);
            String against = "plain search " + microseconds(plain);
            rows.add(
                    way == Way.COLLAPSED
                            ? Row.atMost(BAR, what + ", median", microseconds(median), against, median / plain)
                            : Row.plain(what + ", median", microseconds(median), against, median / plain));
            rows.add(Row.plain(
                    what + ", 99th percentile",
                    microseconds(late),
                    "plain search " + microseconds(plainLate),
                    late / plainLate));
        }
        return rows;
    }

    private static String name(Way way) {
        return way.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String microseconds(double value) {
        return Row.number(value) + " µs";
    }
}
