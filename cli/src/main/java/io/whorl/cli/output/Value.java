package io.whorl.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Iterator;
import java.util.Locale;
import java.util.OptionalDouble;

/** One field's value, which knows how it looks in each format. */
public sealed interface Value {
    /** For people: rounded, grouped, control characters made visible. */
    String forTable();

    /** In full, for programs; tabs, ends of lines and backslashes escaped. */
    String forTsv();

    /** Writes what {@link #forTsv} gives, without holding all of it where it is long. */
    default void toTsv(Writer out) throws IOException {
        out.write(forTsv());
    }

    /** Writes the field, or nothing where the value is absent. */
    void toJson(String field, JsonGenerator json) throws IOException;

    static Value text(String text) {
        return new Text(text);
    }

    static Value count(long count) {
        return new Count(count);
    }

    /** A share from 0 to 1; four decimals in a table. */
    static Value ratio(double value) {
        return new Figure(value, 4);
    }

    /** A percentage or another figure of which a table shows two decimals. */
    static Value hundredth(double value) {
        return new Figure(value, 2);
    }

    static Value ratio(OptionalDouble value) {
        return value.isPresent() ? ratio(value.getAsDouble()) : new Absent();
    }

    static Value hundredth(OptionalDouble value) {
        return value.isPresent() ? hundredth(value.getAsDouble()) : new Absent();
    }

    /** Strings, read one by one as they are written; a table shows the first few. */
    static Value texts(Iterable<String> texts) {
        return new Texts(texts);
    }

    /** No value. */
    static Value absent() {
        return new Absent();
    }

    /** A value that is JSON itself. */
    static Value json(String json) {
        return new Json(json);
    }

    /** A string. */
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
        public void toJson(String field, JsonGenerator json) throws IOException {
            json.writeStringField(field, text);
        }
    }

    /** A whole number. */
    record Count(long count) implements Value {
        @Override
        public String forTable() {
            return String.format(Locale.ROOT, "%,d", count);
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

    /** A number of which a table shows so many decimals. */
    record Figure(double value, int decimals) implements Value {
        @Override
        public String forTable() {
            return String.format(Locale.ROOT, "%,." + decimals + "f", value);
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

    /** Strings; in TSV a JSON array. */
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
            String before = "[\"";
            for (String text : texts) {
                out.write(before);
                out.write(Escapes.tsv(new String(JsonStringEncoder.getInstance().quoteAsString(text))));
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

    /** A figure that the scheme cannot give, or that a record has none of. */
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

    /** JSON, nested as it stands. */
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
        public void toJson(String field, JsonGenerator generator) throws IOException {
            generator.writeFieldName(field);
            generator.writeRawValue(Escapes.json(json));
        }
    }
}
