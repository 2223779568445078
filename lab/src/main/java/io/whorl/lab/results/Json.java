package io.whorl.lab.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, longs, doubles and booleans. A double is written so that it is read back the same. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** On one line. */
    static String write(Object value) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(out)) {
            write(generator, value);
        }
        return out.toString();
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            for (Map.Entry<?, ?> each : map.entrySet()) {
                out.writeFieldName((String) each.getKey());
                write(out, each.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object each : list) {
                write(out, each);
            }
            out.writeEndArray();
        } else if (value instanceof Double number) {
            out.writeNumber(number);
        } else if (value instanceof Number number) {
            out.writeNumber(number.longValue());
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else {
            out.writeString((String) value);
        }
    }

    /** @throws IOException if the text is not one JSON value, or holds a null */
    static Object read(String text) throws IOException {
        try (JsonParser parser = FACTORY.createParser(text)) {
            Object value = read(parser, parser.nextToken());
            if (parser.nextToken() != null) {
                throw new IOException("something follows the JSON value");
            }
            return value;
        }
    }

    private static Object read(JsonParser in, JsonToken token) throws IOException {
        if (token == null) {
            throw new IOException("the JSON breaks off");
        }
        return switch (token) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (in.nextToken() == JsonToken.FIELD_NAME) {
                    String name = in.currentName();
                    map.put(name, read(in, in.nextToken()));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                for (JsonToken next = in.nextToken(); next != JsonToken.END_ARRAY; next = in.nextToken()) {
                    list.add(read(in, next));
                }
                yield list;
            }
            case VALUE_STRING -> in.getText();
            case VALUE_NUMBER_INT -> in.getLongValue();
            case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> throw new IOException("unexpected " + token + " in the JSON");
        };
    }
}
