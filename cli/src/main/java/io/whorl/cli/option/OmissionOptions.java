package io.whorl.cli.option;

import java.util.OptionalLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a command leaves out of the comparison of documents. */
public final class OmissionOptions {
    @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
    private long maxDf = 1_000;

    @Option(names = "--common-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
    private Long commonDf;

    @Mixin
    private TemplateOptions templates;

    public long maxDf() {
        return maxDf;
    }

    public OptionalLong commonDf() {
        return commonDf == null ? OptionalLong.empty() : OptionalLong.of(commonDf);
    }

    /** The templates of series that are left out. */
    public TemplateOptions templates() {
        return templates;
    }
}
