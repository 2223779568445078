package io.whorl.bench.section;

import io.whorl.bench.jmh.QueryBenchmark;
import io.whorl.bench.report.Row;
import io.whorl.bench.rival.LuceneQueries;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Queries of a thousand words. */
final class QuerySection {
    private static final Class<?> BENCHMARK = QueryBenchmark.class;
    private static final double MEDIAN = 50;
    private static final double LATE = 99;

    private QuerySection() {}

    static List<Row> measure(Settings settings) throws RunnerException {
        Scores scores =
                JmhRun.timed(settings, options -> options.param("collection", settings.collection()), BENCHMARK);
        double median = scores.percentile(BENCHMARK, "whorl", settings.collection(), MEDIAN);
        double late = scores.percentile(BENCHMARK, "whorl", settings.collection(), LATE);
        List<Row> rows = new ArrayList<>();
        for (LuceneQueries.Scoring scoring : LuceneQueries.Scoring.values()) {
            String rival = "Lucene, scored by " + scoring + ", ";
            double lucene = scores.percentile(BENCHMARK, "lucene", scoring, MEDIAN);
            double luceneLate = scores.percentile(BENCHMARK, "lucene", scoring, LATE);
            rows.add(Row.atLeast(
                    20,
                    "query, 1,000 words, median",
                    microseconds(median),
                    rival + microseconds(lucene),
                    lucene / median));
            rows.add(Row.plain(
                    "query, 1,000 words, 99th percentile",
                    microseconds(late),
                    rival + microseconds(luceneLate),
                    luceneLate / late));
        }
        return rows;
    }

    private static String microseconds(double value) {
        return Row.number(value) + " µs";
    }
}
