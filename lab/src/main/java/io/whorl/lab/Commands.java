package io.whorl.lab;

import io.whorl.WhorlException;
import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.lab.AlignmentLaboratory.CopiedPairs;
import io.whorl.lab.AlignmentLaboratory.PairSource;
import io.whorl.lab.AlignmentLaboratory.TextAligner;
import io.whorl.lab.BlockLaboratory.Blocks;
import io.whorl.lab.ClusterLaboratory.JudgedClusters;
import io.whorl.lab.ClusterLaboratory.MadeCollection;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import io.whorl.lab.Configuration.Rival;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.lab.CopsSampling.CopsNoise;
import io.whorl.lab.CrawlLaboratory.MadeCrawl;
import io.whorl.lab.Groups.Question;
import io.whorl.lab.PassageLaboratory.PassageOutcome;
import io.whorl.lab.ResultsFolder.OutcomeFiles;
import io.whorl.lab.ResultsFolder.Results;
import io.whorl.lab.RetrievalLaboratory.Bounds;
import io.whorl.lab.SeedExperiment.Constants;
import io.whorl.lab.SourceLaboratory.SourceOutcome;
import io.whorl.lab.SourceLaboratory.SourceOutcome.SourceSummary;
import io.whorl.lab.SourceLaboratory.SourceTruth;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOFunction;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The commands of the laboratory. A method is a command, and its parameters are the options. Tables go to standard
 * output and progress to standard error. Exit codes: 0 for success, 1 for a failure, 2 for wrong usage.
 */
@Command(
        name = "lab",
        resourceBundle = "io.whorl.lab.help",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        scope = ScopeType.INHERIT,
        addMethodSubcommands = false)
public final class Commands implements Runnable {
    /** The commands in the order of the help text. */
    private static final String NAMES =
            "run rivals sources passages align clusters crawl retrieval experiment sec blocks report";

    private static final String PAGE = "report.html";
    private static final int MANY = 1_000_000;
    private static final int MOST_MEGABYTES = 1_000;

    @Spec
    private CommandSpec spec;

