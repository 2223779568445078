package io.whorl.spark;

import io.whorl.cluster.ClusterOptions;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes, limits and durations on the command line. */
final class Quantities {
    private Quantities() {}

    private static long number(String text, Pattern form, String wanted) {
        Matcher m = form.matcher(text.toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw new TypeConversionException("'" + text + "' is not " + wanted);
        }
        return Long.parseLong(m.group(1));
    }

    /** A number of bytes, such as {@code 512m} or {@code 4g}. k, m, g and t are powers of 1,024, as in -Xmx of Java. */
    static final class Size implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,15})[kmgt]?");
        private static final String SUFFIXES = "kmgt";

        @Override
        public Long convert(String text) {
            long number = number(text, FORM, "a size, such as 500000, 512m or 4g");
            int shift = 10 * (SUFFIXES.indexOf(Character.toLowerCase(text.charAt(text.length() - 1))) + 1);
            if (number > Long.MAX_VALUE >> shift) {
                throw new TypeConversionException("'" + text + "' is too large");
            }
            return number << shift;
        }
    }

    /** A number of documents, or none. */
    static final class Limit implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,18})");

        @Override
        public Long convert(String text) {
            return text.equalsIgnoreCase("none")
                    ? ClusterOptions.NO_LIMIT
                    : number(text, FORM, "a number of documents, such as 150, or none");
        }
    }

    /** A duration, such as {@code 90m}, {@code 24h} or {@code 7d}. */
    static final class Age implements ITypeConverter<Duration> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,6})[smhd]");

        @Override
        public Duration convert(String text) {
            long number = number(text, FORM, "a duration, such as 90m, 24h or 7d");
            return switch (Character.toLowerCase(text.charAt(text.length() - 1))) {
                case 's' -> Duration.ofSeconds(number);
                case 'm' -> Duration.ofMinutes(number);
                case 'h' -> Duration.ofHours(number);
                default -> Duration.ofDays(number);
            };
        }
    }
}
