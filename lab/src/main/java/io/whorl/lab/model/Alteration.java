package io.whorl.lab.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A mechanical change of a text, for copies that are not verbatim, as COPS made by converting a document twice (COPS
 * 5.5). Works on tokens, the runs of bytes between white space.
 *
 * @param kind what happens to a token
 * @param rate to which share of the tokens, drawn at random; above 0, at most 1
 */
public record Alteration(Kind kind, double rate) {
    /** What happens to a token. */
    public enum Kind {
        /** It is left out. */
        DELETE,
        /** Another token of the text stands in its place. */
        REPLACE,
        /** It changes places with the next. */
        SWAP,
        /**
         * If it has six bytes or more, all ASCII letters, it is parted by a hyphen and a line's end, as typesetting
         * does.
         */
        HYPHENATE
    }

    public Alteration {
        if (!(rate > 0 && rate <= 1)) {
            throw new IllegalArgumentException("rate is " + rate + "; it must be above 0 and at most 1");
        }
    }

    /**
     * Reads {@code kind:rate}, such as {@code replace:0.05}.
     *
     * @throws IllegalArgumentException if the text is of another form
     */
    public static Alteration parse(String text) {
        int colon = text.indexOf(':');
        try {
            return new Alteration(
                    Kind.valueOf(text.substring(0, Math.max(0, colon)).toUpperCase(Locale.ROOT)),
                    Double.parseDouble(text.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "alteration is '" + text + "'; it must be KIND:RATE, such as replace:0.05,"
                            + " KIND one of "
                            + Arrays.stream(Kind.values()).map(Alteration::name).collect(Collectors.joining(", "))
                            + ", RATE above 0 and at most 1",
                    e);
        }
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return name(kind) + ":" + rate;
    }
}
