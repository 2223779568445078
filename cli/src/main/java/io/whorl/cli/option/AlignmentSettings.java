package io.whorl.cli.option;

import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.align.AlignmentOptions.Summaries;
import io.whorl.cli.option.Choice.Choices;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How texts are aligned. */
public class AlignmentSettings {
    public static final String HEADING = "%nPassages:%n";

    @Option(
            names = "--language",
            converter = TextConverter.class,
            paramLabel = "NAME",
            description = {
                "The language of the texts: its function words are left out, and its words are stemmed. auto"
                        + " recognises it; none treats all words alike (default: auto)."
            })
    private String language;

    @Option(
            names = "--setting",
            paramLabel = "general|pan13",
            converter = Choices.AlignmentSettings.class,
            completionCandidates = Choices.AlignmentSettings.class,
            description = "pan13 is tuned for the corpus of PAN 2013 (default: general).")
    private Setting setting;

    @Option(
            names = "--summaries",
            paramLabel = "none|sure|all",
            converter = Choices.Summaries.class,
            completionCandidates = Choices.Summaries.class,
            description = "Which parts of the first text that summarise the second are reported. Sure ones are not"
                    + " explained by a common topic (default: sure; all for pan13).")
    private Summaries summaries;

    /** True if any of these options is given. */
    final boolean given() {
        return language != null || setting != null || summaries != null;
    }

    /** Returns the options of alignment. */
    public final AlignmentOptions of(Usage usage) {
        AlignmentOptions.Builder builder = AlignmentOptions.builder();
        if (setting != null) {
            builder.setting(setting);
        }
        try {
            builder.language(language == null ? AlignmentOptions.AUTO : language);
        } catch (IllegalArgumentException e) {
            throw usage.error("--" + e.getMessage());
        }
        if (summaries != null) {
            builder.summaries(summaries);
        }
        return builder.build();
    }

    /** The option that turns alignment on, and how texts are aligned. */
    public static final class AlignmentOption extends AlignmentSettings {
        @Option(
                names = "--passages",
                description = "Print the passages that both texts share, verbatim or reworded, instead of the figures.")
        private boolean passages;

        /** Returns the options of alignment, if passages are requested. */
        public Optional<AlignmentOptions> options(Usage usage) {
            if (!passages) {
                if (given()) {
                    throw usage.error("--language, --setting and --summaries need --passages");
                }
                return Optional.empty();
            }
            return Optional.of(of(usage));
        }
    }
}
