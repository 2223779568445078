package io.whorl.spark;

import io.whorl.store.DocumentDate;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** By what documents are put in order, before their ids. Keys are strings in the order of the rule. */
enum RankKey {
    /** By id only. */
    ID,
    /** The document with the most words comes first. */
    WORDS,
    /** The document with the earliest date comes first. */
    DATE,
    /** The document with the greatest value of a column comes first: numbers, then texts. */
    GREATEST,
    /** The document with the least value of a column comes first: numbers, then texts. */
    LEAST;

    /** The key of a document that has none, which is after all others. */
    static final String NONE = "~";

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,300}(\\.\\d{1,300})?([eE][+-]?\\d{1,3})?");
    private static final HexFormat HEX = HexFormat.of();
    private static final long MICROS = 1_000;
    private static final int LONGEST_TEXT = 100;

    /** True if the key is the value of a column. */
    boolean isOfColumn() {
        return this == GREATEST || this == LEAST;
    }

    /**
     * The key of a document.
     *
     * @param micros its date, or null
     * @param value the value of the column, or null
     */
    String of(long words, Long micros, String value) {
        return switch (this) {
            case ID -> "";
            case WORDS -> HEX.toHexDigits(Long.MAX_VALUE - words);
            case DATE -> micros == null ? NONE : date(Math.floorDiv(micros, MICROS));
            case GREATEST, LEAST -> value == null ? NONE : value(value, this == LEAST);
        };
    }

    private static String date(long millis) {
        return DocumentDate.isValid(millis) ? HEX.toHexDigits(millis ^ Long.MIN_VALUE) : NONE;
    }

    private static String value(String value, boolean least) {
        String stripped = value.strip();
        double number = NUMBER.matcher(stripped).matches() ? Double.parseDouble(stripped) : Double.NaN;
        if (Double.isFinite(number)) {
            // Adding 0 makes −0 equal to 0.
            long bits = Double.doubleToLongBits(number + 0.0);
            long ascending = bits ^ (bits >> Long.SIZE - 1 | Long.MIN_VALUE);
            return "1" + HEX.toHexDigits(least ? ascending : ~ascending);
        }
        byte[] utf8 = stripped.getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(utf8, Math.min(utf8.length, LONGEST_TEXT));
        for (int i = 0; !least && i < cut.length; i++) {
            cut[i] = (byte) ~cut[i];
        }
        // A text comes before its continuations, or after them.
        return "2" + HEX.formatHex(cut) + (least ? '!' : 'g');
    }
}