    private Commands() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    public static CommandLine commandLine() {
        Commands commands = new Commands();
        CommandLine lab = new CommandLine(commands);
        for (String name : NAMES.split(" ")) {
            lab.addSubcommand(
                    name, CommandLine.getCommandMethods(Commands.class, name).get(0));
        }
        return lab.setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, line, parsed) -> commands.exitCode(failure));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private int exitCode(Exception failure) throws Exception {
        if (failure instanceof WhorlException) {
            say(failure.getMessage());
        } else if (failure instanceof IOException || failure instanceof UncheckedIOException) {
            // The message of many I/O exceptions is only a file name, so the class is printed too.
            say(failure.toString());
        } else {
            throw failure;
        }
        return 1;
    }

    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private ParameterException usage(String message) {
        CommandLine lab = spec.commandLine();
        return new ParameterException(
                lab.getParseResult().subcommand().commandSpec().commandLine(), message);
    }

    /**
     * Makes something from options that the library checks, before a collection is read.
     *
     * @param option the start of the message, which the library's message continues
     */
    private <T> T checked(String option, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw usage(option + e.getMessage());
        }
    }

    /** Where results go, and how many threads make them. */
    private static final class Output {
        private static final int MAX_THREADS = 1_024;

        @Option(names = "--out", paramLabel = "DIR", defaultValue = "lab-results")
        private Path folder;

        private int threads;

        @Spec(Spec.Target.MIXEE)
        private CommandSpec command;

        @Option(names = "--threads", paramLabel = "N")
        void threads(Optional<Integer> wanted) {
            threads = wanted.orElse(Runtime.getRuntime().availableProcessors());
            if (threads < 1 || threads > MAX_THREADS) {
                throw new ParameterException(
                        command.commandLine(), "--threads is " + threads + "; it must be from 1 to " + MAX_THREADS);
            }
        }
    }

    private static String title(Path folder) {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }

    private PrintWriter table() {
        return spec.commandLine().getOut();
    }

    /** A print writer throws nothing, so it is asked at the end whether the table is complete. */
    private void finish(Output to) {
        if (table().checkError()) {
            throw new LabException(
                    "standard output cannot be written, so the table is incomplete; the results are in " + to.folder);
        }
    }

    /** The documents of {@code run} and {@code rivals}, their groups, and the queries. */
    private static final class Queries {
        @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE")
        private Path collection;

        @Option(names = "--groups", required = true, paramLabel = "TSV")
        private Path groups;

        @Option(names = "--queries", paramLabel = "TSV")
        private Optional<Path> file;

        @Option(names = "--draw", paramLabel = "N", defaultValue = "53")
        private int draw;

        @Option(names = "--least", paramLabel = "N", defaultValue = "2")
        private int least;

        @Option(names = "--all")
        private boolean every;

        @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
        private long seed;

        @Option(names = "--resume")
        private boolean resume;

        @Option(names = "--warm-up", paramLabel = "MS", defaultValue = "500")
        private int warmUp;

        List<Question> of(Groups known) throws IOException {
            if (draw < 1 || least < 2) {
                throw new LabException(
                        "--draw is " + draw + " and --least is " + least + "; they must be at least 1 and 2");
            }
            if (every && file.isPresent()) {
                throw new LabException("--all and --queries cannot be combined; leave one of them out");
            }
            if (file.isPresent()) {
                return known.questions(file.get());
            }
            return every ? known.all(least) : known.draw(draw, least, seed);
        }
    }

    @Command(name = "run")
    void run(@Mixin Output to, @Mixin Queries queries, @Parameters(index = "0", paramLabel = "GRID") Path grid)
            throws IOException {
        measure(Grid.read(grid), queries, to);
    }

    @Command(name = "rivals")
    void rivals(
            @Mixin Output to,
            @Mixin Queries queries,
            @Parameters(index = "0", arity = "0..1", paramLabel = "GRID") Optional<Path> grid)
            throws IOException {
        String usual = Folders.resource(Commands.class, "rivals.grid");
        measure(grid.isPresent() ? Grid.read(grid.get()) : Grid.parse("rivals.grid", usual, Path.of("")), queries, to);
    }

    private void measure(Grid grid, Queries queries, Output to) throws IOException {
        try (Texts texts = Texts.read(queries.collection, this::say)) {
            Groups known = Groups.read(queries.groups, texts);
            List<Question> questions = queries.of(known);
            say(texts.size() + " documents, " + known.documents() + " of them in groups, " + questions.size()
                    + " queries");
            Laboratory laboratory = new Laboratory(
                    texts, questions, queries.seed, to.threads, this::say, Duration.ofMillis(queries.warmUp));
            try (ResultsFolder folder = ResultsFolder.open(to.folder, laboratory.about(grid), queries.resume)) {
                Results results = laboratory.run(grid, folder);
                table().print(Report.page(results, title(to.folder), to.folder.resolve(PAGE)));
                // The settings of each rival.
                results.outcomes().stream()
                        .flatMap(outcome -> outcome.configuration().rival().stream())
                        .map(RivalScheme::system)
                        .distinct()
                        .forEach(rival -> table().println(rival.label() + ": " + rival.advice()));
            }
        }
        finish(to);
    }

    @Command(name = "report")
    void report(
            @Parameters(index = "0", paramLabel = "RESULTSDIR") Path folder,
            @Option(names = "--out", paramLabel = "FILE") Optional<Path> out,
            @Option(names = "--plots", paramLabel = "DIR") Optional<Path> plots)
            throws IOException {
        Results results = ResultsFolder.read(folder);
        Path page = out.orElse(folder.resolve(PAGE));
        if (ResultsFolder.isJournal(folder, page)) {
            throw usage("--out would replace the results " + page + "; give another name");
        }
        Report.page(results, title(folder), page);
        say(page + ": " + results.outcomes().size() + " configurations");
        plots.ifPresent(files -> say(files + ": " + Report.plots(results, files) + " plots"));
    }

    @Command(name = "sources")
    void sources(
            @Mixin Output to,
            @Parameters(index = "0", paramLabel = "GRID") Path file,
            @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE") Path collection,
            @Option(names = "--truth", paramLabel = "TSV") Optional<Path> truth,
            @Option(names = "--innocent", paramLabel = "CATEGORY", defaultValue = SourceTruth.INNOCENT) String innocent)
            throws IOException {
        Grid grid = Grid.read(file);
        OutcomeFiles.check(to.folder);
        try (Texts texts = Texts.read(collection, this::say)) {
            SourceTruth known = truth.isPresent()
                    ? SourceTruth.read(truth.get(), texts)
                    : SourceTruth.of(AlignedPassages.read(collection, texts));
            known.checkInnocent(innocent, truth.orElse(collection));
            List<SourceOutcome> outcomes = new SourceLaboratory(texts, known, to.threads).run(grid);
            OutcomeFiles.sources(to.folder, outcomes, grid.thresholds(), innocent);
            List<SourceSummary> rows = outcomes.stream()
                    .map(outcome -> SourceSummary.of(outcome, grid.thresholds(), innocent))
                    .toList();
            table().print(Report.sources(rows, title(to.folder), to.folder.resolve(PAGE)));
        }
        finish(to);
    }

    @Command(name = "passages")
    void passages(
            @Mixin Output to,
            @Parameters(index = "0", paramLabel = "GRID") Path file,
            @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE") Path collection)
            throws IOException {
        Grid grid = Grid.read(file);
        OutcomeFiles.check(to.folder);
        try (Texts texts = Texts.read(collection, this::say)) {
            AlignedPassages annotations = AlignedPassages.read(collection, texts);
            List<PassageOutcome> outcomes = new PassageLaboratory(texts, annotations, to.threads).run(grid);
            table().println(OutcomeFiles.passages(to.folder, outcomes).markdown());
            table().print(Report.passages(outcomes, title(to.folder), to.folder.resolve(PAGE)));
        }
        finish(to);
    }

    /**
     * Makes tables. They go to standard output as Markdown, and to {@code --out} as CSV.
     *
     * @param experiment checks no options, because reading the collection takes time
     */
    private void tables(Output to, Path collection, IOFunction<Texts, List<FigureTable>> experiment)
            throws IOException {
        tables(to, collection, Integer.MAX_VALUE, experiment);
    }

    private void tables(Output to, Path collection, int shown, IOFunction<Texts, List<FigureTable>> experiment)
            throws IOException {
        OutcomeFiles.check(to.folder);
        try (Texts texts = Texts.read(collection, this::say)) {
            print(to, experiment.apply(texts), shown);
        }
    }

    /** @param shown how many of the tables are printed; the others are only files */
    private void print(Output to, List<FigureTable> tables, int shown) throws IOException {
        FigureTable.write(to.folder, tables);
        tables.stream().limit(shown).forEach(each -> table().println(each.markdown()));
        finish(to);
    }

    /** Picocli passes null for a list that is not given. */
    private static List<String> given(List<String> values) {
        return values == null ? List.of() : values;
    }

    private static final class AlignInput {
        @Option(names = "--collection", paramLabel = "DIR|ARCHIVE")
        private Path collection;

        @Option(names = "--copies", paramLabel = "DIR|ARCHIVE")
        private Path copies;
    }

    @Command(name = "align")
    void align(
            @Mixin Output to,
            @ArgGroup(multiplicity = "1") AlignInput input,
            @Option(names = "--groups", paramLabel = "TSV") Optional<Path> groups,
            @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "") String prefix,
            @Option(names = "--pairs", paramLabel = "N", defaultValue = "360") int pairs,
            @Option(names = "--seed", paramLabel = "S", defaultValue = "1") long seed,
            @Option(names = "--every", paramLabel = "N", defaultValue = "1") int every,
            @Option(names = "--language", paramLabel = "NAME", defaultValue = AlignmentOptions.AUTO) String language,
            @Option(names = "--summaries", paramLabel = "WHICH") Optional<Summaries> summaries,
            @Option(names = "--no-rival") boolean noRival,
            @Option(names = "--constants", paramLabel = "NAME=VALUE,...") List<String> constants,
            @Option(names = "--seeds", paramLabel = "SEEDS") List<String> seeds)
            throws IOException {
        if (input.copies != null && groups.isEmpty()) {
            throw new LabException("--copies needs groups, so that no pair is of two versions; add --groups TSV");
        }
        if (every < 1 || pairs < 1 || pairs > MANY) {
            throw new LabException(
                    "--every is " + every + " and --pairs is " + pairs + "; they must be from 1 to " + MANY);
        }
        AlignmentOptions plain = checked("--", () -> AlignmentOptions.DEFAULT.language(language));
        AlignmentOptions options = summaries.map(plain::summaries).orElse(plain);
        Map<String, TextAligner> aligners = new LinkedHashMap<>();
        aligners.put("whorl", TextAligner.of(Aligner.of(options)));
        for (String changes : given(constants)) {
            aligners.put(changes, TextAligner.of(Constants.aligner(options, changes)));
        }
        if (!noRival) {
            Optional<String> stemmer = Optional.of(language)
                    .filter(name -> !Set.of(AlignmentOptions.AUTO, AlignmentOptions.NONE)
                            .contains(name));
            aligners.put("sentences", new SentenceAligner(stemmer, false));
            aligners.put("sentences or runs", new SentenceAligner(stemmer, true));
        }
        List<SeedExperiment> experiments =
                given(seeds).stream().map(SeedExperiment::of).toList();
        tables(to, input.copies == null ? input.collection : input.copies, texts -> {
            PairSource source = input.copies == null
                    ? PairSource.of(texts, AlignedPassages.read(input.collection, texts))
                    : new CopiedPairs(texts, Groups.read(groups.orElseThrow(), texts), prefix, pairs, seed);
            AlignmentLaboratory laboratory = new AlignmentLaboratory(source, every, to.threads);
            List<AlignmentLaboratory.Row> rows = new ArrayList<>();
            for (Map.Entry<String, TextAligner> each : aligners.entrySet()) {
                say("aligning with " + each.getKey());
                rows.addAll(laboratory.run(each.getKey(), each.getValue(), () -> ""));
            }
            for (SeedExperiment each : experiments) {
                say("aligning with seeds " + each.name());
                rows.addAll(laboratory.run(
                        "seeds " + each.name(),
                        TextAligner.of(each.aligner(options)),
                        () -> Figures.of(each.seedsPerKilobyte(), 1)));
            }
            return List.of(AlignmentLaboratory.table(rows));
        });
    }

    private static final class ClusterInput {
        @Option(names = "--collection", paramLabel = "DIR|ARCHIVE")
        private Path collection;

        @Option(names = "--made", paramLabel = "KIND")
        private Kind made;

        @Option(names = "--clusters", paramLabel = "FILE")
        private Path clusters;

        private enum Kind {
            TEMPLATED,
            CHAINS
        }
    }

    @Command(name = "clusters")
    void clusters(
            @Mixin Output to,
            @ArgGroup(multiplicity = "1") ClusterInput input,
            @Option(names = "--groups", paramLabel = "TSV") Optional<Path> groups,
            @Option(names = "--documents", paramLabel = "N", defaultValue = "10000") int made,
            @Option(names = "--seed", paramLabel = "S", defaultValue = "1") long seed,
            @Option(names = "--thresholds", paramLabel = "X", split = ",", defaultValue = "0.1,0.2,0.3,0.4,0.5")
                    List<Double> thresholds,
            @Option(names = "--no-rivals") boolean noRivals,
            @Option(names = "--measure", paramLabel = "M") Optional<Measure> measure,
            @Option(names = "--max-df", paramLabel = "N") Optional<Long> maxDf,
            @Option(names = "--common-df", paramLabel = "N") Optional<Long> commonDf,
            @Option(names = "--super-shingles", paramLabel = "N", defaultValue = "0") int superShingles,
            @Option(names = "--series-prefix", paramLabel = "SEPARATOR") Optional<String> seriesPrefix)
            throws IOException {
        if (made < 1 || made > MANY) {
            throw new LabException("--documents is " + made + "; it must be from 1 to " + MANY);
        }
        for (double threshold : thresholds) {
            if (!(threshold > 0 && threshold <= 1)) {
                throw new LabException("--thresholds has " + threshold + "; each must be more than 0 and up to 1");
            }
        }
        if (input.made == null && groups.isEmpty()) {
            throw new LabException(
                    (input.clusters == null ? "--collection" : "--clusters") + " needs known groups; add --groups TSV");
        }
        SimilarityOptions usual = SimilarityOptions.CLUSTERS;
        SimilarityOptions plain = checked("--", () -> usual.measure(measure.orElse(usual.measure()))
                .maxDf(maxDf.orElse(usual.maxDf()))
                .commonDf(commonDf.orElse(usual.commonDf()))
                .superShingles(superShingles));
        Optional<Templates> templates =
                seriesPrefix.map(prefix -> checked("--series-", () -> Templates.of(Series.prefix(prefix))));
        if (input.clusters != null) {
            OutcomeFiles.check(to.folder);
            JudgedClusters judged = JudgedClusters.read(input.clusters, groups.orElseThrow());
            print(to, List.of(judged.table()), 1);
        } else if (input.made != null) {
            OutcomeFiles.check(to.folder);
            MadeCollection collection = input.made == ClusterInput.Kind.TEMPLATED
                    ? MadeCollection.templated(made, seed)
                    : MadeCollection.chains(made, seed);
            ClusterLaboratory laboratory =
                    new ClusterLaboratory(collection.documents(), collection.groups(), thresholds, to.threads);
            print(to, List.of(clusters(laboratory, plain, templates, !noRivals)), 1);
        } else {
            tables(to, input.collection, texts -> {
                // A document without a group is a group of its own.
                Groups known = Groups.read(groups.orElseThrow(), texts);
                Map<String, String> all = new HashMap<>();
                texts.ids()
                        .forEach(id -> all.put(
                                id, known.groupOf(id).map(g -> "group " + g).orElse("document " + id)));
                ClusterLaboratory laboratory = new ClusterLaboratory(texts, all, thresholds, to.threads);
                return List.of(clusters(laboratory, plain, templates, !noRivals));
            });
        }
    }

    private FigureTable clusters(
            ClusterLaboratory laboratory, SimilarityOptions plain, Optional<Templates> templates, boolean rivals)
            throws IOException {
        Scheme full = Scheme.builder().build();
        say("whorl with the preset near-duplicates");
        List<ClusterLaboratory.Row> rows = new ArrayList<>(laboratory.whorl(
                "near-duplicates", Preset.NEAR_DUPLICATES.scheme().build(), SimilarityOptions.CLUSTERS));
        say("whorl with full fingerprints");
        rows.addAll(laboratory.whorl("full", full, plain));
        if (templates.isPresent()) {
            say("whorl without templates");
            rows.addAll(laboratory.whorl("full, no templates", full, plain.templates(templates.get())));
        }
        if (rivals) {
            for (Rival rival : List.of(
                    Rival.JAVA_LSH_MINHASH,
                    Rival.HASH4J_SUPERMINHASH,
                    Rival.LUCENE_MINHASH,
                    Rival.LUCENE_MORE_LIKE_THIS)) {
                say(rival.label());
                rows.addAll(laboratory.rival(rival));
            }
            say("bands of MinHash signatures");
            rows.addAll(laboratory.bands());
        }
        return laboratory.table(rows);
    }

    @Command(name = "crawl")
    void crawl(
            @Mixin Output to,
            @Option(names = "--seed", paramLabel = "S", defaultValue = "1") long seed,
            @Option(names = "--megabytes", paramLabel = "N", defaultValue = "20") int megabytes,
            @Option(names = "--write", paramLabel = "DIR") Optional<Path> write,
            @Option(names = "--dropped", paramLabel = "FILE") Optional<Path> dropped,
            @Option(names = "--hashes", paramLabel = "N", split = ",", defaultValue = "256") List<Integer> hashes,
            @Option(names = "--no-rivals") boolean noRivals)
            throws IOException {
        if (megabytes < 1 || megabytes > MOST_MEGABYTES) {
            throw new LabException("--megabytes is " + megabytes + "; it must be from 1 to " + MOST_MEGABYTES);
        }
        OutcomeFiles.check(to.folder);
        CrawlLaboratory laboratory = new CrawlLaboratory(new MadeCrawl(seed, megabytes), to.threads);
        if (write.isPresent()) {
            laboratory.crawl().write(write.get());
        }
        List<CrawlLaboratory.Row> rows = new ArrayList<>();
        if (dropped.isPresent()) {
            rows.add(laboratory.judge(dropped.get()));
        } else {
            CrawlLaboratory warm = new CrawlLaboratory(new MadeCrawl(seed, 1), to.threads);
            warm.whorl("", SimilarityOptions.SURVIVORS);
            rows.add(laboratory.whorl("whorl", SimilarityOptions.SURVIVORS));
            for (int n : noRivals ? List.<Integer>of() : hashes) {
                warm.minHash(n);
                rows.add(laboratory.minHash(n));
            }
        }
        print(to, List.of(laboratory.table(rows)), 1);
    }

    @Command(name = "retrieval")
    void retrieval(
            @Mixin Output to,
            @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE") Path collection,
            @Option(names = "--least-shared", paramLabel = "N", defaultValue = "2") int leastShared,
            @Option(names = "--most", paramLabel = "N", defaultValue = "100") int most,
            @Option(names = "--every", paramLabel = "N", defaultValue = "1") int every,
            @Option(names = "--language", paramLabel = "NAME", defaultValue = AlignmentOptions.AUTO) String language)
            throws IOException {
        Aligner aligner = checked("", () -> Aligner.of(AlignmentOptions.DEFAULT.language(language)));
        Bounds bounds = checked("", () -> new Bounds(leastShared, most, every));
        // The last two tables are long.
        tables(to, collection, 2, texts -> {
            AlignedPassages annotations = AlignedPassages.read(collection, texts);
            RetrievalLaboratory laboratory = new RetrievalLaboratory(texts, annotations, aligner, bounds, to.threads);
            return RetrievalLaboratory.tables(laboratory.run(), bounds, texts);
        });
    }

    /** The experiments of the papers, and the default collection of each. */
    private enum Paper {
        FERRET("federalist/docs", ""),
        SKETCHES("linuxdocs-small.tar.gz", ""),
        COPS("linuxdocs-small.tar.gz", "linuxdocs-small.tsv");

        /** File names of the Federalist Papers that LMD did not use (LMD 6.3). */
        private static final Set<String> NOT_LMD =
                Set.of("federalist_02.txt", "federalist_03.txt", "federalist_04.txt", "federalist_05.txt");

        private final String documents;
        private final String groups;

        Paper(String documents, String groups) {
            this.documents = documents;
            this.groups = groups;
        }
    }

    @Command(name = "experiment")
    void experiment(
            @Mixin Output to,
            @Parameters(index = "0", paramLabel = "NAME") Paper name,
            @Option(names = "--collection", paramLabel = "DIR|ARCHIVE") Optional<Path> collection,
            @Option(names = "--data", paramLabel = "DIR", defaultValue = DataFolder.AUTO) String data,
            @Option(names = "--groups", paramLabel = "TSV") Optional<Path> groups,
            @Option(names = "--without", paramLabel = "ID", split = ",") List<String> without,
            @Option(names = "--pairs", paramLabel = "N", defaultValue = "2000") int pairs,
            @Option(names = "--permutations", paramLabel = "N", defaultValue = "5") int permutations,
            @Option(names = "--draw", paramLabel = "N", defaultValue = "100") int draw,
            @Option(names = "--seed", paramLabel = "S", defaultValue = "1") long seed)
            throws IOException {
        tables(to, collection.orElseGet(() -> standard(data, name.documents)), texts -> {
            say(texts.size() + " documents");
            if (name == Paper.FERRET) {
                return Ferret.tables(texts, collection.isPresent() ? Set.copyOf(given(without)) : Paper.NOT_LMD);
            }
            if (name == Paper.SKETCHES) {
                return List.of(Sketches.table(texts, pairs, permutations, seed, to.threads));
            }
            if (groups.isEmpty() && collection.isPresent()) {
                throw new LabException("experiment cops needs groups; add --groups TSV");
            }
            Groups known = Groups.read(groups.orElseGet(() -> standard(data, name.groups)), texts);
            if (draw < 1) {
                throw new LabException("draw is " + draw + "; it must be 1 or more");
            }
            // Sampling is first, because it is the fastest and most likely to fail.
            List<FigureTable> sampling = CopsSampling.tables(texts, known.draw(draw, 2, seed), seed);
            List<FigureTable> tables = new ArrayList<>(CopsNoise.tables(texts, known, to.threads, this::say));
            tables.addAll(sampling);
            return tables;
        });
    }

    private static Path standard(String data, String file) {
        return DataFolder.file(data, file)
                .orElseThrow(() -> new LabException(file
                        + " is not in the folder of collections; name the folder with --data, or a "
                        + "collection with --collection"));
    }

    @Command(name = "sec")
    void sec(
            @Mixin Output to,
            @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE") Path collection,
            @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "") String prefix,
            @Option(names = "--words", paramLabel = "N", defaultValue = "1000") int words,
            @Option(names = "--draw", paramLabel = "N", defaultValue = "50") int draw,
            @Option(names = "--seed", paramLabel = "S", defaultValue = "1") long seed)
            throws IOException {
        SecurityLaboratory.Sample sample =
                checked("--", () -> new SecurityLaboratory.Sample(prefix, draw, words, seed));
        tables(to, collection, texts -> new SecurityLaboratory(texts, sample, to.threads, this::say).tables());
    }

    private static final Pattern PASSAGES = Pattern.compile("(\\d{1,5}):(\\d{1,5})");

    @Command(name = "blocks")
    void blocks(
            @Mixin Output to,
            @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE") Path collection,
            @Option(names = "--groups", paramLabel = "TSV") Optional<Path> groups,
            @Option(names = "--passages", paramLabel = "WORDS:OVERLAP", defaultValue = "50:25") String passages,
            @Option(names = "--granularity", paramLabel = "N", defaultValue = "4") int granularity,
            @Option(names = "--draw", paramLabel = "N", defaultValue = "53") int draw,
            @Option(names = "--all") boolean every,
            @Option(names = "--seed", paramLabel = "S", defaultValue = "1") long seed)
            throws IOException {
        Matcher matcher = PASSAGES.matcher(passages);
        if (!matcher.matches()) {
            throw new LabException("--passages is '" + passages + "'; it must be two numbers, as in 50:25");
        }
        Blocks blocks = checked(
                "--passages: ",
                () -> new Blocks(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))));
        Scheme scheme =
                checked("--", () -> Scheme.builder().granularity(granularity).build());
        if (draw < 1) {
            throw usage("--draw is " + draw + "; it must be 1 or more");
        }
        tables(to, collection, texts -> {
            BlockLaboratory laboratory = new BlockLaboratory(texts, blocks, scheme, to.threads, this::say);
            if (groups.isEmpty()) {
                return List.of(laboratory.sources(AlignedPassages.read(collection, texts)));
            }
            Groups known = Groups.read(groups.get(), texts);
            return List.of(laboratory.groups(every ? known.all(2) : known.draw(draw, 2, seed)));
        });
    }
}
