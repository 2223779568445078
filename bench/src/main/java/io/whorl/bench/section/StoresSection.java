package io.whorl.bench.section;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.data.WorkFolder;
import io.whorl.bench.jmh.StoreBenchmark;
import io.whorl.bench.report.Row;
import io.whorl.bench.store.PostingLists;
import io.whorl.bench.store.PostingStores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** Key-value stores with the same fingerprints: filling, size, and look-ups of lists. */
final class StoresSection {
    private static final Class<?> BENCHMARK = StoreBenchmark.class;
    private static final Map<String, String> METHODS = methods();

    private StoresSection() {}

    private static Map<String, String> methods() {
        Map<String, String> methods = new LinkedHashMap<>();
        methods.put("hit", "hit");
        methods.put("miss", "miss");
        methods.put("hitBatch", "1,000 at a time, hits");
        methods.put("missBatch", "1,000 at a time, misses");
        methods.put("queryBatch", "1,000 at a time, as documents ask");
        return methods;
    }

    static List<Row> measure(Settings settings) throws RunnerException {
        List<Row> rows = new ArrayList<>();
        try (WorkFolder folder = WorkFolder.in(settings.work())) {
            TextCollection texts = TextCollection.load(settings.data(), settings.collection());
            long start = System.nanoTime();
            PostingLists lists = PostingLists.of(texts);
            double sorting = (System.nanoTime() - start) / 1e9;
            Map<PostingStores, Path> made = new EnumMap<>(PostingStores.class);
            for (PostingStores store : PostingStores.values()) {
                made.put(store, store.made(texts, () -> lists, folder));
            }
            rows.add(Row.plain(
                    String.format(
                            Locale.ROOT,
                            "stores, %s: fingerprinting and sorting %,d postings of %,d minutiae,"
                                    + " before a rival is filled",
                            texts.name(),
                            lists.postings(),
                            lists.minutiae()),
                    Row.number(sorting) + " s"));
            rows.addAll(filled(made, lists.postings()));
        }
        rows.addAll(lookedUp(settings));
        return rows;
    }

    private static List<Row> filled(Map<PostingStores, Path> made, int postings) {
        List<Row> rows = new ArrayList<>();
        made.forEach((store, folder) -> {
            String what = store == PostingStores.WHORL ? " filled from the texts" : " filled from sorted lists";
            rows.add(new Row(
                    "stores, " + store.title() + what,
                    Row.number(PostingStores.seconds(folder)) + " s",
                    store.advice(),
                    "",
                    "",
                    ""));
        });
        double whorl = (double) PostingStores.bytes(made.get(PostingStores.WHORL)) / postings;
        made.forEach((store, folder) -> {
            if (store != PostingStores.WHORL) {
                double rival = (double) PostingStores.bytes(folder) / postings;
                rows.add(Row.plain(
                        "stores, bytes a posting",
                        String.format(Locale.ROOT, "%.2f B", whorl),
                        String.format(Locale.ROOT, "%s %.2f B", store.title(), rival),
                        rival / whorl));
            }
        });
        return rows;
    }

    private static List<Row> lookedUp(Settings settings) throws RunnerException {
        Scores scores = JmhRun.timed(
                settings,
                options -> options.param("collection", settings.collection())
                        .param("draws", Integer.toString(settings.draws())),
                BENCHMARK);
        List<Row> rows = new ArrayList<>();
        METHODS.forEach((method, how) -> {
            String what = "stores, a minutia's list, " + how;
            double whorl = scores.of(BENCHMARK, method, PostingStores.WHORL);
            for (PostingStores store : PostingStores.values()) {
                if (store != PostingStores.WHORL) {
                    double rival = scores.of(BENCHMARK, method, store);
                    rows.add(Row.plain(
                            what,
                            Row.number(whorl) + " ns",
                            store.title() + " " + Row.number(rival) + " ns",
                            rival / whorl));
                }
            }
        });
        return rows;
    }
}
