package io.whorl.bench.section;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.ReplayBenchmark;
import io.whorl.bench.jmh.WriterEvents.Kind;
import io.whorl.bench.report.Row;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;

/** Bytes written per byte of the index, and the time to replay the log on opening. */
final class UpkeepSection {
    private static final Class<?> BENCHMARK = ReplayBenchmark.class;
    /** The number of times that the live tier is filled. */
    private static final int TIERS = 20;

    private UpkeepSection() {}

    static List<Row> measure(Settings settings) throws RunnerException, IOException, InterruptedException {
        int livePostings = livePostings(settings.effort());
        List<Row> rows = new ArrayList<>(amplification(settings, livePostings));
        rows.addAll(replay(settings, livePostings));
        return rows;
    }

    private static List<Row> amplification(Settings settings, int livePostings)
            throws IOException, InterruptedException {
        TextCollection text = TextCollection.load(settings.data(), settings.collection());
        try (WorkFolder folder = WorkFolder.in(settings.work())) {
            WriteAmplification found = WriteAmplification.measure(text, livePostings, TIERS, folder);
            String what = String.format(
                    Locale.ROOT,
                    "bytes written a byte of the index, %,d postings, live tier of %,d",
                    found.postings(),
                    livePostings);
            List<Row> rows = new ArrayList<>();
            rows.add(Row.plain(
                    what,
                    Row.number(found.of(Kind.values())) + ", the index has " + Row.number(found.indexBytes() / 1e6)
                            + " MB in " + found.segments() + " segments"));
            for (Kind kind : Kind.values()) {
                rows.add(Row.plain(
                        "of these by " + kind.name().toLowerCase(Locale.ROOT) + "s",
                        String.format(
                                Locale.ROOT,
                                "%s, %,d of them, %s MB",
                                Row.number(found.of(kind)),
                                found.total(kind).times(),
                                Row.number(found.total(kind).bytes() / 1e6))));
            }
            return rows;
        }
    }

    private static List<Row> replay(Settings settings, int livePostings) throws RunnerException {
        Scores scores = JmhRun.shots(
                settings,
                options -> options.param("collection", settings.collection())
                        .param("livePostings", Integer.toString(livePostings)),
                BENCHMARK);
        String of = String.format(Locale.ROOT, " a full log of %,d postings", livePostings);
        return List.of(
                Row.plain("opening for writing," + of, Row.number(scores.of(BENCHMARK, "writer")) + " ms"),
                Row.plain("opening for reading," + of, Row.number(scores.of(BENCHMARK, "reader")) + " ms"));
    }

    private static int livePostings(Settings.Effort effort) {
        return switch (effort) {
            case SMOKE -> 5_000;
            case QUICK -> 1 << 17;
            case BRIEF, FULL -> WriterOptions.DEFAULT.livePostings();
        };
    }
}
