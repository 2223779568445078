package io.whorl.align;

import java.util.Locale;
import java.util.Objects;

/**
 * How texts are aligned. Immutable and thread-safe.
 *
 * <pre>{@code
 * AlignmentOptions options = AlignmentOptions.builder().language("german").build();
 * }</pre>
 */
public final class AlignmentOptions {
    /** The value of {@link #language} that recognises the language of each text by its function words. */
    public static final String AUTO = "auto";
    /** The value of {@link #language} for no language: every word counts, and none is stemmed. */
    public static final String NONE = "none";
    /** The general setting, with the language recognised, and sure summaries. */
    public static final AlignmentOptions DEFAULT = builder().build();

    private final Setting setting;
    private final String language;
    private final Summaries summaries;

    private AlignmentOptions(Builder builder) {
        setting = builder.setting;
        language = builder.language;
        summaries = builder.summaries;
    }

    /** A set of constants. */
    public enum Setting {
        /** Chosen on copies with edits at several rates, in several languages. */
        GENERAL,
        /** Tuned for the text alignment corpus of PAN 2013. */
        PAN13
    }

    /**
     * Which summaries are looked for. A summary has most of its words in the other text, but no passage. Two texts on
     * one topic may look like that, too.
     */
    public enum Summaries {
        /** None. */
        NONE,
        /**
         * Those that a common topic does not explain: the rest of the text has few words in common with the other text.
         * The language must be known.
         */
        SURE,
        /** Also those that a common topic may explain. */
        ALL
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        return builder().setting(setting).language(language).summaries(summaries);
    }

    /** The set of constants. */
    public Setting setting() {
        return setting;
    }

    /** The language of the texts: {@link #AUTO}, {@link #NONE}, or the name of a Snowball stemmer. */
    public String language() {
        return language;
    }

    /** Which summaries are looked for, and reported as {@link Passage.Kind#SUMMARY}. */
    public Summaries summaries() {
        return summaries;
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {
        private Setting setting = Setting.GENERAL;
        private String language = AUTO;
        private Summaries summaries = Summaries.SURE;

        private Builder() {}

        /** Sets the constants, and the summaries: {@link Summaries#ALL} for PAN13, or else {@link Summaries#SURE}. */
        public Builder setting(Setting value) {
            setting = Objects.requireNonNull(value, "setting");
            summaries = value == Setting.PAN13 ? Summaries.ALL : Summaries.SURE;
            return this;
        }

        /**
         * Sets the language of the texts.
         *
         * @throws IllegalArgumentException if the language is not known; the message lists all languages
         */
        public Builder language(String value) {
            String name = Objects.requireNonNull(value, "language").toLowerCase(Locale.ROOT);
            if (!name.equals(AUTO) && !name.equals(NONE) && Language.of(name).isEmpty()) {
                throw new IllegalArgumentException("language is " + value + "; it must be " + AUTO + ", " + NONE
                        + " or one of " + String.join(", ", Language.names()));
            }
            language = name;
            return this;
        }

        /** Sets which summaries are looked for. */
        public Builder summaries(Summaries value) {
            summaries = Objects.requireNonNull(value, "summaries");
            return this;
        }

        /** Makes the options. */
        public AlignmentOptions build() {
            return new AlignmentOptions(this);
        }
    }
}
