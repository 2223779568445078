package io.whorl.strategy;

import io.whorl.scheme.Selection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the parameters of a built-in strategy. Each value is checked and recorded for the scheme, also if it is a
 * default, so that the meaning of a scheme does not depend on the defaults of a release.
 */
final class Parameters {
    private static final int LONGEST_SHOWN = 200;

    private final Selection given;
    private final Map<String, String> written = new TreeMap<>();

    /** @throws IllegalArgumentException if the selection has an unknown parameter */
    Parameters(Selection given, List<String> known) {
        this.given = given;
        given.parameters().forEach((key, value) -> {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("selection " + given.name() + ": unknown parameter " + key + "="
                        + value + "; it takes " + (known.isEmpty() ? "none" : String.join(", ", known)));
            }
        });
    }

    /** The given whole number, or the default. */
    int integer(String key, int otherwise, int least, int most) {
        String text = given.parameters().getOrDefault(key, Integer.toString(otherwise));
        long value;
        try {
            value = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw refused(key, text, "a whole number from " + least + " to " + most, e);
        }
        if (value < least || value > most) {
            throw refused(key, text, "from " + least + " to " + most);
        }
        written.put(key, Long.toString(value));
        return (int) value;
    }

    /** The given 64-bit seed as signed decimal, or 0x and hexadecimal digits; 0 by default. */
    long seed(String key) {
        String text = given.parameters().getOrDefault(key, "0");
        try {
            long value = text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
            written.put(key, Long.toString(value));
            return value;
        } catch (NumberFormatException e) {
            throw refused(key, text, "a signed decimal number of 64 bits, or 0x and 1 to 16 hexadecimal digits", e);
        }
    }

    /** The given text, or the default. The caller then calls {@link #write}. */
    String text(String key, String otherwise) {
        return given.parameters().getOrDefault(key, otherwise);
    }

    /** Records a parameter that was read by {@link #text}. */
    void write(String key, String canonical) {
        written.put(key, canonical);
    }

    IllegalArgumentException refused(String key, String value, String allowed) {
        return refused(key, value, allowed, null);
    }

    private IllegalArgumentException refused(String key, String value, String allowed, Throwable cause) {
        return new IllegalArgumentException(
                "selection " + given.name() + ": " + key + " is '" + shown(value) + "'; it must be " + allowed, cause);
    }

    private static String shown(String value) {
        return value.length() <= LONGEST_SHOWN ? value : value.substring(0, LONGEST_SHOWN) + "...";
    }

    /** The selection with all parameters that were read so far. */
    Selection selection() {
        return new Selection(given.name(), written);
    }
}
