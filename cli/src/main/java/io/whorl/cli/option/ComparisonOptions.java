package io.whorl.cli.option;

import io.whorl.cli.option.Choice.Choices;
import io.whorl.cli.option.Converters.FrequencyLimitConverter;
import io.whorl.cli.option.Converters.TextConverter;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Value;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of commands that compare all documents of an index with each other. */
public final class ComparisonOptions {
    /** The threshold by a measure that is neither the usual one nor that of the preset. */
    private static final double BY_OTHER_MEASURES = PairsOptions.DEFAULT.minScore();

    @Mixin
    private ThresholdOptions threshold;

    @Option(names = "--preset", paramLabel = "NAME", completionCandidates = Choices.Presets.class)
    private Preset preset;

    @Mixin
    private OmissionOptions omissions;

    @Option(names = "--super-shingles", paramLabel = "N")
    private int superShingles;

    @Option(names = "--work", paramLabel = "DIR")
    private Path work;

    @Option(names = "--resume")
    private boolean resume;

    @Option(names = "--memory", paramLabel = "SIZE")
    private ByteSize memory;

    /** A measure and the least score by it. */
    public record Threshold(Measure measure, double minScore) {}

    /** True if the user gives neither a threshold nor a preset. */
    public boolean isUsual() {
        return preset == null && !threshold.hasMinScore();
    }

    /** @param usual what holds if the user gives none; its score is meaningless for another measure */
    public Threshold threshold(Threshold usual, Usage usage) {
        Measure scored = threshold.measure(usual.measure());
        double least = scored == usual.measure() ? usual.minScore() : BY_OTHER_MEASURES;
        return new Threshold(scored, threshold.minScore(scored, least, usage));
    }

    public Optional<Preset> preset() {
        return Optional.ofNullable(preset);
    }

    public OmissionOptions omissions() {
        return omissions;
    }

    public int superShingles() {
        return superShingles;
    }

    public Optional<Path> work() {
        return Optional.ofNullable(work);
    }

    /**
     * Returns the options with what the user gives.
     *
     * @param least the threshold
     * @param rule the series whose templates are left out
     */
    public <O extends SimilarityOptions<O>> O over(
            O options, Threshold least, Optional<SeriesRule> rule, long minMemory, int threads, Usage usage) {
        usage.refuse(resume && work == null, "--resume needs --work DIR, the directory of the work");
        O given = options.measure(least.measure())
                .minScore(least.minScore())
                .maxDf(omissions.maxDf())
                .commonDf(omissions.commonDf().orElse(options.commonDf()))
                .threads(threads)
                .memory(memory == null ? options.memory() : memory.checkedMemory(minMemory, usage))
                .resume(resume);
        given = work == null ? given : given.work(work);
        return (rule.isEmpty()
                        ? given
                        : given.templates(
                                omissions.templates().templates(rule.get().series())))
                .checked();
    }

    /** The score of pairs of documents, and the least one that counts. */
    public static final class ThresholdOptions {
        @Option(names = "--measure", paramLabel = "M", completionCandidates = PairMeasures.class)
        private Measure measure;

        @Option(names = "--min-score", paramLabel = "X|P%")
        private MinScore minScore;

        public Measure measure(Measure usual) {
            return measure == null ? usual : measure;
        }

        /** Returns the threshold in the unit of a measure, or the usual one of the command if the user gives none. */
        public double minScore(Measure scored, double usual, Usage usage) {
            return minScore == null ? usual : minScore.of(scored, usage);
        }

        boolean hasMinScore() {
            return minScore != null;
        }

        /** The measures that have a meaning for pairs of documents. */
        private static final class PairMeasures implements Iterable<String> {
            @Override
            public Iterator<String> iterator() {
                return Arrays.stream(Measure.values())
                        .filter(PairsOptions::supports)
                        .map(Measure::label)
                        .iterator();
            }
        }
    }

