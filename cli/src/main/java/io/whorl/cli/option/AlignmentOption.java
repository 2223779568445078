package io.whorl.cli.option;

import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of alignment. */
public final class AlignmentOption {
    public static final String HEADING = "%nPassages:%n";

    @Option(
            names = "--passages",
            description = "Print the passages that both texts share, verbatim or reworded, instead of the figures.")
    private boolean passages;

    @Option(
            names = "--language",
            paramLabel = "NAME",
            description = {
                "The language of the texts: its function words are left out, and its words are stemmed. auto"
                        + " recognises it; none treats all words alike (default: auto)."
            })
    private String language;

    @Option(
            names = "--setting",
            paramLabel = "NAME",
            description = "general, or pan13: tuned for the corpus of PAN 2013, with summaries (default: general).")
    private String setting;

    @Option(
            names = "--summaries",
            description = "Also report a part of a that summarises b. Texts on one topic may be mistaken for that.")
    private boolean summaries;

    /** Returns the options of alignment, if passages are requested. */
    public Optional<AlignmentOptions> options(Usage usage) {
        if (!passages) {
            if (language != null || setting != null || summaries) {
                throw usage.error("--language, --setting and --summaries need --passages");
            }
            return Optional.empty();
        }
        AlignmentOptions.Builder builder = AlignmentOptions.builder();
        if (setting != null) {
            builder.setting(setting(usage));
        }
        try {
            builder.language(language == null ? AlignmentOptions.AUTO : language);
        } catch (IllegalArgumentException e) {
            throw usage.error("--" + e.getMessage());
        }
        return Optional.of((summaries ? builder.summaries(true) : builder).build());
    }

    private Setting setting(Usage usage) {
        return switch (setting.toLowerCase(Locale.ROOT)) {
            case "general" -> Setting.GENERAL;
            case "pan13" -> Setting.PAN13;
            default -> throw usage.error("--setting is " + setting + "; it must be general or pan13");
        };
    }
}
