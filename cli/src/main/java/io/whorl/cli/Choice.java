package io.whorl.cli;

import io.whorl.align.AlignmentOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cli.ParagraphDedup.ParagraphOptions;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.query.Overlap;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Hashing;
import io.whorl.scheme.TextRules;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Collectors;
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
        return Arrays.stream(type.getEnumConstants())
                .filter(this::isOffered)
                .map(Choice::name)
                .iterator();
    }

    boolean isOffered(E value) {
        return true;
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
        throw new TypeConversionException("'" + name + "' is not one of "
                + Arrays.stream(type.getEnumConstants()).map(Choice::name).collect(Collectors.joining(", ")));
    }

    /** Lets a command and its subcommands parse all enumerations of options. */
    static void registerAll(CommandLine line) {
        for (Class<?> choice : Choice.class.getDeclaredClasses()) {
            try {
                ((Choice<?>) choice.getDeclaredConstructor().newInstance()).register(line);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a choice has no constructor", e);
            }
        }
    }

    // An option names one of these for the values that completion offers.

    static final class Formats extends Choice<Format> {}

    static final class ParagraphUnits extends Choice<ParagraphOptions.Unit> {}

    static final class Measures extends Choice<Measure> {}

    /** The measures that have a meaning for pairs of documents. */
    static final class PairMeasures extends Choice<Measure> {
        @Override
        boolean isOffered(Measure measure) {
            return SimilarityOptions.supports(measure);
        }
    }

    /** Those that do not depend on other documents. */
    static final class PlainPairMeasures extends Choice<Measure> {
        @Override
        boolean isOffered(Measure measure) {
            return SimilarityOptions.supports(measure) && !measure.weighted();
        }
    }

    static final class Presets extends Choice<Preset> {}

    static final class Links extends Choice<SimilarityOptions.Link> {}

    static final class Representatives extends Choice<SimilarityOptions.Representative> {}

    static final class RepeatedIdRules extends Choice<RepeatedIds> {}

    static final class Verdicts extends Choice<Overlap.Verdict> {}

    static final class Units extends Choice<Chunking.Unit> {}

    static final class Orders extends Choice<Chunking.Order> {}

    static final class Algorithms extends Choice<Hashing.Algorithm> {}

    static final class Words extends Choice<TextRules.Words> {}

    static final class Apostrophes extends Choice<TextRules.Apostrophe> {}

    static final class Numbers extends Choice<TextRules.Numbers> {}

    static final class Summaries extends Choice<AlignmentOptions.Summaries> {}

    static final class CitedParts extends Choice<CitedText.Parts> {}
}
