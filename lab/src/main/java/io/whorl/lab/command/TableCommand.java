package io.whorl.lab.command;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.align.SeedExperiment;
import io.whorl.align.SeedExperiment.Constants;
import io.whorl.cluster.ClusterOptions;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Documents;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.AlignmentLaboratory;
import io.whorl.lab.experiment.AlignmentLaboratory.CopiedPairs;
import io.whorl.lab.experiment.AlignmentLaboratory.PairSource;
import io.whorl.lab.experiment.AlignmentLaboratory.TextAligner;
import io.whorl.lab.experiment.BlockLaboratory;
import io.whorl.lab.experiment.ClusterLaboratory;
import io.whorl.lab.experiment.ClusterLaboratory.JudgedClusters;
import io.whorl.lab.experiment.ClusterLaboratory.MadeCollection;
import io.whorl.lab.experiment.CopsSampling;
import io.whorl.lab.experiment.CopsSampling.CopsNoise;
import io.whorl.lab.experiment.Ferret;
import io.whorl.lab.experiment.RetrievalLaboratory;
import io.whorl.lab.experiment.RetrievalLaboratory.Bounds;
import io.whorl.lab.experiment.SecurityLaboratory;
import io.whorl.lab.experiment.SentenceAligner;
import io.whorl.lab.experiment.Sketches;
import io.whorl.lab.files.DataFolder;
import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.lab.report.Columns.Figures;
import io.whorl.lab.run.Configuration.Rival;
import io.whorl.lab.run.ResultsFolder.OutcomeFiles;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * A command that makes tables of a collection. They go to standard output as Markdown and to {@code --out} as CSV. The
 * options are checked first, then the folder for the results, and then the collection is read.
 */
abstract class TableCommand extends LabCommand {
    /** Makes the tables. Options are not checked here, because reading the collection takes time. */
    interface Experiment {
        List<FigureTable> tables(Texts texts) throws IOException;
    }

    abstract Experiment experiment();

    abstract Path collection();

    /** Returns how many of the tables are printed; the others are only files. */
    int printed() {
        return Integer.MAX_VALUE;
    }

    @Override
    void measure(PrintWriter table) throws IOException {
        Experiment experiment = experiment();
        OutcomeFiles.check(out);
        try (Texts texts = Texts.read(collection(), this::report)) {
            print(table, experiment.tables(texts));
        }
    }

