package io.whorl.cli;

import io.whorl.bulk.Duplicates;
import io.whorl.cli.ComparisonOptions.MinScore;
import io.whorl.cli.ComparisonOptions.SurvivingOptions.KeepRule;
import io.whorl.corpus.Sample;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Selection;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Makes values of arguments. Picocli adds the name of the argument to the messages. */
final class Converters {
    private static final Pattern SHARE = Pattern.compile("(?:1/(\\d{1,9})|(\\d?\\.?\\d{1,15}))(?::(-?\\d{1,18}))?");

    private Converters() {}

    /** Lets a command and its subcommands parse the values of all types of arguments. */
    public static void register(CommandLine line) {
        line.registerConverter(Path.class, Converters::path)
                .registerConverter(ByteSize.class, ByteSize::parse)
                .registerConverter(MinScore.class, MinScore::parse)
                .registerConverter(Decision.class, Decision::parse)
                .registerConverter(KeepRule.class, KeepRule::parse)
                .registerConverter(Selection.class, Converters::selection)
                .registerConverter(Duplicates.class, Converters::duplicates)
                .registerConverter(Sample.class, Converters::sample);
        Choice.registerAll(line);
    }

    /**
     * Refuses empty text, such as the value of an unset variable. Picocli adds the name of the option to the message.
     * Registered for all strings, it would let an empty argument that may be repeated look unknown.
     */
    static final class Text implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (text.isEmpty()) {
                throw new TypeConversionException("it is empty; give a value");
            }
            return text;
        }
    }

    /**
     * Parses the path of an argument that may be something else, such as an id.
     *
     * @param label the label of the argument, for the message
     */
    public static Path path(String text, String label) {
        try {
            return path(text);
        } catch (TypeConversionException e) {
            throw Usage.error("Invalid value for positional parameter (" + label + "): " + e.getMessage());
        }
    }

    private static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("it is empty; give a path");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a path: " + e.getReason() + ErrorReport.LOCALE_FIX);
        }
    }

    /** Parses a seed of 64 bits, in decimal or as 0x and hexadecimal digits. */
    static final class Seed implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                if (text.toLowerCase(Locale.ROOT).startsWith("0x")) {
                    return Long.parseUnsignedLong(text.substring(2), 16);
                }
                return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text
                        + "' is not a seed: a number of up to 64 bits, decimal or 0x and hexadecimal digits");
            }
        }
    }

    /** Parses {@code --max-df}: a number of documents, or none. */
    static final class FrequencyLimit implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (text.equals("none")) {
                return QueryOptions.NO_LIMIT;
            }
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is neither a number of documents nor none");
            }
        }
    }

    private static Selection selection(String text) throws IOException {
        try {
            return Strategies.parse(text, Path.of(""));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /**
     * Parses {@code --duplicates}: {@code ignore}, {@code keep}, {@code first}, {@code first:KIND} or {@code alias}.
     */
    private static Duplicates duplicates(String text) {
        try {
            return text.equals("first") ? Duplicates.FIRST : Duplicates.of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException("'" + text
                    + "' is not ignore, keep, first, first:exact, first:lexical, first:fingerprint or alias");
        }
    }

    /** Parses a share of the documents, with an optional seed: {@code 0.01}, {@code 1/100}, {@code 1/100:7}. */
    private static Sample sample(String text) {
        Matcher m = SHARE.matcher(text);
        if (!m.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a share, such as 0.01, 1/100 or 1/100:7 with a seed");
        }
        double share = m.group(1) != null ? 1.0 / Integer.parseInt(m.group(1)) : Double.parseDouble(m.group(2));
        if (!(share > 0 && share <= 1)) {
            throw new TypeConversionException(
                    "'" + text + "' is a share of " + share + "; it must be above 0 and at most 1");
        }
        return new Sample(share, m.group(3) == null ? 0 : Long.parseLong(m.group(3)));
    }
}
