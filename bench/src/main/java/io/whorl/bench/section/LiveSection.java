package io.whorl.bench.section;

import io.whorl.bench.jmh.LiveBenchmark;
import io.whorl.bench.jmh.LiveBenchmark.Reader;
import io.whorl.bench.jmh.LiveIndex;
import io.whorl.bench.jmh.RefreshBenchmark;
import io.whorl.bench.jmh.WriterEvents.Kind;
import io.whorl.bench.jmh.WriterProfiler;
import io.whorl.bench.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.RunnerException;

/** Queries while documents are added. */
final class LiveSection {
    private static final Class<?> LIVE = LiveBenchmark.class;
    private static final Class<?> REFRESH = RefreshBenchmark.class;
    private static final double TIMES_QUIET = 2;
    private static final double TIMES_QUIET_LATE = 3;
    private static final double TIMES_FILES = 1.3;
    private static final double MEDIAN = 50;
    private static final double LATE = 99;
    private static final Map<Reader, String> READERS =
            Map.of(Reader.WRITER, "beside the writer", Reader.FILES, "by the files");

    private LiveSection() {}

    static List<Row> measure(Settings settings) throws RunnerException {
        Scores scores = JmhRun.timed(
                settings,
                options -> {
                    options.param("collection", settings.collection()).addProfiler(WriterProfiler.class);
                    if (settings.effort() == Settings.Effort.SMOKE) {
                        options.param("added", "200");
                    }
                },
                LIVE,
                REFRESH);
        List<Row> rows = new ArrayList<>();
        for (Reader reader : Reader.values()) {
            rows.add(latency("median", MEDIAN, reader, scores));
            rows.add(latency("99th percentile", LATE, reader, scores));
            rows.add(Row.plain("documents added meanwhile, " + READERS.get(reader), meanwhile(reader, scores)));
            rows.add(Row.plain(
                    "refresh after a commit of one document, " + READERS.get(reader) + ", median",
                    microseconds(scores.percentile(REFRESH, "refresh", reader, MEDIAN)) + ", 99th percentile "
                            + microseconds(scores.percentile(REFRESH, "refresh", reader, LATE))));
        }
        double writer = scores.percentile(LIVE, "quiet", Reader.WRITER, MEDIAN);
        double files = scores.percentile(LIVE, "quiet", Reader.FILES, MEDIAN);
        rows.add(Row.atMost(
                TIMES_FILES,
                "query, nothing added, beside the writer, median",
                microseconds(writer),
                "by the files " + microseconds(files),
                writer / files));
        return rows;
    }

    private static Row latency(String name, double rank, Reader reader, Scores scores) {
        double adding = scores.part(LIVE, "adding", "addingQuery", reader)
                .getStatistics()
                .getPercentile(rank);
        double quiet = scores.percentile(LIVE, "quiet", reader, rank);
        String what = "query while adding, " + READERS.get(reader) + ", " + name;
        String against = "nothing added " + microseconds(quiet);
        return reader == Reader.WRITER
                ? Row.atMost(
                        rank == MEDIAN ? TIMES_QUIET : TIMES_QUIET_LATE,
                        what,
                        microseconds(adding),
                        against,
                        adding / quiet)
                : Row.plain(what, microseconds(adding), against, adding / quiet);
    }

    private static String meanwhile(Reader reader, Scores scores) {
        Result<?> commit = scores.part(LIVE, "adding", "addingCommit", reader);
        double perSecond = LiveIndex.COMMIT / (commit.getStatistics().getMean() / 1e6);
        return String.format(
                Locale.ROOT,
                "%s/s, %,.0f seals, %,.0f merges",
                Row.number(perSecond),
                times(Kind.SEAL, reader, scores),
                times(Kind.MERGE, reader, scores));
    }

    private static double times(Kind kind, Reader reader, Scores scores) {
        return scores.part(LIVE, "adding", WriterProfiler.label(kind), reader).getScore();
    }

    private static String microseconds(double value) {
        return Row.number(value) + " µs";
    }
}
