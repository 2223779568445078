package io.whorl.shard;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.whorl.InvalidSchemeException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The JSON of shards and of what they have in common; docs/FORMAT.md, "Segment sets". */
final class ShardJson {
    static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Scheme.LONGEST_JSON)
                    .build())
            .build();

    private ShardJson() {}

    static String encode(Shard shard) {
        StringWriter out = new StringWriter();
        try (JsonGenerator g = JSON.createGenerator(out)) {
            g.writeStartObject();
            writeRules(g, shard.rules());
            writeShard(g, shard);
            g.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString();
    }

    static Shard decode(byte[] json) {
        try (JsonParser p = JSON.createParser(json)) {
            if (p.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("the text is not a JSON object");
            }
            Fields fields = new Fields(p);
            return fields.shard(fields.rules());
        } catch (IOException | InvalidSchemeException e) {
            throw new IllegalArgumentException("the text is not the JSON of a shard: " + e.getMessage(), e);
        }
    }

    static void writeRules(JsonGenerator g, ShardRules rules) throws IOException {
        g.writeStringField("whorl", rules.whorl());
        g.writeStringField("scheme", rules.scheme().toJson());
        g.writeBooleanField("texts", rules.storesTexts());
        g.writeBooleanField("fingerprints", rules.storesFingerprints());
        g.writeNumberField("minDocument", rules.minDocument());
        g.writeStringField("duplicates", ShardRules.name(rules.duplicates()));
    }

    static void writeShard(JsonGenerator g, Shard shard) throws IOException {
        g.writeStringField("name", shard.name());
        g.writeArrayFieldStart("files");
        for (Shard.File file : shard.files()) {
            g.writeStartObject();
            g.writeStringField("file", file.name());
            g.writeNumberField("length", file.length());
            g.writeStringField("crc32c", String.format(Locale.ROOT, "%08x", file.crc32c()));
            g.writeEndObject();
        }
        g.writeEndArray();
        g.writeNumberField("documents", shard.documents());
        g.writeNumberField("words", shard.words());
        g.writeNumberField("minutiae", shard.minutiae());
        g.writeNumberField("postings", shard.postings());
        if (shard.firstId().isPresent() && shard.lastId().isPresent()) {
            g.writeStringField("first", shard.firstId().get());
            g.writeStringField("last", shard.lastId().get());
        }
    }

    /** The fields of an object, which the parser has begun. Unknown fields are ignored. */
    static final class Fields {
        private final Map<String, String> values = new HashMap<>();
        private final Map<String, List<Fields>> arrays = new HashMap<>();

        Fields(JsonParser p) throws IOException {
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
        private static List<Fields> objects(JsonParser p) throws IOException {
            List<Fields> objects = new ArrayList<>();
            for (JsonToken t = p.nextToken(); t != null && t != JsonToken.END_ARRAY; t = p.nextToken()) {
                if (t == JsonToken.START_OBJECT) {
                    objects.add(new Fields(p));
                } else {
                    p.skipChildren();
                }
            }
            return objects;
        }

        List<Fields> objects(String name) {
            List<Fields> objects = arrays.get(name);
            if (objects == null) {
                throw new IllegalArgumentException("the array " + name + " is missing");
            }
            return objects;
        }

        String text(String name) {
            String value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException("the field " + name + " is missing");
            }
            return value;
        }

        long number(String name) {
            long value = Long.parseLong(text(name));
            if (value < 0) {
                throw new IllegalArgumentException(name + " is " + value + "; it must be at least 0");
            }
            return value;
        }

        ShardRules rules() {
            return new ShardRules(
                    text("whorl"),
                    Scheme.fromJson(text("scheme")),
                    Boolean.parseBoolean(text("texts")),
                    Boolean.parseBoolean(text("fingerprints")),
                    number("minDocument"),
                    ShardRules.duplicates(text("duplicates")));
        }

        Shard shard(ShardRules rules) {
            List<Shard.File> files = new ArrayList<>();
            for (Fields file : objects("files")) {
                files.add(new Shard.File(
                        file.text("file"), file.number("length"), Integer.parseUnsignedInt(file.text("crc32c"), 16)));
            }
            return new Shard(
                    text("name"),
                    rules,
                    files,
                    number("documents"),
                    number("words"),
                    number("minutiae"),
                    number("postings"),
                    Optional.ofNullable(values.get("first")),
                    Optional.ofNullable(values.get("last")));
        }
    }
}
