package io.whorl.lab.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A mechanical change of a text that makes an inexact copy; COPS made such copies by converting a document twice (COPS
 * 5.5). It works on tokens: runs of bytes between white space.
 *
 * @param kind the change of a token
 * @param rate the share of tokens to change, drawn at random; above 0, at most 1
 */
public record Alteration(Kind kind, double rate) {
    /** The change of a token. */
    public enum Kind {
        /** Remove the token. */
        DELETE,
        /** Replace the token with another token of the text. */
        REPLACE,
        /** Swap the token with the next one. */
        SWAP,
        /**
         * Split the token with a hyphen and a line break, as typesetting does, if it has at least six bytes, all of
         * them ASCII letters.
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
     * @throws IllegalArgumentException if the text has another form
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
