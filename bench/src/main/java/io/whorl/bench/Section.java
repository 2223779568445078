package io.whorl.bench;

import io.whorl.IndexStats;
import io.whorl.bench.ChronicleMapRival.ChronicleTable;
import io.whorl.bench.CollapsedResults.Way;
import io.whorl.bench.LiveBenchmarks.AddBenchmark;
import io.whorl.bench.LiveBenchmarks.AddBenchmark.CommitPlan;
import io.whorl.bench.LiveBenchmarks.AddBenchmark.Store;
import io.whorl.bench.LiveBenchmarks.LiveBenchmark;
import io.whorl.bench.LiveBenchmarks.LiveBenchmark.Reader;
import io.whorl.bench.LiveBenchmarks.LiveIndex;
import io.whorl.bench.LiveBenchmarks.RefreshBenchmark;
import io.whorl.bench.LiveBenchmarks.ReplayBenchmark;
import io.whorl.bench.LookupBenchmarks.ChronicleLookupBenchmark;
import io.whorl.bench.LookupBenchmarks.LookupBenchmark;
import io.whorl.bench.LookupBenchmarks.SparkeyLookupBenchmark;
import io.whorl.bench.LookupBenchmarks.StoreBenchmark;
import io.whorl.bench.QueryBenchmarks.CollapseBenchmark;
import io.whorl.bench.QueryBenchmarks.OpenBenchmark;
import io.whorl.bench.QueryBenchmarks.QueryBenchmark;
import io.whorl.bench.Rival.SingletonTable;
import io.whorl.bench.TextBenchmarks.BuildBenchmark;
import io.whorl.bench.TextBenchmarks.FingerprintBenchmark;
import io.whorl.bench.WriterProfiler.Kind;
import io.whorl.lab.Folders;
import io.whorl.lab.Labels;
import io.whorl.query.Matches;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * A section of a run. Each runs its benchmarks, and turns their scores into rows: a figure of Whorl, that of a floor or
 * rival in the same run, their ratio, and a bar if the design has one.
 */
public enum Section {
    FINGERPRINT(Section::fingerprint),
    LOOKUP(Section::lookup),
    BUILD(Section::build),
    QUERY(Section::query),
    SIZE(Section::size),
    OPEN(Section::open),
    ADD(Section::add),
    LIVE(Section::live),
    UPKEEP(Section::upkeep),
    STORES(Section::stores),
    COLLAPSE(Section::collapse);

    @FunctionalInterface
    interface Measurement {
        List<Row> measure(Settings settings) throws Exception;
    }

    private static final double MEDIAN = Scores.MEDIAN;
    private static final double LATE = Scores.LATE;

    private final Measurement measurement;

    Section(Measurement measurement) {
        this.measurement = measurement;
    }

    /** Measures the section. A failure becomes a row, so that the other sections still run. */
    public List<Row> measure(Settings settings) {
        try {
            return measurement.measure(settings);
        } catch (Exception e) {
            return List.of(Row.failed(Labels.of(this), e));
        }
    }

    private static String ns(double value) {
        return Row.number(value) + " ns";
    }

    private static String micros(double value) {
        return Row.number(value) + " µs";
    }

    private static String megabytesPerSecond(double value) {
        return Row.number(value) + " MB/s";
    }

    private static String bytes(double each) {
        return format("%.2f B", each);
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }

