package io.whorl.cli.option;

import java.util.OptionalLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that compare all documents: what they leave out. */
public final class OmissionOptions {
    @Option(
            names = "--max-df",
            paramLabel = "N|none",
            converter = FrequencyLimitConverter.class,
            description =
                    "Do not compare documents that share only minutiae that more than N documents hold, 1 or more;"
                            + " documents of equal fingerprints count once. Scores count all minutiae (default: 1000).")
    private long maxDf = 1_000;

    @Option(
            names = "--common-df",
            paramLabel = "N|none",
            converter = FrequencyLimitConverter.class,
            description = "Leave minutiae that more than N documents hold out of both documents of a pair, unless two"
                    + " thirds of the minutiae of each are that common (default: 150 for clusters, none for pairs).")
    private Long commonDf;

    @Mixin
    private TemplateOptions templates;

    @Option(
            names = "--super-shingles",
            paramLabel = "N",
            description = "Compare only documents that share one of N super shingles, up to 64. This is faster and"
                    + " misses pairs, most of all those of low scores (default: compare all).")
    private int superShingles;

    public long maxDf() {
        return maxDf;
    }

    public OptionalLong commonDf() {
        return commonDf == null ? OptionalLong.empty() : OptionalLong.of(commonDf);
    }

    public int superShingles() {
        return superShingles;
    }

    /** The templates of series that are left out. */
    public TemplateOptions templates() {
        return templates;
    }
}
