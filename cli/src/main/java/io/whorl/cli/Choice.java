package io.whorl.cli;

import io.whorl.align.AlignmentOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.ClusterOptions;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Overlap;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.TextRules;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of an enumeration as the user writes them, in lower case with hyphens. */
abstract class Choice<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
    private final Class<E> type;

    @SuppressWarnings("unchecked")
    Choice() {
        ParameterizedType choice = (ParameterizedType) getClass().getGenericSuperclass();
        type = (Class<E>) choice.getActualTypeArguments()[0];
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
            for (Class<?> choice : Choices.class.getDeclaredClasses()) {
                try {
                    ((Choice<?>) choice.getDeclaredConstructor().newInstance()).register(line);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException("a choice has no constructor", e);
                }
            }
        }

        public static final class Formats extends Choice<Format> {}

        public static final class ParagraphUnits extends Choice<ParagraphOptions.Unit> {}

        public static final class Measures extends Choice<Measure> {}

        public static final class Presets extends Choice<Preset> {}

        public static final class Links extends Choice<ClusterOptions.Link> {}

        public static final class Representatives extends Choice<ClusterOptions.Representative> {}

        public static final class RepeatedIdRules extends Choice<RepeatedIds> {}

        public static final class Verdicts extends Choice<Overlap.Verdict> {}

        public static final class Units extends Choice<Chunking.Unit> {}

        public static final class Orders extends Choice<Chunking.Order> {}

        public static final class Algorithms extends Choice<Hashing.Algorithm> {}

        public static final class Words extends Choice<TextRules.Words> {}

        public static final class Apostrophes extends Choice<TextRules.Apostrophe> {}

        public static final class Numbers extends Choice<TextRules.Numbers> {}

        public static final class Summaries extends Choice<AlignmentOptions.Summaries> {}

        public static final class CitedParts extends Choice<CitedText.Parts> {}
    }
}
