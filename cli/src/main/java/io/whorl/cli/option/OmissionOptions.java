package io.whorl.cli.option;

import java.util.OptionalLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that compare all documents: what they leave out. */
public final class OmissionOptions {
    @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
    private long maxDf = 1_000;

    @Option(names = "--common-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
    private Long commonDf;

    @Mixin
    private TemplateOptions templates;

    @Option(names = "--super-shingles", paramLabel = "N")
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