    /** Computing minutiae from text with one thread. */
    static List<Row> fingerprint(Settings settings) throws Exception {
        Class<?> benchmark = FingerprintBenchmark.class;
        Scores scores = Scores.timed(
                settings,
                options -> {
                    if (settings.effort() == Settings.Effort.SMOKE) {
                        options.param("bytes", Integer.toString(2 * EnglishText.CACHED));
                    }
                },
                benchmark);
        double floor = scores.of(benchmark, "floor");
        double whorl = scores.of(benchmark, "whorl", Schemes.DEFAULT);
        String what = "text to minutiae, ";
        List<Row> rows = new ArrayList<>();
        rows.add(Row.slower(Section::speed, what + Schemes.DEFAULT, whorl, "fold floor ", floor)
                .atMost(6));
        double lucene = scores.of(benchmark, "lucene");
        rows.add(Row.faster(Section::speed, what + Schemes.DEFAULT, whorl, "Lucene analysis ", lucene)
                .atLeast(10));
        double cached = scores.of(benchmark, "cachedFloor");
        rows.add(Row.slower(Section::speed, what + Schemes.DEFAULT, whorl, "fold floor in the caches ", cached));
        String rabin = "rabin-full";
        rows.add(Row.slower(Section::speed, what + rabin, scores.of(benchmark, "whorl", rabin), "fold floor ", floor));
        // The least share of the speed of full selection that each strategy should reach.
        Map<String, Double> selections = new TreeMap<>(Map.of("rz-winnowing", 0.85, "rz-mod", 0.85, "rz-anchor", 0.6));
        selections.forEach((scheme, share) -> {
            double other = scores.of(benchmark, "whorl", scheme);
            rows.add(Row.faster(Section::speed, what + scheme, other, Schemes.DEFAULT + " ", whorl)
                    .atLeast(share));
        });
        return rows;
    }

    private static String speed(double nanosecondsPerByte) {
        return megabytesPerSecond(1_000 / nanosecondsPerByte);
    }

    /** Look-ups: single ones compared with other tables, batched ones compared with the floor. */
    static List<Row> lookup(Settings settings) throws Exception {
        Class<?> whorl = LookupBenchmark.class;
        Class<?> chronicle = ChronicleLookupBenchmark.class;
        Class<?> sparkey = SparkeyLookupBenchmark.class;
        String documents = Integer.toString(settings.documents());
        Scores scores =
                Scores.timed(settings, options -> options.param("documents", documents), whorl, chronicle, sparkey);
        List<Row> rows = new ArrayList<>();
        for (int size : new int[] {Integer.BYTES, Long.BYTES}) {
            for (String method : List.of("hit", "miss")) {
                String rival = "Chronicle Map, " + size + "-byte values, ";
                double other = scores.of(chronicle, method, size);
                rows.add(Row.faster(Section::ns, "look-up, " + method, scores.of(whorl, method), rival, other)
                        .atLeast(method.equals("hit") ? 5 : 3));
            }
        }
        String garbage = "gc.alloc.rate.norm";
        // JMH's own objects account for some thousandths of a byte per operation.
        long allocated = Math.round(Math.max(scores.part(whorl, "hit", garbage), scores.part(whorl, "miss", garbage)));
        rows.add(
                Row.of("look-up, bytes allocated", Row.number(allocated) + " B").figureAtMost(0, allocated));
        double floor = scores.of(whorl, "floor");
        for (String method : List.of("hit", "miss")) {
            double batched = scores.of(whorl, method + "Batch");
            rows.add(Row.slower(Section::ns, "look-up, batched, " + method, batched, "line read ", floor)
                    .atMost(1.6));
        }
        double known = scores.of(whorl, "floorOfKnownPlaces");
        rows.add(Row.slower(Section::ns, "line read, place known beforehand", known, "line read ", floor));
        for (String method : List.of("hit", "miss")) {
            double other = scores.of(sparkey, method);
            rows.add(Row.faster(Section::ns, "look-up, " + method, scores.of(whorl, method), "Sparkey ", other));
        }
        return rows;
    }

