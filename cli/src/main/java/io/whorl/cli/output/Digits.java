package io.whorl.cli.output;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Formats numbers for people, with commas between thousands. A table can have millions of lines, so it must be fast.
 */
final class Digits {
    private static final int GROUP = 3;
    /** Below this, a double has exact digits before the point, and is not written with an exponent. */
    private static final double PLAIN = 1e15;

    private Digits() {}

    /** The same as {@code String.format("%,d", number)}. */
    static String grouped(long number) {
        return grouped(Long.toString(number));
    }

    /** The same as {@code String.format("%,.nf", number)}, of the digits that {@link Double#toString} shows. */
    static String grouped(double number, int decimals) {
        if (!(Math.abs(number) < PLAIN)) {
            return String.format(Locale.ROOT, "%,." + decimals + "f", number);
        }
        String sign = Double.compare(number, 0.0) < 0 ? "-" : "";
        return sign
                + grouped(BigDecimal.valueOf(Math.abs(number))
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .toPlainString());
    }

    private static String grouped(String plain) {
        int from = plain.charAt(0) == '-' ? 1 : 0;
        int point = plain.indexOf('.');
        int first = (point < 0 ? plain.length() : point) - GROUP;
        if (first <= from) {
            return plain;
        }
        StringBuilder digits = new StringBuilder(plain);
        for (int at = first; at > from; at -= GROUP) {
            digits.insert(at, ',');
        }
        return digits.toString();
    }
}
