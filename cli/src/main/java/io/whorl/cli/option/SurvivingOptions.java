package io.whorl.cli.option;

import io.whorl.cli.option.ComparisonOptions.OmissionOptions;
import io.whorl.cli.option.ComparisonOptions.TemplateOptions;
import io.whorl.cli.option.ComparisonOptions.ThresholdOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.measure.Measure;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that decide which documents survive. */
public final class SurvivingOptions {
    @Option(names = "--keep", paramLabel = "RULE", converter = KeepRule.Converter.class)
    private KeepRule keep = KeepRule.DEFAULT;

    @Mixin
    private ThresholdOptions threshold;

    @Mixin
    private OmissionOptions omissions;

    public KeepRule keep() {
        return keep;
    }

    public TemplateOptions templates() {
        return omissions.templates();
    }

    /** Everything that determines which documents survive, by name, except the templates. */
    public Map<String, String> facts(SurvivorOptions of) {
        return Map.of(
                "--keep", keep.toString(),
                "--measure", of.measure().label(),
                "--min-score", Double.toString(of.minScore()),
                "--max-df", Long.toString(of.maxDf()),
                "--common-df", Long.toString(of.commonDf()));
    }

    /** Returns the options, and reports a value out of its range as wrong usage. */
    public SurvivorOptions checked(SurvivorOptions.Keep rule, int threads, ByteSize memory, Usage usage)
            throws IOException {
        SurvivorOptions usual = SurvivorOptions.DEFAULT;
        Measure measure = threshold.measure(usual.measure());
        usage.refuse(
                !threshold.hasMinScore() && measure.highest() == Double.MAX_VALUE,
                "--measure " + Choice.name(measure) + " has no highest score; give --min-score too");
        return usage.checked(() -> SurvivorOptions.DEFAULT
                .keep(rule)
                .measure(measure)
                .minScore(threshold.minScore(measure, usual.minScore(), usage))
                .maxDf(omissions.maxDf())
                .commonDf(omissions.commonDf().orElse(usual.commonDf()))
                .memory(memory == null ? usual.memory() : memory.bytes())
                .threads(threads));
    }

    /**
     * Which of similar documents is kept.
     *
     * @param field the field of {@link Kind#FIELD}; empty for other kinds
     * @param least whether the least value of the field is kept, not the greatest
     */
    public record KeepRule(Kind kind, String field, boolean least) {
        public static final KeepRule DEFAULT = new KeepRule(Kind.FIRST, "", false);

        private static final String FIELD = "field:";
        private static final String LEAST = ":least";
        private static final String GREATEST = ":greatest";

        /** The kinds of rules. */
        public enum Kind {
            FIRST,
            LONGEST,
            OLDEST,
            FIELD
        }

        public static final class Converter implements ITypeConverter<KeepRule> {
            @Override
            public KeepRule convert(String text) {
                return switch (text) {
                    case "first" -> DEFAULT;
                    case "longest" -> new KeepRule(Kind.LONGEST, "", false);
                    case "oldest" -> new KeepRule(Kind.OLDEST, "", false);
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
                return new KeepRule(Kind.FIELD, text.substring(FIELD.length(), end), least);
            }
        }

        /** The rule for an index whose ids are in the order of this rule, unless only the index knows the order. */
        public SurvivorOptions.Keep inSources() {
            return kind == Kind.LONGEST ? SurvivorOptions.Keep.LONGEST : SurvivorOptions.Keep.FIRST;
        }

        /** The rule for an index of the user. */
        public SurvivorOptions.Keep inIndex(Usage usage) {
            return switch (kind) {
                case FIRST -> SurvivorOptions.Keep.FIRST;
                case LONGEST -> SurvivorOptions.Keep.LONGEST;
                case OLDEST -> SurvivorOptions.Keep.OLDEST;
                case FIELD ->
                    throw usage.error("--keep " + this
                            + " reads a field of the sources, which an index does not store; give the sources");
            };
        }

        @Override
        public String toString() {
            return kind == Kind.FIELD ? FIELD + field + (least ? LEAST : "") : Choice.name(kind);
        }
    }
}
