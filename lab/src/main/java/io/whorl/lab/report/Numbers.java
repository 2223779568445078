package io.whorl.lab.report;

import java.util.Locale;

/** Formats numbers for people: groups of three digits, a typographic minus, and only significant digits. */
final class Numbers {
    private Numbers() {}

    /** @param digits after the decimal point */
    static String fixed(double value, int digits) {
        String text = String.format(Locale.ROOT, "%,." + digits + "f", value);
        return text.matches("-[0.,]+") ? text.substring(1) : text.replace('-', '\u2212');
    }

    static String whole(long value) {
        return fixed(value, 0);
    }

    /** Rounds to so many significant digits; digits before the decimal point are always kept. */
    static String significant(double value, int digits) {
        if (value == 0) {
            return "0";
        }
        int power = (int) Math.floor(Math.log10(Math.abs(value)));
        return fixed(value, Math.max(0, digits - 1 - power));
    }

    static String bytes(long bytes) {
        return bytes < 1_000_000 ? whole(bytes) + " bytes" : significant(bytes / 1e6, 4) + " MB";
    }
}
