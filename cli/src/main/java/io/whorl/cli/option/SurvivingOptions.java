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

    @Mixin
    private ThresholdOptions threshold;

    @Mixin
    private OmissionOptions omissions;

    public KeepRule keep() {
        return keep;
    }

    /** The templates of series that are left out. */
    public TemplateOptions templates() {
        return omissions.templates();
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
        SurvivorOptions usual = SurvivorOptions.DEFAULT;
        Measure measure = threshold.measure(usual.measure());
        if (!threshold.hasMinScore() && measure.highest() == Double.MAX_VALUE) {
            throw usage.error("--measure " + Choice.name(measure) + " has no highest score; give --min-score too");
        }
        return usage.checked(() -> SurvivorOptions.builder()
                .keep(rule)
                .measure(measure)
                .minScore(threshold.minScore(measure, usual.minScore(), usage))
                .maxDf(omissions.maxDf())
                .commonDf(omissions.commonDf().orElse(usual.commonDf()))
                .memory(memory == null ? usual.memory() : memory.bytes())
                .threads(threads)
                .build());
    }
}