    /** Building an index of a collection with all cores. */
    static List<Row> build(Settings settings) throws Exception {
        Class<?> benchmark = BuildBenchmark.class;
        Scores scores = Scores.run(settings, options -> {}, benchmark);
        // Kilobytes, because kilobytes a millisecond are MB/s.
        double size =
                TextCollection.load(settings.data(), settings.collection()).bytes() / 1e3;
        int cores = Runtime.getRuntime().availableProcessors();
        double whorl = size / scores.of(benchmark, "whorl");
        Row own = Row.of(
                "build, " + cores + " cores", megabytesPerSecond(whorl) + ", " + Row.number(whorl / cores) + " a core");
        List<Row> rows = new ArrayList<>();
        for (LuceneRival.Terms terms : LuceneRival.Terms.values()) {
            double lucene = size / scores.of(benchmark, "lucene", terms);
            Row row = own.against(
                    "Lucene, terms of " + Labels.of(terms) + ", " + megabytesPerSecond(lucene) + ", "
                            + Row.number(lucene / cores) + " a thread",
                    whorl / lucene);
            // With terms of minutiae, Whorl does the analysis, so only Lucene's indexing is compared; no bar.
            rows.add(terms == LuceneRival.Terms.TEXT ? row.atLeast(40) : row);
        }
        double minutiae = size / scores.of(benchmark, "minutiae");
        rows.add(own.against("text to minutiae alone " + megabytesPerSecond(minutiae), minutiae / whorl)
                .atMost(2));
        double sort = size / scores.of(benchmark, "sortFloor");
        rows.add(own.against("sort floor " + megabytesPerSecond(sort) + " of text", sort / whorl));
        double floor = size / scores.of(benchmark, "floor");
        rows.add(Row.of("build, a core", megabytesPerSecond(whorl / cores))
                .against("fold floor " + megabytesPerSecond(floor), floor / (whorl / cores))
                .atMost(20));
        double postings = scores.statistics(benchmark, "phases", "postings").getMax();
        for (String phase :
                List.of("fingerprint", "partition", "sort", "group", "lists", "lines", "checksum", "force")) {
            double least = scores.statistics(benchmark, "phases", phase).getPercentile(MEDIAN);
            rows.add(Row.of("build, floor of a phase, one thread, a posting: " + phase, ns(least / postings)));
        }
        return rows;
    }

    /** Queries of a thousand words. */
    static List<Row> query(Settings settings) throws Exception {
        Class<?> benchmark = QueryBenchmark.class;
        Scores scores = Scores.timed(settings, options -> {}, benchmark);
        List<Row> rows = new ArrayList<>();
        for (LuceneRival.Queries.Scoring scoring : LuceneRival.Queries.Scoring.values()) {
            for (double rank : new double[] {MEDIAN, LATE}) {
                Row row = Row.faster(
                        Section::micros,
                        "query, 1,000 words, " + name(rank),
                        scores.percentile(rank, benchmark, "whorl"),
                        "Lucene, scored by " + scoring + ", ",
                        scores.percentile(rank, benchmark, "lucene", scoring));
                rows.add(rank == MEDIAN ? row.atLeast(20) : row);
            }
        }
        return rows;
    }

    private static String name(double rank) {
        return rank == MEDIAN ? "median" : "99th percentile";
    }

    /** Bytes per posting of whole indexes, without stored text. */
    static List<Row> size(Settings settings) throws Exception {
        try (WorkFolder folder = WorkFolder.in(settings.work())) {
            List<Row> rows = new ArrayList<>();
            TextCollection text = TextCollection.load(settings.data(), settings.collection());
            IndexStats whorl = Snapshot.open(WhorlRival.made(text, folder)).stats();
            rows.add(size(1.8, settings.collection(), whorl, LuceneRival.made(text, folder), whorl.postings()));
            SingletonSet set = new SingletonSet(settings.minutiae(), settings.documents());
            whorl = Snapshot.open(OpenBenchmark.singletons(folder, settings.documents()))
                    .stats();
            rows.add(size(5.5, "singletons", whorl, LuceneRival.made(set, folder), set.count()));
            rows.add(size("Chronicle Map, int values", ChronicleTable.ofInts(set, folder), set));
            rows.add(size("Chronicle Map, long values", ChronicleTable.ofLongs(set, folder), set));
            rows.add(size("Sparkey", SparkeyRival.made(set, folder), set));
            return rows;
        }
    }

    private static Row size(double bar, String what, IndexStats stats, Path lucene, long postings) {
        return Row.of(
                        format("size, %s, %,d postings, a posting", what, stats.postings()),
                        bytes(stats.bytesPerPosting()))
                .against("Lucene " + bytes((double) Folders.bytes(lucene) / postings))
                .figureAtMost(bar, stats.bytesPerPosting());
    }