    /** Makes something from options that the library checks. */
    static <T> T checked(String option, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw new LabException(option + e.getMessage(), e);
        }
    }

    final void print(PrintWriter table, List<FigureTable> tables) throws IOException {
        FigureTable.write(out, tables);
        tables.stream().limit(printed()).forEach(each -> table.println(each.markdown()));
    }

    /** A command that reads one collection, which must be named. */
    private abstract static class OfCollection extends TableCommand {
        @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE")
        private Path collection;

        @Override
        final Path collection() {
            return collection;
        }
    }

    @Command(name = "align", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Align extends TableCommand {
        private static final int MOST_PAIRS = 1_000_000;

        @ArgGroup(multiplicity = "1")
        private Input input;

        private static final class Input {
            @Option(names = "--collection", paramLabel = "DIR|ARCHIVE")
            private Path collection;

            @Option(names = "--copies", paramLabel = "DIR|ARCHIVE")
            private Path copies;
        }

        @Option(names = "--groups", paramLabel = "TSV")
        private Path groups;

        @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "")
        private String prefix;

        @Option(names = "--pairs", paramLabel = "N", defaultValue = "360")
        private int pairs;

        @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
        private long seed;

        @Option(names = "--every", paramLabel = "N", defaultValue = "1")
        private int every;

        @Option(names = "--setting", paramLabel = "NAME", defaultValue = "general")
        private Setting setting;

        @Option(names = "--language", paramLabel = "NAME", defaultValue = AlignmentOptions.AUTO)
        private String language;

        @Option(names = "--summaries", paramLabel = "WHICH")
        private Summaries summaries;

        @Option(names = "--no-rival")
        private boolean noRival;

        @Option(names = "--constants", paramLabel = "NAME=VALUE,...")
        private List<String> constants = List.of();

        @Option(names = "--seeds", paramLabel = "SEEDS")
        private List<String> seeds = List.of();

        @Override
        Path collection() {
            return input.copies == null ? input.collection : input.copies;
        }

        @Override
        Experiment experiment() {
            if (input.copies != null && groups == null) {
                throw new LabException("--copies needs groups, so that no pair is of two versions; add --groups TSV");
            }
            if (every < 1 || pairs < 1 || pairs > MOST_PAIRS) {
                throw new LabException(
                        "--every is " + every + " and --pairs is " + pairs + "; they must be from 1 to " + MOST_PAIRS);
            }
            AlignmentOptions options = options();
            Map<String, TextAligner> aligners = aligners(options);
            List<SeedExperiment> experiments =
                    seeds.stream().map(SeedExperiment::of).toList();
            return texts -> {
                AlignmentLaboratory laboratory = new AlignmentLaboratory(pairs(texts), every, threads());
                List<AlignmentLaboratory.Row> rows = new ArrayList<>();
                for (Map.Entry<String, TextAligner> each : aligners.entrySet()) {
                    report("aligning with " + each.getKey());
                    rows.addAll(laboratory.run(each.getKey(), each.getValue(), () -> ""));
                }
                for (SeedExperiment each : experiments) {
                    report("aligning with seeds " + each.name());
                    rows.addAll(laboratory.run(
                            "seeds " + each.name(),
                            TextAligner.of(each.aligner(options)),
                            () -> Figures.of(each.seedsPerKilobyte(), 1)));
                }
                return List.of(AlignmentLaboratory.table(rows));
            };
        }

        private PairSource pairs(Texts texts) throws IOException {
            if (input.copies == null) {
                return PairSource.of(texts, AlignedPassages.read(input.collection, texts));
            }
            return new CopiedPairs(texts, Groups.read(groups, texts), prefix, pairs, seed);
        }

        private AlignmentOptions options() {
            AlignmentOptions options = checked(
                    "--", () -> AlignmentOptions.DEFAULT.setting(setting).language(language));
            return summaries == null ? options : options.summaries(summaries);
        }

        private Map<String, TextAligner> aligners(AlignmentOptions options) {
            Map<String, TextAligner> aligners = new LinkedHashMap<>();
            aligners.put("whorl", TextAligner.of(Aligner.of(options)));
            for (String changes : constants) {
                aligners.put(changes, TextAligner.of(Constants.aligner(options, changes)));
            }
            if (!noRival) {
                Optional<String> stemmer = Optional.of(language)
                        .filter(name -> !Set.of(AlignmentOptions.AUTO, AlignmentOptions.NONE)
                                .contains(name));
                aligners.put("sentences", new SentenceAligner(stemmer, false));
                aligners.put("sentences or runs", new SentenceAligner(stemmer, true));
            }
            return aligners;
        }
    }

    @Command(name = "clusters", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Clusters extends TableCommand {
        private static final int MOST_DOCUMENTS = 1_000_000;
        private static final List<Rival> RIVALS = List.of(
                Rival.JAVA_LSH_MINHASH, Rival.HASH4J_SUPERMINHASH, Rival.LUCENE_MINHASH, Rival.LUCENE_MORE_LIKE_THIS);

        @ArgGroup(multiplicity = "1")
        private Input input;

        private static final class Input {
            @Option(names = "--collection", paramLabel = "DIR|ARCHIVE")
            private Path collection;

            @Option(names = "--made", paramLabel = "KIND")
            private Kind made;

            @Option(names = "--clusters", paramLabel = "FILE")
            private Path clusters;
        }

        private enum Kind {
            TEMPLATED,
            CHAINS
        }

        @Option(names = "--groups", paramLabel = "TSV")
        private Path groups;

        @Option(names = "--documents", paramLabel = "N", defaultValue = "10000")
        private int made;

        @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
        private long seed;

        @Option(names = "--thresholds", paramLabel = "X", split = ",", defaultValue = "0.1,0.2,0.3,0.4,0.5")
        private List<Double> thresholds;

        @Option(names = "--no-rivals")
        private boolean noRivals;

        @Option(names = "--measure", paramLabel = "M")
        private Measure measure = ClusterOptions.DEFAULT.measure();

        @Option(names = "--max-df", paramLabel = "N")
        private long maxDf = ClusterOptions.DEFAULT.maxDf();

        @Option(names = "--common-df", paramLabel = "N")
        private long commonDf = ClusterOptions.DEFAULT.commonDf();

        @Option(names = "--super-shingles", paramLabel = "N")
        private int superShingles;

        @Option(names = "--series-prefix", paramLabel = "SEPARATOR")
        private String seriesPrefix;

        @Override
        Path collection() {
            return input.collection;
        }

        @Override
        Experiment experiment() {
            return texts -> judge(texts, groups(texts));
        }

        @Override
        void measure(PrintWriter table) throws IOException {
            if (made < 1 || made > MOST_DOCUMENTS) {
                throw new LabException("--documents is " + made + "; it must be from 1 to " + MOST_DOCUMENTS);
            }
            for (double threshold : thresholds) {
                if (!(threshold > 0 && threshold <= 1)) {
                    throw new LabException("--thresholds has " + threshold + "; each must be more than 0 and up to 1");
                }
            }
            if (input.made == null && groups == null) {
                throw new LabException((input.clusters == null ? "--collection" : "--clusters")
                        + " needs known groups; add --groups TSV");
            }
            if (input.collection != null) {
                super.measure(table);
                return;
            }
            OutcomeFiles.check(out);
            if (input.clusters != null) {
                print(table, List.of(JudgedClusters.read(input.clusters, groups).table()));
                return;
            }
            MadeCollection collection = input.made == Kind.TEMPLATED
                    ? MadeCollection.templated(made, seed)
                    : MadeCollection.chains(made, seed);
            print(table, judge(collection.documents(), collection.groups()));
        }

        /** A document without a group is a group of its own. */
        private Map<String, String> groups(Texts texts) throws IOException {
            Groups known = Groups.read(groups, texts);
            Map<String, String> all = new HashMap<>();
            texts.ids()
                    .forEach(id ->
                            all.put(id, known.groupOf(id).map(g -> "group " + g).orElse("document " + id)));
            return all;
        }

        private List<FigureTable> judge(Documents documents, Map<String, String> of) throws IOException {
            ClusterLaboratory laboratory = new ClusterLaboratory(documents, of, thresholds, threads());
            List<ClusterLaboratory.Row> rows = new ArrayList<>();
            ClusterOptions plain = ClusterOptions.DEFAULT
                    .measure(measure)
                    .maxDf(maxDf)
                    .commonDf(commonDf)
                    .superShingles(superShingles);
            Scheme full = Scheme.builder().build();
            report("whorl with the preset near-duplicates");
            rows.addAll(laboratory.whorl(
                    "near-duplicates", Preset.NEAR_DUPLICATES.scheme().build(), ClusterOptions.DEFAULT));
            report("whorl with full fingerprints");
            rows.addAll(laboratory.whorl("full", full, plain));
            if (seriesPrefix != null) {
                report("whorl without templates");
                Templates templates = Templates.of(Series.prefix(seriesPrefix));
                rows.addAll(laboratory.whorl("full, no templates", full, plain.templates(templates)));
            }
            if (!noRivals) {
                for (Rival rival : RIVALS) {
                    report(rival.label());
                    rows.addAll(laboratory.rival(rival));
                }
                report("bands of MinHash signatures");
                rows.addAll(laboratory.bands());
            }
            return List.of(laboratory.table(rows));
        }
    }

    @Command(name = "retrieval", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Retrieval extends OfCollection {
        @Option(names = "--least-shared", paramLabel = "N", defaultValue = "2")
        private int leastShared;

        @Option(names = "--most", paramLabel = "N", defaultValue = "100")
        private int most;

        @Option(names = "--every", paramLabel = "N", defaultValue = "1")
        private int every;

        @Option(names = "--setting", paramLabel = "NAME", defaultValue = "general")
        private Setting setting;

        @Option(names = "--language", paramLabel = "NAME", defaultValue = AlignmentOptions.AUTO)
        private String language;

        /** The other tables are long, and only in files. */
        @Override
        int printed() {
            return 2;
        }

        @Override
        Experiment experiment() {
            Aligner aligner = checked(
                    "",
                    () -> Aligner.of(AlignmentOptions.DEFAULT.setting(setting).language(language)));
            Bounds bounds = checked("", () -> new Bounds(leastShared, most, every));
            return texts -> {
                AlignedPassages annotations = AlignedPassages.read(collection(), texts);
                return RetrievalLaboratory.tables(
                        new RetrievalLaboratory(texts, annotations, aligner, bounds, threads()).run(), bounds, texts);
            };
        }
    }

    @Command(name = "experiment", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Papers extends TableCommand {
        /** The experiments, and the default collection of each. */
        enum Name {
            FERRET("federalist/docs", ""),
            SKETCHES("linuxdocs-small.tar.gz", ""),
            COPS("linuxdocs-small.tar.gz", "linuxdocs-small.tsv");

            private final String documents;
            private final String groups;

            Name(String documents, String groups) {
                this.documents = documents;
                this.groups = groups;
            }
        }

        /** File names of the Federalist Papers that LMD did not use (LMD 6.3). */
        private static final Set<String> NOT_LMD =
                Set.of("federalist_02.txt", "federalist_03.txt", "federalist_04.txt", "federalist_05.txt");

        @Parameters(index = "0", paramLabel = "NAME")
        private Name name;

        @Option(names = "--collection", paramLabel = "DIR|ARCHIVE")
        private Optional<Path> collection;

        @Option(names = "--data", paramLabel = "DIR", defaultValue = DataFolder.AUTO)
        private String data;

        @Option(names = "--groups", paramLabel = "TSV")
        private Optional<Path> groups;

        @Option(names = "--without", paramLabel = "ID", split = ",")
        private Set<String> without = Set.of();

        @Option(names = "--pairs", paramLabel = "N", defaultValue = "2000")
        private int pairs;

        @Option(names = "--permutations", paramLabel = "N", defaultValue = "5")
        private int permutations;

        @Option(names = "--draw", paramLabel = "N", defaultValue = "100")
        private int draw;

        @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
        private long seed;

        @Override
        Path collection() {
            return collection.orElseGet(() -> standard(name.documents));
        }

        @Override
        Experiment experiment() {
            return texts -> {
                report(texts.size() + " documents");
                return switch (name) {
                    case FERRET -> Ferret.tables(texts, collection.isPresent() ? without : NOT_LMD);
                    case SKETCHES -> List.of(Sketches.table(texts, pairs, permutations, seed, threads()));
                    case COPS -> cops(texts, Groups.read(groups(), texts));
                };
            };
        }

        private List<FigureTable> cops(Texts texts, Groups known) throws IOException {
            if (draw < 1) {
                throw new LabException("draw is " + draw + "; it must be 1 or more");
            }
            // Sampling is first, because it is the fastest and most likely to fail.
            List<FigureTable> sampling = CopsSampling.tables(texts, known.draw(draw, 2, seed), seed);
            List<FigureTable> tables = new ArrayList<>(CopsNoise.tables(texts, known, threads(), this::report));
            tables.addAll(sampling);
            return tables;
        }

        private Path groups() {
            if (groups.isEmpty() && collection.isPresent()) {
                throw new LabException("experiment cops needs groups; add --groups TSV");
            }
            return groups.orElseGet(() -> standard(name.groups));
        }

        private Path standard(String file) {
            return DataFolder.file(data, file)
                    .orElseThrow(() -> new LabException(file
                            + " is not in the folder of collections; name the folder with --data, or a "
                            + "collection with --collection"));
        }
    }

    @Command(name = "sec", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Sec extends OfCollection {
        @Option(names = "--prefix", paramLabel = "TEXT", defaultValue = "")
        private String prefix;

        @Option(names = "--words", paramLabel = "N", defaultValue = "1000")
        private int words;

        @Option(names = "--draw", paramLabel = "N", defaultValue = "50")
        private int draw;

        @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
        private long seed;

        @Override
        Experiment experiment() {
            return texts -> new SecurityLaboratory(texts, prefix, draw, words, seed, threads(), this::report).tables();
        }
    }

    @Command(name = "blocks", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Blocks extends OfCollection {
        private static final Pattern PASSAGES = Pattern.compile("(\\d{1,5}):(\\d{1,5})");

        @Option(names = "--groups", paramLabel = "TSV")
        private Optional<Path> groups;

        @Option(names = "--passages", paramLabel = "WORDS:OVERLAP", defaultValue = "50:25")
        private String passages;

        @Option(names = "--granularity", paramLabel = "N", defaultValue = "4")
        private int granularity;

        @Option(names = "--draw", paramLabel = "N", defaultValue = "53")
        private int draw;

        @Option(names = "--all")
        private boolean every;

        @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
        private long seed;

        @Override
        Experiment experiment() {
            BlockLaboratory.Blocks blocks = blocks();
            Scheme scheme = checked(
                    "--", () -> Scheme.builder().granularity(granularity).build());
            return texts -> {
                BlockLaboratory laboratory = new BlockLaboratory(texts, blocks, scheme, threads(), this::report);
                if (groups.isEmpty()) {
                    return List.of(laboratory.sources(AlignedPassages.read(collection(), texts)));
                }
                Groups known = Groups.read(groups.get(), texts);
                return List.of(laboratory.groups(every ? known.all(2) : known.draw(draw, 2, seed)));
            };
        }

        private BlockLaboratory.Blocks blocks() {
            Matcher matcher = PASSAGES.matcher(passages);
            if (!matcher.matches()) {
                throw new LabException("--passages is '" + passages + "'; it must be two numbers, as in 50:25");
            }
            return checked(
                    "--passages: ",
                    () -> new BlockLaboratory.Blocks(
                            Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))));
        }
    }
}
