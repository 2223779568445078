package io.whorl.cli.option;

import io.whorl.align.AlignmentOptions;
import io.whorl.align.AlignmentOptions.Setting;
import io.whorl.align.AlignmentOptions.Summaries;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How texts are aligned. */
public class AlignmentSettings {
    public static final String HEADING = "%nPassages:%n";

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
            description = "general, or pan13: tuned for the corpus of PAN 2013 (default: general).")
    private String setting;

    @Option(
            names = "--summaries",
            paramLabel = "WHICH",
            description =
                    "Whether to report a part of a that summarises b: none, sure (not explained by a common topic),"
                            + " or all (default: sure; all for pan13).")
    private String summaries;

    /** True if any of these options is given. */
    final boolean given() {
        return language != null || setting != null || summaries != null;
    }

    /** Returns the options of alignment. */
    public final AlignmentOptions of(Usage usage) {
        AlignmentOptions.Builder builder = AlignmentOptions.builder();
        if (setting != null) {
            builder.setting(setting(usage));
        }
        try {
            builder.language(language == null ? AlignmentOptions.AUTO : language);
        } catch (IllegalArgumentException e) {
            throw usage.error("--" + e.getMessage());
        }
        if (summaries != null) {
            builder.summaries(summaries(usage));
        }
        return builder.build();
    }

    private Summaries summaries(Usage usage) {
        return switch (summaries.toLowerCase(Locale.ROOT)) {
            case "none" -> Summaries.NONE;
            case "sure" -> Summaries.SURE;
            case "all" -> Summaries.ALL;
            default -> throw usage.error("--summaries is " + summaries + "; it must be none, sure or all");
        };
    }

    private Setting setting(Usage usage) {
        return switch (setting.toLowerCase(Locale.ROOT)) {
            case "general" -> Setting.GENERAL;
            case "pan13" -> Setting.PAN13;
            default -> throw usage.error("--setting is " + setting + "; it must be general or pan13");
        };
    }
}
