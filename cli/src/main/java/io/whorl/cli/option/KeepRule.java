package io.whorl.cli.option;

import io.whorl.cluster.SurvivorOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Which of similar documents is kept. */
public record KeepRule(Kind kind) {
    /** The first document. */
    public static final KeepRule DEFAULT = new KeepRule(Kind.FIRST);

    /** The kinds of rules. */
    public enum Kind {
        FIRST,
        LONGEST
    }

    public static final class Converter implements ITypeConverter<KeepRule> {
        @Override
        public KeepRule convert(String text) {
            return switch (text) {
                case "first" -> DEFAULT;
                case "longest" -> new KeepRule(Kind.LONGEST);
                default -> throw new TypeConversionException("'" + text + "' is not first or longest");
            };
        }
    }

    /** The rule for the documents of an index. */
    SurvivorOptions.Keep inIndex() {
        return kind == Kind.LONGEST ? SurvivorOptions.Keep.LONGEST : SurvivorOptions.Keep.FIRST;
    }

    @Override
    public String toString() {
        return Choice.name(kind);
    }
}
