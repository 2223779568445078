package io.whorl.cli.option;

import io.whorl.cluster.SurvivorOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Which of similar documents is kept.
 *
 * @param field the field of {@link Kind#FIELD}; empty for other kinds
 * @param least whether the least value of the field is kept, not the greatest
 */
public record KeepRule(Kind kind, String field, boolean least) {
    /** The first document. */
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
