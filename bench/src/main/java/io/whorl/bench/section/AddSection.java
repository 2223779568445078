package io.whorl.bench.section;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.ThousandWords;
import io.whorl.bench.jmh.AddBenchmark;
import io.whorl.bench.jmh.AddBenchmark.Store;
import io.whorl.bench.jmh.CommitPlan;
import io.whorl.bench.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.openjdk.jmh.runner.RunnerException;

/** Documents added per second with durable commits, by the size of a commit. */
final class AddSection {
    private static final Class<?> BENCHMARK = AddBenchmark.class;
    private static final double TIMES_LUCENE = 10;
    /** The bar for medium commits if Lucene receives minutiae, so only its indexing is compared. */
    private static final double TIMES_LUCENE_INDEXING = 6;

    private static final Map<Store, String> RIVALS = Map.of(
            Store.LUCENE_TEXT, "Lucene, terms of text, ",
            Store.LUCENE_MINUTIAE, "Lucene, terms of minutiae, ",
            Store.ROCKSDB, "RocksDB ",
            Store.CHRONICLE_MAP, "Chronicle Map, forced, not crash-safe, ");

    private AddSection() {}

    static List<Row> measure(Settings settings) throws RunnerException {
        List<CommitPlan> plans = plans(settings.effort());
        Scores scores = JmhRun.shots(
                settings,
                options -> {
                    options.param("collection", settings.collection())
                            .param(
                                    "plan",
                                    plans.stream().map(CommitPlan::toString).toArray(String[]::new));
                    if (settings.effort().brief()) {
                        options.measurementIterations(1);
                    }
                },
                BENCHMARK);
        TextCollection text = TextCollection.load(settings.data(), settings.collection());
        List<Row> rows = new ArrayList<>();
        for (CommitPlan plan : plans) {
            long bytes = ThousandWords.of(text, plan.documents()).stream()
                    .mapToLong(d -> d.utf8().length)
                    .sum();
            // A commit of one document waits for the disk in every store.
            boolean one = plan == plans.get(0);
            boolean largest = plan == plans.get(plans.size() - 1);
            for (Store rival : Store.values()) {
                if (rival != Store.WHORL) {
                    rows.add(row(plan, bytes, rival, scores, one ? OptionalDouble.empty() : bar(rival, largest)));
                }
            }
        }
        return rows;
    }

    private static Row row(CommitPlan plan, long bytes, Store rival, Scores scores, OptionalDouble bar) {
        double whorl = scores.of(BENCHMARK, "add", plan, Store.WHORL);
        double other = scores.of(BENCHMARK, "add", plan, rival);
        int threads = plan.batch() == 1 ? 1 : Runtime.getRuntime().availableProcessors();
        String what = String.format(Locale.ROOT, "adds, %,d a commit, threads: %d", plan.batch(), threads);
        String figure = speed(plan, bytes, whorl);
        String against = RIVALS.get(rival) + speed(plan, bytes, other);
        return bar.isPresent()
                ? Row.atLeast(bar.getAsDouble(), what, figure, against, other / whorl)
                : Row.plain(what, figure, against, other / whorl);
    }

    private static OptionalDouble bar(Store rival, boolean largest) {
        return switch (rival) {
            case LUCENE_TEXT -> OptionalDouble.of(TIMES_LUCENE);
            case LUCENE_MINUTIAE -> OptionalDouble.of(largest ? TIMES_LUCENE : TIMES_LUCENE_INDEXING);
            default -> OptionalDouble.empty();
        };
    }

    private static String speed(CommitPlan plan, long bytes, double milliseconds) {
        return Row.number(plan.documents() / milliseconds * 1e3) + " documents/s, "
                + Row.number(bytes / 1e3 / milliseconds) + " MB/s";
    }

    private static List<CommitPlan> plans(Settings.Effort effort) {
        return switch (effort) {
            case SMOKE -> List.of(new CommitPlan(1, 2), new CommitPlan(5, 2), new CommitPlan(20, 2));
            case QUICK -> List.of(new CommitPlan(1, 100), new CommitPlan(100, 10), new CommitPlan(10_000, 1));
            case BRIEF, FULL -> List.of(new CommitPlan(1, 500), new CommitPlan(100, 100), new CommitPlan(10_000, 2));
        };
    }
}
