package io.whorl.bench.section;

import io.whorl.bench.jmh.ChronicleLookupBenchmark;
import io.whorl.bench.jmh.LookupBenchmark;
import io.whorl.bench.jmh.SparkeyLookupBenchmark;
import io.whorl.bench.report.Row;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Look-ups: single ones compared with other tables, batched ones compared with the floor. */
final class LookupSection {
    private static final Class<?> WHORL = LookupBenchmark.class;
    private static final Class<?> CHRONICLE = ChronicleLookupBenchmark.class;
    private static final Class<?> SPARKEY = SparkeyLookupBenchmark.class;

    private LookupSection() {}

    static List<Row> measure(Settings settings) throws RunnerException {
        Scores scores = JmhRun.timed(
                settings,
                options -> options.param("minutiae", Integer.toString(settings.minutiae()))
                        .param("documents", Integer.toString(settings.documents()))
                        .param("draws", Integer.toString(settings.draws())),
                WHORL,
                CHRONICLE,
                SPARKEY);
        List<Row> rows = new ArrayList<>();
        for (int valueBytes : new int[] {Integer.BYTES, Long.BYTES}) {
            rows.add(single(5, "hit", valueBytes, scores));
            rows.add(single(3, "miss", valueBytes, scores));
        }
        double allocated = Math.max(scores.allocated(WHORL, "hit"), scores.allocated(WHORL, "miss"));
        // JMH's own objects account for some thousandths of a byte per operation.
        rows.add(Row.figureAtMost(
                0, "look-up, bytes allocated", Row.number(Math.round(allocated)) + " B", "", Math.round(allocated)));
        double floor = scores.of(WHORL, "floor");
        for (String method : List.of("hitBatch", "missBatch")) {
            double whorl = scores.of(WHORL, method);
            rows.add(Row.atMost(
                    1.6,
                    "look-up, batched, " + method.replace("Batch", ""),
                    time(whorl),
                    "line read " + time(floor),
                    whorl / floor));
        }
        double known = scores.of(WHORL, "floorOfKnownPlaces");
        rows.add(
                Row.plain("line read, place known beforehand", time(known), "line read " + time(floor), known / floor));
        for (String method : List.of("hit", "miss")) {
            double sparkey = scores.of(SPARKEY, method);
            rows.add(Row.plain(
                    "look-up, " + method,
                    time(scores.of(WHORL, method)),
                    "Sparkey " + time(sparkey),
                    sparkey / scores.of(WHORL, method)));
        }
        return rows;
    }

    private static Row single(double bar, String method, int valueBytes, Scores scores) {
        double whorl = scores.of(WHORL, method);
        double chronicle = scores.of(CHRONICLE, method, valueBytes);
        String rival = "Chronicle Map, " + valueBytes + "-byte values, " + time(chronicle);
        return Row.atLeast(bar, "look-up, " + method, time(whorl), rival, chronicle / whorl);
    }

    private static String time(double nanoseconds) {
        return Row.number(nanoseconds) + " ns";
    }
}
