package io.whorl.cli.option;

import io.whorl.cluster.SurvivorOptions;
import io.whorl.measure.Measure;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that decide which documents survive. */
public final class SurvivingOptions {
    @Option(names = "--keep", paramLabel = "RULE", converter = KeepRule.Converter.class)
    private KeepRule keep = KeepRule.DEFAULT;

    @Option(names = "--measure", paramLabel = "M", completionCandidates = PairMeasures.class)
    private Measure measure = SurvivorOptions.DEFAULT.measure();

    @Option(names = "--min-score", paramLabel = "X|P%")
    private MinScore minScore;

    @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
    private long maxDf = SurvivorOptions.DEFAULT.maxDf();

    @Option(names = "--common-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
    private long commonDf = SurvivorOptions.DEFAULT.commonDf();

    @Mixin
    private TemplateOptions templates;

    public KeepRule keep() {
        return keep;
    }

    /** The templates of series that are left out. */
    public TemplateOptions templates() {
        return templates;
    }

    /** Everything that determines which documents survive, by name, except the templates. */
    public Map<String, String> facts(SurvivorOptions of) {
        return Map.of(
                "--keep", keep.toString(),
                "--measure", of.measure().label(),
                "--min-score", Double.toString(of.minScore()),
                "--max-df", Long.toString(of.maxDf()),
                "--common-df", Long.toString(of.commonDf()));
    }

    /** Returns the options, and reports a value out of its range as wrong usage. */
    public SurvivorOptions checked(SurvivorOptions.Keep rule, int threads, ByteSize memory, Usage usage)
            throws IOException {
        if (minScore == null && measure.highest() == Double.MAX_VALUE) {
            throw usage.error("--measure " + Choice.name(measure) + " has no highest score; give --min-score too");
        }
        return usage.checked(() -> {
            SurvivorOptions.Builder builder = SurvivorOptions.builder()
                    .keep(rule)
                    .measure(measure)
                    .minScore(minScore == null ? SurvivorOptions.DEFAULT.minScore() : minScore.of(measure, usage))
                    .maxDf(maxDf)
                    .commonDf(commonDf)
                    .threads(threads);
            return (memory == null ? builder : builder.memory(memory.bytes())).build();
        });
    }
}
