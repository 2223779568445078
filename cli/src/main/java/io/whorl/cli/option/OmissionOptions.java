package io.whorl.cli.option;

import io.whorl.series.Templates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** The options of commands that compare all documents: what they leave out. */
public final class OmissionOptions {
    @Option(
            names = "--max-df",
            paramLabel = "N|none",
            converter = FrequencyLimitConverter.class,
            description = "Ignore minutiae that more than N documents hold, 1 or more; documents of equal fingerprints"
                    + " count once (default: 1000).")
    private long maxDf = 1_000;

    @Option(
            names = "--common-df",
            paramLabel = "N|none",
            converter = FrequencyLimitConverter.class,
            description = "Leave minutiae that more than N documents hold out of a document, unless two thirds of its"
                    + " minutiae or more are that common (default: 150 for clusters, none for pairs).")
    private Long commonDf;

    @Option(
            names = "--series",
            paramLabel = "RULE",
            description = "Leave out the templates of series of documents. A series is the host of an id (host), the id"
                    + " before a separator (prefix:SEPARATOR), what a regular expression or its first group finds in"
                    + " the id (regex:PATTERN), or that of a FILE with lines of id, tab and series (default: none).")
    private String series;

    @Option(
            names = "--template-share",
            paramLabel = "X",
            description = "A minutia is template if this share of the documents of a series hold it, more than 0 and up"
                    + " to 1 (default: 0.3).")
    private Double share;

    @Option(
            names = "--template-least",
            paramLabel = "N",
            description = "A minutia of a template is in at least N documents, 2 or more (default: 10).")
    private Integer least;

    @Option(
            names = "--templates",
            paramLabel = "FILE",
            description = "Write a table of the templates that were left out to FILE, with a line for each series"
                    + " (default: none).")
    private Path templatesFile;

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

    public Optional<Path> templatesFile() {
        return Optional.ofNullable(templatesFile);
    }

    /** The rule of series, if templates are left out. Reads a file if the rule is one. */
    public Optional<SeriesRule> rule(Usage usage) throws IOException {
        if (series != null) {
            return Optional.of(SeriesRule.of(series, usage));
        }
        if (share != null || least != null || templatesFile != null) {
            throw usage.error("--template-share, --template-least and --templates need --series RULE");
        }
        return Optional.empty();
    }

    /** The templates of a rule, with the limits of the options. */
    public Templates templates(SeriesRule rule) {
        Templates.Builder templates = Templates.builder(rule.series());
        if (share != null) {
            templates.share(share);
        }
        if (least != null) {
            templates.least(least);
        }
        return templates.build();
    }
}