    private static Row size(String what, SingletonTable table, SingletonSet set) throws Exception {
        try (table) {
            return Row.of("size, singletons, " + what, bytes((double) table.bytes() / set.count()));
        }
    }

    /** Time and heap to open a small and a large index. */
    static List<Row> open(Settings settings) throws Exception {
        Class<?> benchmark = OpenBenchmark.class;
        int small = 1_000;
        int large = settings.documents();
        Scores scores = Scores.run(
                settings,
                options -> options.param("documents", Integer.toString(small), Integer.toString(large)),
                benchmark);
        try (WorkFolder folder = WorkFolder.in(settings.work())) {
            Path index = OpenBenchmark.singletons(folder, large);
            HeapProbe.Found most = HeapProbe.run(index, large);
            HeapProbe.Found least = HeapProbe.run(OpenBenchmark.singletons(folder, small), small);
            String sizes = format("%,d documents against %,d", large, small);
            String answered = "queries answered under -Xmx32m, index of " + (Folders.bytes(index) >> 20) + " MiB";
            return List.of(
                    // The ratio of two noisy measurements up to which they count as equal.
                    Row.slower(
                                    Section::micros,
                                    "open, time, " + sizes,
                                    scores.of(benchmark, "whorl", large),
                                    "",
                                    scores.of(benchmark, "whorl", small))
                            .atMost(1.5),
                    Row.of("open, heap, bytes more, " + sizes, Row.number(most.bytes()) + " B")
                            .against(Row.number(least.bytes()) + " B")
                            .figureAtMost(4 << 10, most.bytes() - least.bytes()),
                    Row.of(answered, most.right() + " of " + most.asked()).figureAtLeast(most.asked(), most.right()));
        }
    }

    /** Documents added per second with durable commits, by the size of a commit. */
    static List<Row> add(Settings settings) throws Exception {
        Class<?> benchmark = AddBenchmark.class;
        List<CommitPlan> plans =
                switch (settings.effort()) {
                    case SMOKE -> List.of(new CommitPlan(1, 2), new CommitPlan(5, 2), new CommitPlan(20, 2));
                    case QUICK -> List.of(new CommitPlan(1, 100), new CommitPlan(100, 10), new CommitPlan(10_000, 1));
                    case BRIEF, FULL ->
                        List.of(new CommitPlan(1, 500), new CommitPlan(100, 100), new CommitPlan(10_000, 2));
                };
        Scores scores = Scores.run(
                settings,
                options -> {
                    options.param(
                            "plan", plans.stream().map(CommitPlan::toString).toArray(String[]::new));
                    if (settings.effort().brief()) {
                        options.measurementIterations(1);
                    }
                },
                benchmark);
        TextCollection text = TextCollection.load(settings.data(), settings.collection());
        List<Row> rows = new ArrayList<>();
        for (CommitPlan plan : plans) {
            double size = text.thousandWords(plan.documents()).stream()
                    .mapToLong(d -> d.utf8().length)
                    .sum();
            int threads = plan.batch() == 1 ? 1 : Runtime.getRuntime().availableProcessors();
            String what = format("adds, %,d a commit, threads: %d", plan.batch(), threads);
            for (Store rival : Store.values()) {
                if (rival != Store.WHORL) {
                    Row row = Row.faster(
                            ms -> Row.number(plan.documents() / ms * 1e3) + " documents/s, "
                                    + megabytesPerSecond(size / 1e3 / ms),
                            what,
                            scores.of(benchmark, "add", plan, Store.WHORL),
                            rival.title(),
                            scores.of(benchmark, "add", plan, rival));
                    // A commit of one document waits for the disk in every store.
                    rows.add(plan == plans.get(0) ? row : barOfAdds(row, rival, plan == plans.get(2)));
                }
            }
        }
        return rows;
    }

