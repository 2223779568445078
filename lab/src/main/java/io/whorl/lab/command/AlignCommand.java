package io.whorl.lab.command;

import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.align.Constants;
import io.whorl.align.SeedExperiment;
import io.whorl.lab.align.AlignmentLaboratory;
import io.whorl.lab.align.AlignmentLaboratory.Row;
import io.whorl.lab.align.AlignmentTable;
import io.whorl.lab.align.CopiedPairs;
import io.whorl.lab.align.PairSource;
import io.whorl.lab.align.PanPairs;
import io.whorl.lab.align.SentenceAligner;
import io.whorl.lab.align.TextAligner;
import io.whorl.lab.align.WhorlAligner;
import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.LabException;
import io.whorl.lab.passage.AlignedPassages;
import io.whorl.lab.results.FigureTableFiles;
import io.whorl.lab.results.OutcomeFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Scores aligned passages by plagdet. */
@Command(
        name = "align",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Aligns pairs of texts with known copied passages, and prints plagdet, recall, precision and"
                + " granularity by category: of Whorl, and of a rival that compares sentences.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  java -jar lab.jar align --collection pan13-train.tar.gz --setting pan13 --language english",
            "  java -jar lab.jar align --copies docs.tar.gz --groups groups.tsv --pairs 360 --out results"
        })
final class AlignCommand extends LabCommand {
    private static final int MOST_PAIRS = 1_000_000;

    @ArgGroup(multiplicity = "1")
    private Input input;

    /** Exactly one of them. */
    private static final class Input {
        @Option(
                names = "--collection",
                paramLabel = "DIR|ARCHIVE",
                description = "Pairs with the layout of PAN's text alignment task: src/, susp/, pairs.tsv and"
                        + " passages.tsv.")
        private Path collection;

        @Option(
                names = "--copies",
                paramLabel = "DIR|ARCHIVE",
                description = "Documents; passages are copied from one to another and edited. Needs --groups.")
        private Path copies;
    }

    @Option(
            names = "--groups",
            paramLabel = "TSV",
            description =
                    "The groups of --copies, a table of file and group, separated by tabs. The last document of each"
                            + " group is used.")
    private Path groups;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "Uses only documents of --copies whose id begins so.")
    private String prefix;

    @Option(
            names = "--pairs",
            paramLabel = "N",
            defaultValue = "360",
            description = "Pairs that --copies makes, 1 to 1000000 (default: ${DEFAULT-VALUE}).")
    private int pairs;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The random seed of --copies (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--every",
            paramLabel = "N",
            defaultValue = "1",
            description = "Aligns only every N-th pair (default: ${DEFAULT-VALUE}).")
    private int every;

    @Option(
            names = "--setting",
            paramLabel = "NAME",
            defaultValue = "general",
            description = "general or pan13 (default: ${DEFAULT-VALUE}).")
    private Setting setting;

    @Option(
            names = "--language",
            paramLabel = "NAME",
            defaultValue = AlignmentOptions.AUTO,
            description =
                    "The language of the texts; auto recognises it (default: ${DEFAULT-VALUE}). The rival stems only"
                            + " with a named language.")
    private String language;

    @Option(names = "--summaries", paramLabel = "WHICH", description = "none, sure or all (default: as the setting).")
    private Summaries summaries;

    @Option(names = "--no-rival", description = "Leaves out the rival.")
    private boolean noRival;

    @Option(
            names = "--constants",
            paramLabel = "NAME=VALUE,...",
            description = "Adds rows with these constants of alignment instead of those of the setting, such as"
                    + " gap=30,join=false. Can be repeated.")
    private List<String> constants = List.of();

    @Option(
            names = "--seeds",
            paramLabel = "SEEDS",
            description = "Adds rows with these seeds: 'stems', or the words of a chunk and a selection, such as"
                    + " '4 winnowing:w=8' or '4 hailstorm'. Can be repeated.")
    private List<String> seeds = List.of();

    @Override
    void measure(PrintWriter table) throws IOException {
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
        OutcomeFiles.check(out);
        try (Texts texts =
                CollectionReader.read(input.copies == null ? input.collection : input.copies, this::report)) {
            AlignmentLaboratory laboratory = new AlignmentLaboratory(pairs(texts), every, threads());
            AlignmentTable rows = new AlignmentTable();
            for (Map.Entry<String, TextAligner> each : aligners.entrySet()) {
                report("aligning with " + each.getKey());
                rows.add(each.getKey(), laboratory.run(each.getValue()), OptionalDouble.empty());
            }
            for (SeedExperiment each : experiments) {
                report("aligning with seeds " + each.name());
                List<Row> of = laboratory.run(new WhorlAligner(each.aligner(options)));
                rows.add("seeds " + each.name(), of, OptionalDouble.of(each.seedsPerKilobyte()));
            }
            FigureTable figures = rows.table();
            FigureTableFiles.write(out, List.of(figures));
            table.println(FigureTableFiles.markdown(figures));
        }
    }

    private PairSource pairs(Texts texts) throws IOException {
        if (input.copies == null) {
            return new PanPairs(texts, AlignedPassages.read(input.collection, texts));
        }
        return new CopiedPairs(texts, Groups.read(groups, texts), prefix, pairs, seed);
    }

    private AlignmentOptions options() {
        AlignmentOptions.Builder options = AlignmentOptions.builder().setting(setting);
        try {
            options.language(language);
        } catch (IllegalArgumentException e) {
            throw new LabException("--" + e.getMessage(), e);
        }
        if (summaries != null) {
            options.summaries(summaries);
        }
        return options.build();
    }

    private Map<String, TextAligner> aligners(AlignmentOptions options) {
        Map<String, TextAligner> aligners = new LinkedHashMap<>();
        aligners.put("whorl", new WhorlAligner(options));
        for (String changes : constants) {
            aligners.put(changes, new WhorlAligner(Constants.aligner(options, changes)));
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
