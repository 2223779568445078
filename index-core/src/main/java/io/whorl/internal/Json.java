package io.whorl.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The fields of a JSON object, by name. A plain value is its text, whether it is quoted or not. A field that occurs
 * twice is refused. Immutable and thread-safe.
 */
public final class Json {
    /** The names of parameters of a selection may be long. */
    private static final int LONGEST_NAME = 1 << 20;
    /** Bounds the stack; a segment set, its shards and their files need five. */
    private static final int DEEPEST = 8;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNameLength(LONGEST_NAME)
                    .build())
            .build();

    private final Map<String, Object> values = new TreeMap<>();

    /**
     * Reads an object.
     *
     * @throws IOException if the text is not JSON
     * @throws IllegalArgumentException if it is not one object, or an object has a field twice
     */
    public static Json of(String json) throws IOException {
        try (JsonParser p = JSON.createParser(json)) {
            Ranges.require(p.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
            Json object = new Json(p);
            Ranges.require(p.nextToken() == null, "something follows it");
            return object;
        }
    }

    private Json(JsonParser p) throws IOException {
        while (p.nextToken() == JsonToken.FIELD_NAME) {
            String name = p.currentName();
            p.nextToken();
            Ranges.require(values.put(name, value(p)) == null, "field " + name + " occurs twice");
        }
    }

    private static Object value(JsonParser p) throws IOException {
        return switch (p.currentToken()) {
            case START_OBJECT -> new Json(p);
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                while (p.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(p));
                }
                yield elements;
            }
            // No field is read as this type, so it is refused where it is read.
            case VALUE_NULL -> Optional.empty();
            default -> p.getText();
        };
    }

    /** One line. Values are numbers, strings and booleans, and collections and maps of values, in their order. */
    public static String write(Map<String, ?> fields) {
        StringWriter out = new StringWriter();
        try (JsonGenerator g = JSON.createGenerator(out)) {
            write(g, fields);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    /** One line, with quoted values. */
    @Override
    public String toString() {
        return write(values);
    }

    private static void write(JsonGenerator g, Object value) throws IOException {
        if (value instanceof Json object) {
            write(g, object.values);
        } else if (value instanceof Map<?, ?> fields) {
            g.writeStartObject();
            for (Map.Entry<?, ?> e : fields.entrySet()) {
                g.writeFieldName((String) e.getKey());
                write(g, e.getValue());
            }
            g.writeEndObject();
        } else if (value instanceof Collection<?> elements) {
            g.writeStartArray();
            for (Object element : elements) {
                write(g, element);
            }
            g.writeEndArray();
        } else if (value instanceof Optional<?>) {
            g.writeNull();
        } else {
            g.writeObject(value);
        }
    }

    /** The names of all fields, ascending. */
    public Set<String> names() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** All fields with plain values, in the order of their names. */
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (value instanceof String text) {
                texts.put(name, text);
            }
        });
        return texts;
    }

    /** The value of a field that may be missing. */
    public Optional<String> find(String name) {
        return values.containsKey(name) ? Optional.of(text(name)) : Optional.empty();
    }

    public String text(String name) {
        return get(name, String.class, "a plain value");
    }

    /** @throws IllegalArgumentException if the field is missing, or not a whole number from 0 to the largest */
    public long number(String name, long most) {
        String text = text(name);
        try {
            return Ranges.check(name, Long.parseLong(text), 0, most);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("field " + name + " is " + text + ", not a whole number", e);
        }
    }

    /** @throws IllegalArgumentException if the field is missing, or not a whole number from 0 */
    public long number(String name) {
        return number(name, Long.MAX_VALUE);
    }

    /** Whether a field is true; false if it is missing. */
    public boolean flag(String name) {
        String value = find(name).orElse("false");
        Ranges.require(
                value.equals("true") || value.equals("false"), name + " is " + value + ", neither true nor false");
        return value.equals("true");
    }

    public Json object(String name) {
        return get(name, Json.class, "an object");
    }

    /** @throws IllegalArgumentException if the field is missing, or not an array of elements of this type */
    public <T> List<T> elements(String name, Class<T> type) {
        List<?> elements = get(name, List.class, "an array");
        Ranges.require(elements.stream().allMatch(type::isInstance), "field " + name + " has elements of another type");
        return elements.stream().map(type::cast).toList();
    }

    private <T> T get(String name, Class<T> type, String what) {
        Object value = values.get(name);
        Ranges.require(value != null, "field " + name + " is missing");
        Ranges.require(type.isInstance(value), "field " + name + " is not " + what);
        return type.cast(value);
    }
}
