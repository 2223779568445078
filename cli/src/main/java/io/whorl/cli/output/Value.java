package io.whorl.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Iterator;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** The value of a field, in each format. */
public sealed interface Value {
    /** Returns the value for people: rounded, with digits grouped and unsafe characters escaped. */
    String forTable();

    /** Returns the value for programs: all digits, with tabs, line ends and backslashes escaped. */
    String forTsv();

    /** Writes the result of {@link #forTsv} without holding all of a long value in memory. */
    default void toTsv(Writer out) throws IOException {
        out.write(forTsv());
    }

    /** Returns the value for a cell of CSV, without quotes: all digits, with unsafe characters and formulas escaped. */
    default String forCsv() {
        return forTsv();
    }

    /** Writes the field, or nothing if the value is absent. */
    void toJson(String field, JsonGenerator json) throws IOException;

    static Value text(String text) {
        return new Text(text);
    }

    static Value count(long count) {
        return new Count(count);
    }

    /** Returns a share from 0 to 1. A table shows four decimals. */
    static Value ratio(double value) {
        return new Figure(value, 4);
    }

    /** Returns a percentage or another figure of which a table shows two decimals. */
    static Value hundredth(double value) {
        return new Figure(value, 2);
    }

    static Value ratio(OptionalDouble value) {
        return value.isPresent() ? ratio(value.getAsDouble()) : new Absent();
    }

    static Value hundredth(OptionalDouble value) {
        return value.isPresent() ? hundredth(value.getAsDouble()) : new Absent();
    }

    /** Returns a list of strings, which is read while it is written. A table shows the first few. */
    static Value texts(Iterable<String> texts) {
        return new Texts(texts);
    }

    /** Returns the value of a field that a record does not have. */
    static Value absent() {
        return new Absent();
    }

    /** Returns a truth value: {@code true} or {@code false} in each format. */
    static Value flag(boolean value) {
        return new Json(Boolean.toString(value));
    }

    /** Returns a value that is JSON itself. */
    static Value json(String json) {
        return new Json(json);
    }

    record Text(String text) implements Value {
        @Override
        public String forTable() {
            return Escapes.visible(text);
        }

        @Override
        public String forTsv() {
            return Escapes.tsv(text);
        }

        @Override
        public String forCsv() {
            return Escapes.csv(text);
        }

        @Override
        public void toJson(String field, JsonGenerator json) throws IOException {
            json.writeStringField(field, text);
        }
    }

    record Count(long count) implements Value {
        @Override
        public String forTable() {
            return Digits.grouped(count);
        }

        @Override
        public String forTsv() {
            return Long.toString(count);
        }

        @Override
        public void toJson(String field, JsonGenerator json) throws IOException {
            json.writeNumberField(field, count);
        }
    }

    /** @param decimals the number of decimals in a table */
    record Figure(double value, int decimals) implements Value {
        @Override
        public String forTable() {
            return Digits.grouped(value, decimals);
        }

        @Override
        public String forTsv() {
            return Double.toString(value);
        }

        @Override
        public void toJson(String field, JsonGenerator json) throws IOException {
            json.writeNumberField(field, value);
        }
    }

    /** Strings. TSV shows a JSON array. */
    record Texts(Iterable<String> texts) implements Value {
        private static final int SHOWN = 3;

        @Override
        public String forTable() {
            StringBuilder shown = new StringBuilder();
            int n = 0;
            for (Iterator<String> all = texts.iterator(); all.hasNext() && n <= SHOWN; n++) {
                shown.append(n == 0 ? "" : ", ").append(n == SHOWN ? "\u2026" : Escapes.visible(all.next()));
            }
            return shown.toString();
        }

        @Override
        public String forTsv() {
            StringWriter all = new StringWriter();
            try {
                toTsv(all);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return all.toString();
        }

        @Override
        public void toTsv(Writer out) throws IOException {
            write(out, Escapes::tsv);
        }

        @Override
        public String forCsv() {
            StringWriter all = new StringWriter();
            try {
                write(all, Escapes::visible);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return all.toString();
        }

        private void write(Writer out, UnaryOperator<String> escape) throws IOException {
            String before = "[\"";
            for (String text : texts) {
                out.write(before);
                out.write(
                        escape.apply(new String(JsonStringEncoder.getInstance().quoteAsString(text))));
                before = "\",\"";
            }
            out.write(before.equals("[\"") ? "[]" : "\"]");
        }

        @Override
        public void toJson(String field, JsonGenerator json) throws IOException {
            json.writeArrayFieldStart(field);
            for (String text : texts) {
                json.writeString(text);
            }
            json.writeEndArray();
        }
    }

    /** No value: the scheme cannot provide the figure, or the record has none. */
    record Absent() implements Value {
        @Override
        public String forTable() {
            return "-";
        }

        @Override
        public String forTsv() {
            return "";
        }

        @Override
        public void toJson(String field, JsonGenerator json) {}
    }

    /** JSON, written as a nested value. */
    record Json(String json) implements Value {
        @Override
        public String forTable() {
            return Escapes.json(json);
        }

        @Override
        public String forTsv() {
            return Escapes.tsv(Escapes.json(json));
        }

        @Override
        public String forCsv() {
            return Escapes.json(json);
        }

        @Override
        public void toJson(String field, JsonGenerator generator) throws IOException {
            generator.writeFieldName(field);
            generator.writeRawValue(Escapes.json(json));
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
