package io.whorl.cli;

import io.whorl.corpus.ReaderOptions;
import picocli.CommandLine.Option;

/** Whether documents are reduced to their text: alike where they are indexed and where they are asked with. */
final class Conversion {
    @Option(
            names = "--no-convert",
            description = "Take documents as they stand; otherwise HTML, LaTeX and the like are reduced to their text.")
    private boolean none;

    ReaderOptions applied(ReaderOptions options) {
        return options.toBuilder().convert(!none).build();
    }
}
