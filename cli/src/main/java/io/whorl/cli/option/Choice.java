package io.whorl.cli.option;

import io.whorl.align.AlignmentOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.output.Format;
import io.whorl.cluster.ClusterOptions;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Overlap;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.TextRules;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of an enumeration as the user writes them, in lower case with hyphens. */
public abstract class Choice<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
    private final Class<E> type;

    public Choice(Class<E> type) {
        this.type = type;
    }

    /** Lets a command parse values of this enumeration wherever an option has its type. */
    private void register(CommandLine line) {
        line.registerConverter(type, this);
    }

    @Override
    public E convert(String text) {
        return named(type, text);
    }

    @Override
    public Iterator<String> iterator() {
        return names(type.getEnumConstants()).iterator();
    }

    public static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static <T extends Enum<T>> T named(Class<T> type, String name) {
        for (T value : type.getEnumConstants()) {
            if (name(value).equals(name)) {
                return value;
            }
        }
        throw new TypeConversionException(
                "'" + name + "' is not one of " + String.join(", ", names(type.getEnumConstants())));
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Choice::name).toList();
    }

    /** A {@link Choice} for each enumeration. An option names its class for the values that the help lists. */
    public static final class Choices {
        private Choices() {}

        /** Lets a command and its subcommands parse these enumerations. */
        public static void register(CommandLine line) {
            List.of(
                            new Formats(),
                            new Measures(),
                            new Presets(),
                            new Links(),
                            new Representatives(),
                            new RepeatedIdRules(),
                            new Verdicts(),
                            new Units(),
                            new Orders(),
                            new Algorithms(),
                            new Words(),
                            new Apostrophes(),
                            new Numbers(),
                            new AlignmentSettings(),
                            new Summaries())
                    .forEach(choice -> choice.register(line));
        }

        public static final class Formats extends Choice<Format> {
            Formats() {
                super(Format.class);
            }
        }

        public static final class Measures extends Choice<Measure> {
            Measures() {
                super(Measure.class);
            }
        }

        public static final class Presets extends Choice<Preset> {
            Presets() {
                super(Preset.class);
            }
        }

        public static final class Links extends Choice<ClusterOptions.Link> {
            Links() {
                super(ClusterOptions.Link.class);
            }
        }

        public static final class Representatives extends Choice<ClusterOptions.Representative> {
            Representatives() {
                super(ClusterOptions.Representative.class);
            }
        }

        public static final class RepeatedIdRules extends Choice<RepeatedIds> {
            RepeatedIdRules() {
                super(RepeatedIds.class);
            }
        }

        public static final class Verdicts extends Choice<Overlap.Verdict> {
            Verdicts() {
                super(Overlap.Verdict.class);
            }
        }

        public static final class Units extends Choice<Chunking.Unit> {
            Units() {
                super(Chunking.Unit.class);
            }
        }

        public static final class Orders extends Choice<Chunking.Order> {
            Orders() {
                super(Chunking.Order.class);
            }
        }

        public static final class Algorithms extends Choice<Hashing.Algorithm> {
            Algorithms() {
                super(Hashing.Algorithm.class);
            }
        }

        public static final class Words extends Choice<TextRules.Words> {
            Words() {
                super(TextRules.Words.class);
            }
        }

        public static final class Apostrophes extends Choice<TextRules.Apostrophe> {
            Apostrophes() {
                super(TextRules.Apostrophe.class);
            }
        }

        public static final class Numbers extends Choice<TextRules.Numbers> {
            Numbers() {
                super(TextRules.Numbers.class);
            }
        }

        public static final class AlignmentSettings extends Choice<AlignmentOptions.Setting> {
            AlignmentSettings() {
                super(AlignmentOptions.Setting.class);
            }
        }

        public static final class Summaries extends Choice<AlignmentOptions.Summaries> {
            Summaries() {
                super(AlignmentOptions.Summaries.class);
            }
        }
    }
}
