package io.whorl.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of a JSON object in a file of an index, by name. Unknown fields are ignored, and repeated ones refused.
 * Immutable and thread-safe.
 */
public final class JsonFields {
    /** Reads and writes the JSON of all files, which may contain the JSON of a scheme. */
    public static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Scheme.LONGEST_JSON)
                    .build())
            .build();

    private final Map<String, String> values = new HashMap<>();
    private final Map<String, List<JsonFields>> arrays = new HashMap<>();

    /**
     * Reads an object.
     *
     * @throws IOException if the text is not JSON, or an object has a field twice
     * @throws IllegalArgumentException if it is not an object
     */
    public static JsonFields of(String json) throws IOException {
        try (JsonParser p = JSON.createParser(json)) {
            if (p.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("it is not a JSON object");
            }
            return new JsonFields(p);
        }
    }

    private JsonFields(JsonParser p) throws IOException {
        while (p.nextToken() == JsonToken.FIELD_NAME) {
            String name = p.currentName();
            if (p.nextToken() == JsonToken.START_ARRAY) {
                arrays.put(name, objects(p));
            } else if (p.currentToken().isScalarValue()) {
                values.put(name, p.getText());
            } else {
                p.skipChildren();
            }
        }
        if (p.currentToken() != JsonToken.END_OBJECT) {
            throw new IllegalArgumentException("an object is not complete");
        }
    }

    /** The objects of an array. Other elements are ignored. */
    private static List<JsonFields> objects(JsonParser p) throws IOException {
        List<JsonFields> objects = new ArrayList<>();
        for (JsonToken t = p.nextToken(); t != null && t != JsonToken.END_ARRAY; t = p.nextToken()) {
            if (t == JsonToken.START_OBJECT) {
                objects.add(new JsonFields(p));
            } else {
                p.skipChildren();
            }
        }
        return objects;
    }

    /** All fields with plain values, as text. */
    public Map<String, String> values() {
        return Collections.unmodifiableMap(values);
    }

    /** @throws IllegalArgumentException if the array is missing */
    public List<JsonFields> objects(String name) {
        List<JsonFields> objects = arrays.get(name);
        if (objects == null) {
            throw new IllegalArgumentException("the array " + name + " is missing");
        }
        return objects;
    }

    /** The value of a field that may be missing. */
    public Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** @throws IllegalArgumentException if the field is missing */
    public String text(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("the field " + name + " is missing"));
    }

    /** @throws IllegalArgumentException if the field is missing, or not a whole number from 0 */
    public long number(String name) {
        long value = Long.parseLong(text(name));
        if (value < 0) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be at least 0");
        }
        return value;
    }

    /** Whether a field is true; false if it is missing. */
    public boolean flag(String name) {
        return find(name).filter("true"::equals).isPresent();
    }
}
