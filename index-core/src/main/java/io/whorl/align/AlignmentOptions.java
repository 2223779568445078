package io.whorl.align;

import io.whorl.Options;
import io.whorl.align.PreparedText.Language;
import java.util.Locale;
import java.util.Objects;

/** How texts are aligned: {@code AlignmentOptions.DEFAULT.language("german")}. Immutable and thread-safe. */
public final class AlignmentOptions extends Options<AlignmentOptions> {
    /** The value of {@link #language} that recognises the language of each text by its function words. */
    public static final String AUTO = "auto";
    /** The value of {@link #language} for no language: every word counts, and none is stemmed. */
    public static final String NONE = "none";
    /** The language recognised, and sure summaries. */
    public static final AlignmentOptions DEFAULT = new AlignmentOptions();

    private String language = AUTO;
    private Summaries summaries = Summaries.SURE;

    private AlignmentOptions() {}

    /**
     * Which summaries are looked for. A summary has most of its words in the other text, but no passage. Two texts on
     * one topic may look like that, too.
     */
    public enum Summaries {
        NONE,
        /**
         * Those that a common topic does not explain: the rest of the text has few words in common with the other text.
         * The language must be known.
         */
        SURE,
        /** Also those that a common topic may explain. */
        ALL
    }

    public String language() {
        return language;
    }

    /**
     * Sets the language of the texts: {@link #AUTO}, {@link #NONE}, or the name of a language whose function words are
     * known.
     *
     * @throws IllegalArgumentException if the language is not known; the message lists all languages
     */
    public AlignmentOptions language(String value) {
        String name = Objects.requireNonNull(value, "language").toLowerCase(Locale.ROOT);
        if (!name.equals(AUTO) && !name.equals(NONE) && Language.of(name).isEmpty()) {
            throw new IllegalArgumentException("language is " + value + "; it must be " + AUTO + ", " + NONE
                    + " or one of " + String.join(", ", Language.names()));
        }
        return with(o -> o.language = name);
    }

    /** Which summaries are looked for, and reported as {@link Passage.Kind#SUMMARY}. */
    public Summaries summaries() {
        return summaries;
    }

    /** Sets which summaries are looked for. */
    public AlignmentOptions summaries(Summaries value) {
        return with(o -> o.summaries = Objects.requireNonNull(value, "summaries"));
    }
}
