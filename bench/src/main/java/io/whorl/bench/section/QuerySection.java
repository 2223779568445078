package io.whorl.bench.section;

import io.whorl.bench.jmh.QueryBenchmark;
import io.whorl.bench.report.Row;
import io.whorl.bench.rival.LuceneQueries;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** A document of a thousand words asked of its collection. */
final class QuerySection {
    private static final Class<?> BENCHMARK = QueryBenchmark.class;
    private static final double MEDIAN = 50;
    private static final double LATE = 99;

    private QuerySection() {}

    static List<Row> measure(Settings settings) throws RunnerException {
        Scores scores = JmhRun.timed(settings, options -> options.param("collection", settings.collection()), BENCHMARK);
        double[] lucene = {Double.MAX_VALUE, 0};
        for (LuceneQueries.Scoring scoring : LuceneQueries.Scoring.values()) {
            double median = scores.percentile(BENCHMARK, "lucene", scoring, MEDIAN);
            if (median < lucene[0]) {
                lucene = new double[] {median, scores.percentile(BENCHMARK, "lucene", scoring, LATE)};
            }
        }
        double median = scores.percentile(BENCHMARK, "whorl", settings.collection(), MEDIAN);
        double late = scores.percentile(BENCHMARK, "whorl", settings.collection(), LATE);
        return List.of(
                Row.atLeast(20, "query, 1,000 words, median", microseconds(median),
                        "Lucene's faster disjunction " + microseconds(lucene[0]), lucene[0] / median),
                Row.plain("query, 1,000 words, 99th percentile", microseconds(late),
                        "the same " + microseconds(lucene[1]), lucene[1] / late));
    }

    private static String microseconds(double value) {
        return Row.number(value) + " µs";
    }
}