    /** If Lucene receives minutiae, only its indexing is compared, so medium commits have a lower bar. */
    private static Row barOfAdds(Row row, Store rival, boolean largest) {
        return switch (rival) {
            case LUCENE_TEXT -> row.atLeast(10);
            case LUCENE_MINUTIAE -> row.atLeast(largest ? 10 : 6);
            default -> row;
        };
    }

    /** Queries while documents are added. */
    static List<Row> live(Settings settings) throws Exception {
        Class<?> benchmark = LiveBenchmark.class;
        // A brief run warms up as long as any other: a cold compiler takes cores from queries for 20 s.
        Scores scores = Scores.run(
                settings,
                options -> {
                    options.addProfiler(WriterProfiler.class);
                    if (settings.effort().brief()) {
                        options.measurementTime(TimeValue.seconds(2));
                    }
                    if (settings.effort() == Settings.Effort.SMOKE) {
                        options.param("added", "200");
                    }
                },
                benchmark,
                RefreshBenchmark.class);
        List<Row> rows = new ArrayList<>();
        for (Reader reader : Reader.values()) {
            for (double rank : new double[] {MEDIAN, LATE}) {
                Row row = Row.slower(
                        Section::micros,
                        "query while adding, " + reader.title() + ", " + name(rank),
                        scores.statistics(benchmark, "adding", "addingQuery", reader)
                                .getPercentile(rank),
                        "nothing added ",
                        scores.percentile(rank, benchmark, "quiet", reader));
                rows.add(reader == Reader.WRITER ? row.atMost(rank == MEDIAN ? 2 : 3) : row);
            }
            double commit = scores.statistics(benchmark, "adding", "addingCommit", reader)
                    .getMean();
            rows.add(Row.of(
                    "documents added meanwhile, " + reader.title(),
                    format(
                            "%s/s, %,.0f seals, %,.0f merges",
                            Row.number(LiveIndex.COMMIT / (commit / 1e6)),
                            scores.part(benchmark, "adding", WriterProfiler.label(Kind.SEAL), reader),
                            scores.part(benchmark, "adding", WriterProfiler.label(Kind.MERGE), reader))));
            rows.add(Row.of(
                    "refresh after a commit of one document, " + reader.title() + ", median",
                    micros(scores.percentile(MEDIAN, RefreshBenchmark.class, "refresh", reader)) + ", 99th percentile "
                            + micros(scores.percentile(LATE, RefreshBenchmark.class, "refresh", reader))));
        }
        rows.add(Row.slower(
                        Section::micros,
                        "query, nothing added, beside the writer, median",
                        scores.of(benchmark, "quiet", Reader.WRITER),
                        "by the files ",
                        scores.of(benchmark, "quiet", Reader.FILES))
                .atMost(1.3));
        return rows;
    }

    /** Bytes written per byte of the index, and the time to replay the log on opening. */
    static List<Row> upkeep(Settings settings) throws Exception {
        int livePostings =
                switch (settings.effort()) {
                    case SMOKE -> 5_000;
                    case QUICK -> 1 << 17;
                    case BRIEF, FULL -> WriterOptions.DEFAULT.livePostings();
                };
        int tiers = 20;
        TextCollection text = TextCollection.load(settings.data(), settings.collection());
        List<Row> rows = new ArrayList<>();
        try (WorkFolder folder = WorkFolder.in(settings.work())) {
            WriteAmplification found = WriteAmplification.measure(text, livePostings, tiers, folder);
            rows.add(Row.of(
                    format(
                            "bytes written a byte of the index, %,d postings, live tier of %,d",
                            found.postings(), livePostings),
                    Row.number(found.of(Kind.values())) + ", the index has " + Row.number(found.indexBytes() / 1e6)
                            + " MB in " + found.segments() + " segments"));
            for (Kind kind : Kind.values()) {
                rows.add(Row.of(
                        "of these by " + Labels.of(kind) + "s",
                        format(
                                "%s, %,d of them, %s MB",
                                Row.number(found.of(kind)),
                                found.total(kind).getCount(),
                                Row.number(found.total(kind).getSum() / 1e6))));
            }
        }
        Class<?> benchmark = ReplayBenchmark.class;
        Scores scores = Scores.run(
                settings, options -> options.param("livePostings", Integer.toString(livePostings)), benchmark);
        String of = format(" a full log of %,d postings", livePostings);
        rows.add(Row.of("opening for writing," + of, Row.number(scores.of(benchmark, "writer")) + " ms"));
        rows.add(Row.of("opening for reading," + of, Row.number(scores.of(benchmark, "reader")) + " ms"));
        return rows;
    }

