package io.whorl.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.whorl.measure.Measure;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Iterator;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** The value of a field, in each format. */
final class Value {
    private static final Value ABSENT = new Value("", 0);
    /** The strings of a list that a table shows. */
    private static final int SHOWN = 3;

    /** A string, a number, {@link Json}, or strings that are read while they are written. */
    private final Object content;
    /** The number of decimals of a double in a table. */
    private final int decimals;

    private record Json(String text) {}

    private Value(Object content, int decimals) {
        this.content = content;
        this.decimals = decimals;
    }

    public static Value text(String text) {
        return new Value(text, 0);
    }

    public static Value count(long count) {
        return new Value(count, 0);
    }

    /** Returns a share from 0 to 1. A table shows four decimals. */
    public static Value ratio(double value) {
        return new Value(value, 4);
    }

    /** Returns a percentage or another figure of which a table shows two decimals. */
    public static Value hundredth(double value) {
        return new Value(value, 2);
    }

    static Value score(Measure measure, double score) {
        return switch (measure) {
            case SHARED -> count((long) score);
            case PERCENT -> hundredth(score);
            default -> ratio(score);
        };
    }

    static Value score(Measure measure, OptionalDouble score) {
        return score.isPresent() ? score(measure, score.getAsDouble()) : ABSENT;
    }

    public static Value ratio(OptionalDouble value) {
        return value.isPresent() ? ratio(value.getAsDouble()) : ABSENT;
    }

    public static Value hundredth(OptionalDouble value) {
        return value.isPresent() ? hundredth(value.getAsDouble()) : ABSENT;
    }

    /** Returns a list of strings, which is read while it is written. A table shows the first few. */
    public static Value texts(Iterable<String> texts) {
        return new Value(texts, 0);
    }

    public static Value absent() {
        return ABSENT;
    }

    /** Returns a truth value: {@code true} or {@code false} in each format. */
    public static Value flag(boolean value) {
        return json(Boolean.toString(value));
    }

    public static Value json(String json) {
        return new Value(new Json(json), 0);
    }

    /** Returns the value for people: rounded, with digits grouped and unsafe characters escaped. */
    String forTable() {
        if (content instanceof Long count) {
            return Digits.grouped(count);
        }
        if (content instanceof Double figure) {
            return Digits.grouped(figure, decimals);
        }
        if (content instanceof Iterable<?> texts) {
            StringBuilder shown = new StringBuilder();
            int n = 0;
            for (Iterator<?> all = texts.iterator(); all.hasNext() && n <= SHOWN; n++) {
                shown.append(n == 0 ? "" : ", ").append(n == SHOWN ? "\u2026" : Escapes.visible((String) all.next()));
            }
            return shown.toString();
        }
        return this == ABSENT ? "-" : Escapes.visible(content instanceof Json json ? json.text : (String) content);
    }

    /**
     * Writes the value for programs: all digits, with unsafe characters escaped. A list is a JSON array, of which one
     * string is in memory at a time.
     *
     * @param text escapes a text
     * @param other escapes the strings of a list, and JSON
     */
    void write(Writer out, UnaryOperator<String> text, UnaryOperator<String> other) throws IOException {
        if (content instanceof Iterable<?> texts) {
            String before = "[\"";
            for (Object one : texts) {
                String quoted = new String(JsonStringEncoder.getInstance().quoteAsString((String) one));
                out.write(before + other.apply(quoted));
                before = "\",\"";
            }
            out.write(before.equals("[\"") ? "[]" : "\"]");
        } else if (content instanceof Json json) {
            out.write(other.apply(Escapes.visible(json.text)));
        } else {
            out.write(content instanceof String string ? text.apply(string) : content.toString());
        }
    }

    /** Writes the field, or nothing if the value is absent. */
    void toJson(String field, JsonGenerator json) throws IOException {
        if (this == ABSENT) {
            return;
        }
        json.writeFieldName(field);
        if (content instanceof Iterable<?> texts) {
            json.writeStartArray();
            for (Object text : texts) {
                json.writeString((String) text);
            }
            json.writeEndArray();
        } else if (content instanceof Json raw) {
            json.writeRawValue(Escapes.visible(raw.text));
        } else if (content instanceof Long count) {
            json.writeNumber(count);
        } else if (content instanceof Double figure) {
            json.writeNumber(figure);
        } else {
            json.writeString((String) content);
        }
    }

    /**
     * Formats numbers for people, with commas between thousands. A table can have millions of lines, so it must be
     * fast.
     */
    static final class Digits {
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
}
