package io.whorl.corpus.internal.record;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads one document per object with a streaming parser. Only the id and the text are kept, up to the limit, so objects
 * may have any length. An object without an id is named by its dump and its number, unless the options name the id
 * field; then the object must have it.
 */
final class JsonPartReader implements PartReader {
    /** The least limit of ids, even if documents must be smaller. */
    private static final int MIN_ID_LIMIT = 1 << 16;

    private final Part whole;
    private final ReadContext context;
    private final FormatOptions options;
    private final RecordStream objects;
    private final JsonFactory json;

    JsonPartReader(Part whole, RecordStream objects, ReadContext context) {
        this.whole = whole;
        this.objects = objects;
        this.context = context;
        options = context.options();
        int maxLength = Math.max(MIN_ID_LIMIT, options.maxDocument());
        json = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(maxLength)
                        .build())
                .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                // A table of all names would grow with every name that an adversary invents.
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .build();
    }

    @Override
    public Optional<Part> next() throws IOException {
        while (objects.next()) {
            String place = whole.place() + ":" + objects.number();
            // The decoder replaces malformed UTF-8, which then costs a character and not the object.
            try (JsonParser parser = json.createParser(new InputStreamReader(objects, StandardCharsets.UTF_8))) {
                Optional<Part> document = object(parser, place);
                if (document.isPresent()) {
                    return document;
                }
            } catch (JacksonException e) {
                invalid(place, "invalid JSON: " + e.getOriginalMessage());
            }
        }
        return Optional.empty();
    }

    private Optional<Part> object(JsonParser parser, String place) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return Optional.empty();
        }
        if (first != JsonToken.START_OBJECT) {
            return invalid(place, "not a JSON object");
        }
        String id = null;
        String text = null;
        String date = "";
        boolean wrongId = false;
        FieldNames names = new FieldNames();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            names.add(name);
            boolean isId = name.equals(options.idField());
            boolean isText = name.equals(options.textField());
            boolean isDate = options.dateField().isPresent()
                    && name.equals(options.dateField().get());
            try {
                id = isId ? value == JsonToken.VALUE_STRING || value.isNumeric() ? parser.getText() : null : id;
                wrongId |= isId && id == null && value != JsonToken.VALUE_NULL;
                date = isDate ? date(parser, value) : date;
                text = isText ? value == JsonToken.VALUE_STRING ? parser.getText() : null : text;
            } catch (StreamConstraintsException e) {
                return tooLarge(place);
            }
            parser.skipChildren();
        }
        if (parser.nextToken() != null) {
            return invalid(place, "more than one JSON value");
        }
        if (text == null) {
            context.skip(place, Skipped.Reason.MISSING_FIELD, names.without(options.textField()));
            return Optional.empty();
        }
        String stated = date;
        boolean idByName = !options.idField().equals(FormatOptions.DEFAULT.idField());
        return id == null && (wrongId || idByName)
                ? invalid(place, "no string or number in the field \"" + options.idField() + "\"")
                : document(id == null ? RecordIds.id(whole, objects.number()) : id, text, place)
                        .map(part -> part.dated(stated));
    }

    private static String date(JsonParser parser, JsonToken value) throws IOException {
        return value == JsonToken.VALUE_STRING || value.isNumeric() ? parser.getText() : "";
    }

    private Optional<Part> document(String id, String text, String place) {
        byte[] utf8 = Surrogates.replaceLone(text).getBytes(StandardCharsets.UTF_8);
        return utf8.length > options.maxDocument()
                ? tooLarge(place)
                : Optional.of(
                        Part.record(place, Surrogates.replaceLone(id), Part.TEXT, new ByteArrayInputStream(utf8)));
    }

    private Optional<Part> tooLarge(String place) {
        context.skip(place, Skipped.Reason.TOO_LARGE, options.tooLarge());
        return Optional.empty();
    }

    private Optional<Part> invalid(String place, String detail) {
        context.skip(place, Skipped.Reason.INVALID, detail);
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        objects.close();
    }
}
