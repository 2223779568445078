package io.whorl.bench.section;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.jmh.BuildBenchmark;
import io.whorl.bench.report.Row;
import io.whorl.bench.rival.LuceneIndexing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/** Building an index of a collection with all cores. */
final class BuildSection {
    private static final Class<?> BENCHMARK = BuildBenchmark.class;

    private BuildSection() {}

    static List<Row> measure(Settings settings) throws RunnerException {
        Scores scores = JmhRun.shots(
                settings,
                options -> {
                    options.param("collection", settings.collection());
                    if (settings.effort().brief()) {
                        options.measurementIterations(1);
                    }
                },
                BENCHMARK);
        double bytes =
                TextCollection.load(settings.data(), settings.collection()).bytes();
        int cores = Runtime.getRuntime().availableProcessors();
        double whorl = speed(bytes, scores.of(BENCHMARK, "whorl"));
        double floor = speed(bytes, scores.of(BENCHMARK, "floor"));
        String figure = Row.number(whorl) + " MB/s, " + Row.number(whorl / cores) + " a core";
        List<Row> rows = new ArrayList<>();
        for (LuceneIndexing.Terms terms : LuceneIndexing.Terms.values()) {
            double lucene = speed(bytes, scores.of(BENCHMARK, "lucene", terms));
            String rival = "Lucene, terms of " + terms.name().toLowerCase(Locale.ROOT) + ", " + Row.number(lucene)
                    + " MB/s, " + Row.number(lucene / cores) + " a thread";
            String what = "build, " + cores + " cores";
            // With terms of minutiae, Whorl does the analysis, so only Lucene's indexing is compared; no bar.
            rows.add(
                    terms == LuceneIndexing.Terms.TEXT
                            ? Row.atLeast(40, what, figure, rival, whorl / lucene)
                            : Row.plain(what, figure, rival, whorl / lucene));
        }
        double minutiae = speed(bytes, scores.of(BENCHMARK, "minutiae"));
        rows.add(Row.atMost(
                2,
                "build, " + cores + " cores",
                figure,
                "text to minutiae alone " + Row.number(minutiae) + " MB/s",
                minutiae / whorl));
        double sort = speed(bytes, scores.of(BENCHMARK, "sortFloor"));
        rows.add(Row.plain(
                "build, " + cores + " cores",
                figure,
                "sort floor " + Row.number(sort) + " MB/s of text",
                sort / whorl));
        rows.add(Row.atMost(
                20,
                "build, a core",
                Row.number(whorl / cores) + " MB/s",
                "fold floor " + Row.number(floor) + " MB/s",
                floor / (whorl / cores)));
        return rows;
    }

    private static double speed(double bytes, double milliseconds) {
        return bytes / 1e3 / milliseconds;
    }
}
