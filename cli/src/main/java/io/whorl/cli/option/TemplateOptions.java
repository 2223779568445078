package io.whorl.cli.option;

import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that leave out the templates of series of documents. */
public final class TemplateOptions {
    @Option(names = "--series", converter = TextConverter.class, paramLabel = "RULE")
    private String series;

    @Option(names = "--template-share", paramLabel = "X")
    private Double share;

    @Option(names = "--template-least", paramLabel = "N")
    private Integer least;

    @Option(names = "--templates", paramLabel = "FILE")
    private Path templatesFile;

    /** The file for the table of the templates. */
    public Optional<Path> file() {
        return Optional.ofNullable(templatesFile);
    }

    /** The file of {@code --series}, if it is one. */
    public Optional<Path> seriesFile() {
        return series == null || SeriesRule.isPattern(series) ? Optional.empty() : Optional.of(Path.of(series));
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

    /** The templates of a series, with the limits of the options. */
    public Templates templates(Series of) {
        Templates.Builder templates = Templates.builder(of);
        if (share != null) {
            templates.share(share);
        }
        if (least != null) {
            templates.least(least);
        }
        return templates.build();
    }
}
