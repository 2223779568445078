package io.whorl.lab.command;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.align.SeedExperiment;
import io.whorl.align.SeedExperiment.Constants;
import io.whorl.lab.align.AlignmentLaboratory;
import io.whorl.lab.align.AlignmentLaboratory.PairSource;
import io.whorl.lab.align.AlignmentLaboratory.Row;
import io.whorl.lab.align.AlignmentLaboratory.TextAligner;
import io.whorl.lab.align.CopiedPairs;
import io.whorl.lab.align.SentenceAligner;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.LabException;
import io.whorl.lab.table.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Scores aligned passages by plagdet. */
@Command(name = "align", mixinStandardHelpOptions = true, sortOptions = false)
final class AlignCommand extends TableCommand {
    private static final int MOST_PAIRS = 1_000_000;

    @ArgGroup(multiplicity = "1")
    private Input input;

    /** Exactly one of them. */
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
            List<Row> rows = new ArrayList<>();
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
        AlignmentOptions options = AlignmentOptions.DEFAULT.setting(setting);
        try {
            options = options.language(language);
        } catch (IllegalArgumentException e) {
            throw new LabException("--" + e.getMessage(), e);
        }
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