    /** What a command leaves out of the comparison of documents. */
    public static final class OmissionOptions {
        @Option(names = "--max-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
        private long maxDf = 1_000;

        @Option(names = "--common-df", paramLabel = "N|none", converter = FrequencyLimitConverter.class)
        private Long commonDf;

        @Mixin
        private TemplateOptions templates;

        public long maxDf() {
            return maxDf;
        }

        public OptionalLong commonDf() {
            return commonDf == null ? OptionalLong.empty() : OptionalLong.of(commonDf);
        }

        public TemplateOptions templates() {
            return templates;
        }
    }

    /** The options that leave out the templates of series of documents. */
    public static final class TemplateOptions {
        @Option(names = "--series", converter = TextConverter.class, paramLabel = "RULE")
        private String series;

        @Option(names = "--template-share", paramLabel = "X")
        private Double share;

        @Option(names = "--template-least", paramLabel = "N")
        private Integer least;

        @Option(names = "--templates", paramLabel = "FILE")
        private Path templatesFile;

        public Optional<Path> file() {
            return Optional.ofNullable(templatesFile);
        }

        public Optional<Path> seriesFile() {
            return series == null || SeriesRule.isPattern(series) ? Optional.empty() : Optional.of(Path.of(series));
        }

        /** The rule of series, if templates are left out. Reads a file if the rule is one. */
        public Optional<SeriesRule> rule(Usage usage) throws IOException {
            if (series != null) {
                return Optional.of(SeriesRule.of(series, usage));
            }
            usage.refuse(
                    share != null || least != null || templatesFile != null,
                    "--template-share, --template-least and --templates need --series RULE");
            return Optional.empty();
        }

        /** The templates of a series, with the limits of the options. */
        public Templates templates(Series of) {
            Templates templates = Templates.of(of);
            templates = share == null ? templates : templates.share(share);
            return least == null ? templates : templates.least(least);
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

        public static final class Converter implements ITypeConverter<MinScore> {
            @Override
            public MinScore convert(String text) {
                boolean percentage = text.endsWith("%");
                try {
                    return new MinScore(
                            Double.parseDouble(percentage ? text.substring(0, text.length() - 1) : text), percentage);
                } catch (NumberFormatException e) {
                    throw new TypeConversionException(
                            "'" + text + "' is neither a number, such as 0.5, nor a percentage, such as 50%");
                }
            }
        }

        public double of(Measure measure, Usage usage) {
            double highest = measure.highest();
            usage.refuse(
                    percentage && highest == Double.MAX_VALUE,
                    "--min-score is " + value + "%, but the measure " + Choice.name(measure)
                            + " has no highest score; give a number");
            return percentage ? value / HUNDRED * highest : value;
        }

        /** Returns a warning if the user seems to have given a share instead of a percentage. */
        public Optional<String> doubt(Measure measure) {
            return measure == Measure.PERCENT && !percentage && value > 0 && value <= 1
                    ? Optional.of(String.format(
                            Locale.ROOT,
                            "warning: --min-score %1$s means %1$s %%, because the measure percent"
                                    + " ranges from 0 to 100; for the share %1$s give --min-score %2$s%%",
                            number(value),
                            number(value * HUNDRED)))
                    : Optional.empty();
        }

        private static String number(double value) {
            return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        }
    }

    /** How results show the scores of a measure. */
    public static final class ScoreRange {
        private ScoreRange() {}

        /** The column of a score. Its title in a table names the measure. */
        public static Column named(Measure measure) {
            return new Column("score", "score (" + measure.label() + ")", true);
        }

        /** The same, beside columns of the plain measures: a table names only others. */
        public static Column beside(Measure measure) {
            return switch (measure) {
                case SHARED, PERCENT, RESEMBLANCE, CONTAINMENT, CONTAINED -> Column.number("score");
                default -> named(measure);
            };
        }

        public static Value value(Measure measure, double score) {
            return switch (measure) {
                case SHARED -> Value.count((long) score);
                case PERCENT -> Value.hundredth(score);
                default -> Value.ratio(score);
            };
        }

        public static Value value(Measure measure, OptionalDouble score) {
            return score.isPresent() ? value(measure, score.getAsDouble()) : Value.ratio(score);
        }
    }
}
