package io.whorl.cli;

import io.whorl.corpus.ReaderOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.TextRules;
import java.util.Set;
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

    /** A scheme that removes HTML itself is to be given it, as it was when its other documents were indexed. */
    static ReaderOptions suited(ReaderOptions options, Scheme scheme) {
        boolean removesHtml = scheme.text().markup() == TextRules.Markup.HTML;
        return options.toBuilder()
                .unconvertedFormats(removesHtml ? Set.of("html") : Set.of())
                .build();
    }
}
