package io.whorl.cli;

import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Keep;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of commands that compare all documents of an index with each other. */
final class ComparisonOptions {
    /** The threshold by a measure that is neither the usual one nor that of the preset. */
    private static final double BY_OTHER_MEASURES = SimilarityOptions.PAIRS.minScore();

    @Mixin
    private ThresholdOptions threshold;

    @Option(names = "--preset", paramLabel = "NAME", completionCandidates = Choice.Presets.class)
    private Preset preset;

    @Mixin
    OmissionOptions omissions;

    @Option(names = "--super-shingles", paramLabel = "N")
    private int superShingles;

    @Option(names = "--work", paramLabel = "DIR")
    private Path work;

    @Option(names = "--resume")
    private boolean resume;

    @Option(names = "--memory", paramLabel = "SIZE")
    private ByteSize memory;

    /** True if the user gives neither a threshold nor a preset. */
    public boolean isUsual() {
        return preset == null && !threshold.hasMinScore();
    }

    public Optional<Preset> preset() {
        return Optional.ofNullable(preset);
    }

    /** Returns the options with those of the preset and what the user gives. */
    SimilarityOptions over(SimilarityOptions options, int threads) {
        Usage.refuse(resume && work == null, "--resume needs --work DIR, the directory of the work");
        SimilarityOptions usual =
                preset == null ? options : options.measure(preset.measure()).minScore(preset.minScore());
        SimilarityOptions given = omissions
                .over(threshold.over(usual, BY_OTHER_MEASURES), threads)
                .superShingles(superShingles)
                .memory(memory == null ? options.memory() : memory.checkedMemory(SimilarityOptions.MIN_MEMORY))
                .resume(resume);
        return (work == null ? given : given.work(work)).checked();
    }

    /** The score of pairs of documents, and the least one that counts. */
    public static final class ThresholdOptions {
        @Option(names = "--measure", paramLabel = "M", completionCandidates = Choice.PairMeasures.class)
        private Measure measure;

        @Option(names = "--min-score", paramLabel = "X|P%")
        private MinScore minScore;

        private Measure measure(Measure usual) {
            return measure == null ? usual : measure;
        }

        /**
         * @param byOthers the threshold by a measure other than the usual one, whose threshold has no meaning for it
         */
        SimilarityOptions over(SimilarityOptions usual, double byOthers) {
            Measure scored = measure(usual.measure());
            double least = scored == usual.measure() ? usual.minScore() : byOthers;
            return usual.measure(scored).minScore(minScore == null ? least : minScore.of(scored));
        }

        boolean hasMinScore() {
            return minScore != null;
        }
    }

    /**
     * A threshold of scores: in the unit of the measure, or as a percentage of the highest score, which means the same
     * for every measure.
     *
     * @param value in the unit of the measure; 0 to 100 for a percentage
     */
    public record MinScore(double value, boolean percentage) {
        private static final double HUNDRED = 100;

        static MinScore parse(String text) {
            boolean percentage = text.endsWith("%");
            try {
                return new MinScore(
                        Double.parseDouble(percentage ? text.substring(0, text.length() - 1) : text), percentage);
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "'" + text + "' is neither a number, such as 0.5, nor a percentage, such as 50%");
            }
        }

        public double of(Measure measure) {
            double highest = measure.highest();
            Usage.refuse(
                    percentage && highest == Double.MAX_VALUE,
                    "--min-score is " + value + "%, but the measure " + Choice.name(measure)
                            + " has no highest score; give a number");
            return percentage ? value / HUNDRED * highest : value;
        }

        /** Returns a warning if the user seems to have given a share instead of a percentage. */
        public Optional<String> doubt(Measure measure) {
            return measure == Measure.PERCENT && !percentage && value > 0 && value <= 1
                    ? Optional.of(Amount.say(
                            "warning: --min-score %1$s means %1$s %%, because the measure percent"
                                    + " ranges from 0 to 100; for the share %1$s give --min-score %2$s%%",
                            number(value), number(value * HUNDRED)))
                    : Optional.empty();
        }

        private static String number(double value) {
            return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        }
    }

    /** The options that decide which documents survive. */
    public static final class SurvivingOptions {
        @Option(names = "--keep", paramLabel = "RULE")
        KeepRule keep = KeepRule.DEFAULT;

        @Mixin
        private ThresholdOptions threshold;

        @Mixin
        OmissionOptions omissions;

        /** Everything that determines which documents survive, by name, except the templates. */
        public Map<String, String> facts(SimilarityOptions of) {
            return Map.of(
                    "--keep", keep.toString(),
                    "--measure", of.measure().label(),
                    "--min-score", Double.toString(of.minScore()),
                    "--max-df", Long.toString(of.maxDf()),
                    "--common-df", Long.toString(of.commonDf()));
        }

        /**
         * Returns the options, without the templates of the rule that was read, and reports a value out of its range as
         * wrong usage.
         */
        public SimilarityOptions checked(Keep kept, int threads, ByteSize memory) throws IOException {
            SimilarityOptions usual = SimilarityOptions.SURVIVORS.keep(kept);
            Measure measure = threshold.measure(usual.measure());
            Usage.refuse(
                    !threshold.hasMinScore() && measure.highest() == Double.MAX_VALUE,
                    "--measure " + Choice.name(measure) + " has no highest score; give --min-score too");
            return Usage.checked(() -> omissions
                    .over(threshold.over(usual, usual.minScore()), threads)
                    .memory(memory == null ? usual.memory() : memory.bytes()));
        }

        /**
         * Which of similar documents is kept.
         *
         * @param field the field of the sources that has the keys of {@link Keep#LEAST_KEY}; empty for other kinds
         * @param least whether the least value of the field is kept, not the greatest
         */
        public record KeepRule(Keep kind, String field, boolean least) {
            public static final KeepRule DEFAULT = new KeepRule(Keep.FIRST, "", false);

            private static final String FIELD = "field:";
            private static final String LEAST = ":least";
            private static final String GREATEST = ":greatest";

            static KeepRule parse(String text) {
                return switch (text) {
                    case "first" -> DEFAULT;
                    case "longest" -> new KeepRule(Keep.LONGEST, "", false);
                    case "oldest" -> new KeepRule(Keep.OLDEST, "", false);
                    default -> field(text);
                };
            }

            private static KeepRule field(String text) {
                boolean least = text.endsWith(LEAST);
                int end = text.length() - (least ? LEAST.length() : text.endsWith(GREATEST) ? GREATEST.length() : 0);
                if (!text.startsWith(FIELD) || end <= FIELD.length()) {
                    throw new TypeConversionException(
                            "'" + text + "' is not first, longest, oldest, field:NAME or field:NAME:least");
                }
                return new KeepRule(Keep.LEAST_KEY, text.substring(FIELD.length(), end), least);
            }

            /** The rule for an index whose ids are in the order of this rule, unless only the index knows the order. */
            public Keep inSources() {
                return kind == Keep.LONGEST ? kind : Keep.FIRST;
            }

            /** The rule for an index of the user. */
            public Keep inIndex() {
                Usage.refuse(
                        kind == Keep.LEAST_KEY,
                        "--keep " + this + " reads a field of the sources, which an index does not store; give the"
                                + " sources");
                return kind;
            }

            @Override
            public String toString() {
                return kind == Keep.LEAST_KEY ? FIELD + field + (least ? LEAST : "") : Choice.name(kind);
            }
        }
    }
}
