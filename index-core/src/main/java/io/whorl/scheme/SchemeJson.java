package io.whorl.scheme;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.whorl.SchemeException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The JSON form of a scheme. All fields are always present and in the same order, so that equal schemes have equal
 * bytes.
 */
final class SchemeJson {
    private static final int DEEPEST = 4;
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Scheme.MOST_LIST_BYTES)
                    .maxNameLength(Scheme.MOST_LIST_BYTES)
                    .build())
            .build();

    private SchemeJson() {}

    static String write(Scheme s) {
        StringWriter out = new StringWriter();
        try (JsonGenerator g = JSON.createGenerator(out)) {
            g.writeStartObject();
            g.writeNumberField("version", s.version());
            g.writeStringField("words", name(s.text().words()));
            g.writeStringField("apostrophe", name(s.text().apostrophe()));
            g.writeStringField("numbers", name(s.text().numbers()));
            g.writeNumberField("minWord", s.text().minWord());
            g.writeNumberField("minSentence", s.text().minSentence());
            g.writeArrayFieldStart("stop");
            for (String word : s.text().stop()) {
                g.writeString(word);
            }
            g.writeEndArray();
            g.writeStringField("stem", s.text().stem().orElse("none"));
            g.writeBooleanField("unmask", s.text().unmask());
            g.writeStringField("unit", name(s.chunking().unit()));
            g.writeNumberField("granularity", s.chunking().granularity());
            g.writeNumberField("step", s.chunking().step());
            g.writeStringField("order", name(s.chunking().order()));
            g.writeNumberField("breakpoints", s.chunking().breakpoints().orElse(0));
            g.writeStringField("hash", name(s.hashing().algorithm()));
            g.writeNumberField("bits", s.hashing().bits());
            // A string: many JSON readers hold numbers as doubles and would lose the seed's low bits.
            g.writeStringField("seed", "0x" + Long.toHexString(s.hashing().seed()));
            g.writeStringField("selection", s.selection().name());
            g.writeObjectFieldStart("parameters");
            for (Map.Entry<String, String> e : s.selection().parameters().entrySet()) {
                g.writeStringField(e.getKey(), e.getValue());
            }
            g.writeEndObject();
            g.writeBooleanField("frequencies", s.frequencies());
            g.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    static Scheme read(String json) {
        Map<String, String> fields = new TreeMap<>();
        Map<String, String> parameters = new TreeMap<>();
        List<String> stop = new ArrayList<>();
        Set<String> lists = new TreeSet<>();
        try (JsonParser p = JSON.createParser(json)) {
            expect(p.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
            while (p.nextToken() == JsonToken.FIELD_NAME) {
                String field = p.currentName();
                JsonToken value = p.nextToken();
                if (value == JsonToken.START_ARRAY && field.equals("stop")) {
                    expect(lists.add(field), "field stop occurs twice");
                    while (p.nextToken() != JsonToken.END_ARRAY) {
                        expect(p.currentToken() == JsonToken.VALUE_STRING, "a stop word is not a string");
                        stop.add(p.getText());
                    }
                } else if (value == JsonToken.START_OBJECT && field.equals("parameters")) {
                    expect(lists.add(field), "field parameters occurs twice");
                    while (p.nextToken() == JsonToken.FIELD_NAME) {
                        String key = p.currentName();
                        expect(p.nextToken().isScalarValue(), "parameter " + key + " is not a plain value");
                        expect(parameters.put(key, p.getText()) == null, "parameter " + key + " occurs twice");
                    }
                } else {
                    expect(value.isScalarValue(), "field " + field + " is not a plain value");
                    expect(fields.put(field, p.getText()) == null, "field " + field + " occurs twice");
                }
            }
            expect(p.nextToken() == null, "something follows it");
            expect(lists.size() == 2, "fields stop and parameters must both be present");
            return build(fields, parameters, stop);
        } catch (IOException | IllegalArgumentException e) {
            throw SchemeException.invalid(
                    "not a scheme: " + e.getMessage() + "; give what `whorl stats` prints as scheme", e);
        }
    }

    private static Scheme build(Map<String, String> fields, Map<String, String> parameters, List<String> stop) {
        int version = number(fields, "version");
        if (version > Scheme.CURRENT) {
            throw SchemeException.invalid("scheme version " + version + " is newer than this release's "
                    + Scheme.CURRENT + "; use a newer release");
        }
        Scheme.Builder b = Scheme.builder()
                .words(TextRules.Words.valueOf(upper(fields, "words")))
                .apostrophe(TextRules.Apostrophe.valueOf(upper(fields, "apostrophe")))
                .numbers(TextRules.Numbers.valueOf(upper(fields, "numbers")))
                .minWord(number(fields, "minWord"))
                .minSentence(number(fields, "minSentence"))
                .stop(stop)
                .unit(Chunking.Unit.valueOf(upper(fields, "unit")))
                .granularity(number(fields, "granularity"))
                .step(number(fields, "step"))
                .order(Chunking.Order.valueOf(upper(fields, "order")))
                .hash(Hashing.Algorithm.valueOf(upper(fields, "hash")))
                .bits(number(fields, "bits"))
                .seed(seed(take(fields, "seed")))
                .selection(take(fields, "selection"), parameters);
        b.stem(take(fields, "stem"));
        int breakpoints = number(fields, "breakpoints");
        if (breakpoints != 0) {
            b.breakpoints(breakpoints);
        }
        b.unmask(flag(fields, "unmask"));
        b.frequencies(flag(fields, "frequencies"));
        expect(fields.isEmpty(), "unknown fields " + fields.keySet());
        return b.build();
    }

    private static long seed(String text) {
        expect(text.startsWith("0x"), "seed is " + text + ", not 0x and hexadecimal digits");
        return Long.parseUnsignedLong(text.substring(2), 16);
    }

    private static String take(Map<String, String> fields, String name) {
        String value = fields.remove(name);
        expect(value != null, "field " + name + " is missing");
        return value;
    }

    private static int number(Map<String, String> fields, String name) {
        String value = take(fields, name);
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("field " + name + " is " + value + ", not a whole number of 32 bits", e);
        }
    }

    private static boolean flag(Map<String, String> fields, String name) {
        String value = take(fields, name);
        expect(value.equals("true") || value.equals("false"), name + " is " + value + ", neither true nor false");
        return value.equals("true");
    }

    private static String upper(Map<String, String> fields, String name) {
        return take(fields, name).toUpperCase(Locale.ROOT);
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void expect(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
