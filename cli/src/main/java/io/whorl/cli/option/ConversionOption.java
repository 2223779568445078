package io.whorl.cli.option;

import io.whorl.corpus.ReaderOptions;
import picocli.CommandLine.Option;

/** Whether documents are reduced to their text: alike where they are indexed and where they are asked with. */
public final class ConversionOption {
    @Option(
            names = "--no-convert",
            description = "Take documents as they stand; otherwise HTML, LaTeX and the like are reduced to their text.")
    private boolean none;

    public ReaderOptions applied(ReaderOptions options) {
        return options.toBuilder().convert(!none).build();
    }
}
