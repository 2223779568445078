package io.whorl.cli;

import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Summaries;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How texts are aligned. */
class AlignmentSettings {
    public static final String HEADING = "%nPassages:%n";

    @Option(names = "--language", converter = Converters.Text.class, paramLabel = "NAME")
    private String language;

    @Option(names = "--summaries", paramLabel = "none|sure|all", completionCandidates = Choice.Summaries.class)
    private Summaries summaries;

    /** True if any of these options is given. */
    final boolean given() {
        return language != null || summaries != null;
    }

    public final AlignmentOptions of() {
        AlignmentOptions options = AlignmentOptions.DEFAULT;
        try {
            options = language == null ? options : options.language(language);
        } catch (IllegalArgumentException e) {
            throw Usage.error("--" + e.getMessage());
        }
        return summaries == null ? options : options.summaries(summaries);
    }

    /** The option that turns alignment on, and how texts are aligned. */
    public static final class AlignmentOption extends AlignmentSettings {
        @Option(names = "--passages")
        private boolean passages;

        /** Returns the options of alignment, if passages are requested. */
        public Optional<AlignmentOptions> options() {
            if (!passages) {
                Usage.refuse(given(), "--language and --summaries need --passages");
                return Optional.empty();
            }
            return Optional.of(of());
        }
    }
}