    /** Key-value stores with the same fingerprints: filling, size, and look-ups of lists. */
    static List<Row> stores(Settings settings) throws Exception {
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
            rows.add(Row.of(
                    format(
                            "stores, %s: fingerprinting and sorting %,d postings of %,d minutiae,"
                                    + " before a rival is filled",
                            texts.name(), lists.postings(), lists.minutiae()),
                    Row.number(sorting) + " s"));
            for (PostingStores store : PostingStores.values()) {
                String what = store == PostingStores.WHORL ? " filled from the texts" : " filled from sorted lists";
                rows.add(Row.of(
                                "stores, " + store.title() + what,
                                Row.number(PostingStores.seconds(made.get(store))) + " s")
                        .against(store.advice()));
            }
            double whorl = (double) PostingStores.bytes(made.get(PostingStores.WHORL)) / lists.postings();
            for (PostingStores rival : PostingStores.rivals()) {
                double other = (double) PostingStores.bytes(made.get(rival)) / lists.postings();
                rows.add(Row.faster(Section::bytes, "stores, bytes a posting", whorl, rival.title() + " ", other));
            }
        }
        Class<?> benchmark = StoreBenchmark.class;
        Scores scores = Scores.timed(settings, options -> {}, benchmark);
        for (String method : List.of("hit", "miss", "hitBatch", "missBatch", "queryBatch")) {
            String how =
                    switch (method) {
                        case "hitBatch" -> "1,000 at a time, hits";
                        case "missBatch" -> "1,000 at a time, misses";
                        case "queryBatch" -> "1,000 at a time, as documents ask";
                        default -> method;
                    };
            for (PostingStores rival : PostingStores.rivals()) {
                rows.add(Row.faster(
                        Section::ns,
                        "stores, a minutia's list, " + how,
                        scores.of(benchmark, method, PostingStores.WHORL),
                        rival.title() + " ",
                        scores.of(benchmark, method, rival)));
            }
        }
        return rows;
    }

    /** Result pages of a Lucene index of versions, with and without collapsing. */
    static List<Row> collapse(Settings settings) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (WorkFolder folder = WorkFolder.in(settings.work());
                CollapsedResults results = new CollapsedResults(settings.data(), settings.collection(), folder)) {
            for (Way way : Way.values()) {
                if (way != Way.EXACT_HASH) {
                    rows.add(Row.of(page(way) + ", different documents", Row.number(results.groups(way))));
                }
            }
        }
        Class<?> benchmark = CollapseBenchmark.class;
        Scores scores = Scores.timed(settings, options -> {}, benchmark);
        for (Way way : Way.values()) {
            for (double rank : new double[] {MEDIAN, LATE}) {
                Row row = Row.slower(
                        Section::micros,
                        page(way) + ", " + name(rank),
                        scores.percentile(rank, benchmark, "page", way),
                        "plain search ",
                        scores.percentile(rank, benchmark, "page", Way.PLAIN));
                rows.add(way == Way.COLLAPSED && rank == MEDIAN ? row.atMost(1.3) : row);
            }
        }
        return rows;
    }

    private static String page(Way way) {
        return "page of ten, " + Labels.of(way).replace('-', ' ');
    }

    /** Opens and queries an index in a new JVM with a heap of 32 MiB, and measures the heap of the open index. */
    static final class HeapProbe {
        private static final int QUERIES = 200;
        private static final int HELD = 100;
        /** The number of garbage collections that also clears weak references. */
        private static final int SETTLING = 5;

        private HeapProbe() {}

        /**
         * @param bytes the heap of an open index
         * @param right the number of queries whose best match is the query document
         */
        record Found(long bytes, int right, int asked) {}

        static Found run(Path index, int documents) throws IOException, InterruptedException {
            Process jvm = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx32m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            HeapProbe.class.getName(),
                            index.toString(),
                            Integer.toString(documents))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader out = jvm.inputReader(StandardCharsets.US_ASCII)) {
                String line = out.readLine();
                if (jvm.waitFor() != 0 || line == null) {
                    throw new IOException("the JVM that opens " + index + " in 32 MiB ended with " + jvm.exitValue());
                }
                String[] fields = line.split(" ");
                return new Found(Long.parseLong(fields[0]), Integer.parseInt(fields[1]), QUERIES);
            }
        }

        public static void main(String[] args) throws IOException {
            Path index = Path.of(args[0]);
            SingletonText text = new SingletonText(Integer.parseInt(args[1]), OpenBenchmark.CHUNKS);
            // The first index loads classes, which are not counted. The others stay open and are counted.
            int right = ask(Snapshot.open(index), text);
            Snapshot[] held = new Snapshot[HELD];
            long before = used();
            for (int i = 0; i < HELD; i++) {
                held[i] = Snapshot.open(index);
            }
            long after = used();
            right = Math.min(right, ask(held[HELD - 1], text));
            System.out.println((after - before) / HELD + " " + right);
        }

        private static int ask(Snapshot snapshot, SingletonText text) {
            int right = 0;
            for (int q = 0; q < QUERIES; q++) {
                int document = (int) ((long) q * text.documents() / QUERIES);
                Matches found = snapshot.query(text.text(document), QueryOptions.DEFAULT);
                List<String> ids = found.matches().stream().map(m -> m.id()).toList();
                right += !ids.isEmpty() && ids.get(0).equals(text.id(document)) ? 1 : 0;
            }
            return right;
        }

        private static long used() {
            for (int i = 0; i < SETTLING; i++) {
                System.gc();
            }
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }
    }

    /**
     * The bytes that a writer writes (log, seals, merges) until the index has many times the size of the live tier.
     * Seals and merges happen by the default policy.
     */
    record WriteAmplification(long postings, long indexBytes, int segments, Map<Kind, LongSummaryStatistics> totals) {
        private static final int POSTINGS_A_DOCUMENT = 1_000;
        private static final int COMMITS_A_TIER = 20;

        static WriteAmplification measure(TextCollection text, int livePostings, int tiers, WorkFolder folder)
                throws Exception {
            Path index = folder.fresh("amplification").resolve("index");
            List<NewDocument> documents = text.thousandWords(tiers * livePostings / POSTINGS_A_DOCUMENT);
            int batch = Math.max(1, livePostings / POSTINGS_A_DOCUMENT / COMMITS_A_TIER);
            WriterOptions options = WriterOptions.DEFAULT
                    .liveMap(LiveMap.REQUIRED)
                    .livePostings(livePostings)
                    .liveDocuments(WriterOptions.DEFAULT.liveDocuments());
            Map<Kind, LongSummaryStatistics> totals;
            try (WriterProfiler events = WriterProfiler.started();
                    IndexWriter writer = IndexWriter.create(index, Schemes.named(Schemes.DEFAULT), options)) {
                for (int d = 0; d < documents.size(); d++) {
                    writer.add(documents.get(d).id(), documents.get(d).utf8());
                    if (d % batch == batch - 1) {
                        writer.commit();
                    }
                }
                writer.commit();
                writer.seal();
                writer.awaitMerges();
                totals = events.totals();
            }
            IndexStats stats = Snapshot.open(index).stats();
            folder.fresh("amplification");
            return new WriteAmplification(stats.postings(), stats.bytes(), stats.segments(), totals);
        }

        LongSummaryStatistics total(Kind kind) {
            return totals.get(kind);
        }

        double of(Kind... kinds) {
            return (double) Arrays.stream(kinds)
                            .mapToLong(k -> total(k).getSum())
                            .sum()
                    / indexBytes;
        }
    }
}
