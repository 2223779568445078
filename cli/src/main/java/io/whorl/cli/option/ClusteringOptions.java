package io.whorl.cli.option;

import io.whorl.cli.option.Choice.Choices;
import io.whorl.cluster.ClusterOptions;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.PairsOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that make clusters. */
public final class ClusteringOptions {
    /** The threshold by a measure that is neither the default nor that of the preset, as of {@code pairs}. */
    private static final double BY_OTHER_MEASURES = PairsOptions.DEFAULT.minScore();

    @Option(names = "--measure", paramLabel = "M", completionCandidates = PairMeasures.class)
    private Measure measure;

    @Option(names = "--min-score", paramLabel = "X|P%")
    private MinScore minScore;

    @Option(names = "--preset", paramLabel = "NAME", completionCandidates = Choices.Presets.class)
    private Preset preset;

    @Option(names = "--representative", paramLabel = "RULE", completionCandidates = Choices.Representatives.class)
    private ClusterOptions.Representative representative = ClusterOptions.DEFAULT.representative();

    @Option(names = "--dates", paramLabel = "FILE")
    private Path dates;

    @Mixin
    private OmissionOptions omissions;

    @Mixin
    private WorkOptions work;

    @Option(names = "--memory", paramLabel = "SIZE")
    private ByteSize memory;

    public Optional<Preset> preset() {
        return Optional.ofNullable(preset);
    }

    /**
     * The file of {@code --dates}.
     *
     * @param shown whether the command shows dates, so that they need not choose representatives
     */
    public Optional<Path> dates(boolean shown, Usage usage) {
        if (dates != null && !shown && representative != ClusterOptions.Representative.OLDEST) {
            throw usage.error("--dates has an effect only with --representative oldest, --html or --edges; add one of"
                    + " these, or leave it out");
        }
        return Optional.ofNullable(dates);
    }

    /** The file of {@code --dates}, whether or not it has an effect. */
    public Optional<Path> dateFile() {
        return Optional.ofNullable(dates);
    }

    /** The directory of {@code --work}. */
    public Optional<Path> work() {
        return work.work();
    }

    /** What is left out. */
    public OmissionOptions omissions() {
        return omissions;
    }

    /**
     * Returns the options, and reports a value out of its range as wrong usage.
     *
     * @param rule the series of which templates are left out
     */
    public ClusterOptions checked(ClusterOptions.Link link, Optional<SeriesRule> rule, int threads, Usage usage)
            throws IOException {
        return usage.checked(() -> options(link, rule, threads, usage));
    }

    private ClusterOptions options(ClusterOptions.Link link, Optional<SeriesRule> rule, int threads, Usage usage) {
        Measure preferred = preset != null ? preset.measure() : ClusterOptions.DEFAULT.measure();
        double usual = preset != null ? preset.minScore() : ClusterOptions.DEFAULT.minScore();
        Measure scored = measure != null ? measure : preferred;
        // The threshold of a preset is meaningless for another measure.
        double threshold =
                minScore != null ? minScore.of(scored, usage) : scored == preferred ? usual : BY_OTHER_MEASURES;
        ClusterOptions.Builder options = ClusterOptions.builder()
                .link(link)
                .representative(representative)
                .measure(scored)
                .minScore(threshold)
                .maxDf(omissions.maxDf())
                .superShingles(omissions.superShingles())
                .threads(threads)
                .resume(work.resume(usage));
        omissions.commonDf().ifPresent(options::commonDf);
        rule.ifPresent(r -> options.templates(omissions.templates().templates(r.series())));
        work.work().ifPresent(options::work);
        return (memory == null ? options : options.memory(memory.checkedMemory(ClusterOptions.MIN_MEMORY, usage)))
                .build();
    }
}
