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
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.internal.io.TextRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Parses JSON objects of a dump. Only the id, the text and the date are kept, up to the limit, so objects may have any
 * length. An object without an id is named by its dump and its number, unless the options name the id field; then the
 * object must have it. Immutable and thread-safe.
 */
final class JsonRecordParser {
    /** The least limit of ids, even if documents must be smaller. */
    private static final int MIN_ID_LIMIT = 1 << 16;

    private final Part whole;
    private final FormatOptions options;
    private final JsonFactory json;

    JsonRecordParser(Part whole, FormatOptions options) {
        this.whole = whole;
        this.options = options;
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

    /** Parses an object of any length from a stream, which is not closed. */
    Optional<TextRecord> parse(InputStream object, long number, ReadContext reports) throws IOException {
        // The decoder replaces malformed UTF-8, which then costs a character and not the object.
        try (JsonParser parser = json.createParser(new InputStreamReader(object, StandardCharsets.UTF_8))) {
            return parse(parser, number, reports);
        } catch (JacksonException e) {
            return invalid(place(number), "invalid JSON: " + e.getOriginalMessage(), reports);
        }
    }

    /** Parses an object in memory. */
    Optional<TextRecord> parse(byte[] bytes, int from, int length, long number, ReadContext reports) {
        char[] object = new String(bytes, from, length, StandardCharsets.UTF_8).toCharArray();
        try (JsonParser parser = json.createParser(object)) {
            return parse(parser, number, reports);
        } catch (JacksonException e) {
            return invalid(place(number), "invalid JSON: " + e.getOriginalMessage(), reports);
        } catch (IOException e) {
            throw new IllegalStateException("an array cannot be read", e);
        }
    }

    private String place(long number) {
        return whole.place() + ":" + number;
    }

    private Optional<TextRecord> parse(JsonParser parser, long number, ReadContext reports) throws IOException {
        String place = place(number);
        JsonToken first = parser.nextToken();
        if (first == null) {
            return Optional.empty();
        }
        if (first != JsonToken.START_OBJECT) {
            return invalid(place, "not a JSON object", reports);
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
                return tooLarge(place, reports);
            }
            parser.skipChildren();
        }
        if (parser.nextToken() != null) {
            return invalid(place, "more than one JSON value", reports);
        }
        if (text == null) {
            reports.skip(place, Skipped.Reason.MISSING_FIELD, names.without(options.textField()));
            return Optional.empty();
        }
        boolean idByName = !options.idField().equals(FormatOptions.DEFAULT.idField());
        return id == null && (wrongId || idByName)
                ? invalid(place, "no string or number in the field \"" + options.idField() + "\"", reports)
                : document(place, id == null ? RecordIds.id(whole, number) : id, text, date, reports);
    }

    private static String date(JsonParser parser, JsonToken value) throws IOException {
        return value == JsonToken.VALUE_STRING || value.isNumeric() ? parser.getText() : "";
    }

    private Optional<TextRecord> document(String place, String id, String text, String date, ReadContext reports) {
        byte[] utf8 = Surrogates.replaceLone(text).getBytes(StandardCharsets.UTF_8);
        return utf8.length > options.maxDocument()
                ? tooLarge(place, reports)
                : Optional.of(new TextRecord(place, Surrogates.replaceLone(id), utf8, date));
    }

    private Optional<TextRecord> tooLarge(String place, ReadContext reports) {
        reports.skip(place, Skipped.Reason.TOO_LARGE, options.tooLarge());
        return Optional.empty();
    }

    private static Optional<TextRecord> invalid(String place, String detail, ReadContext reports) {
        reports.skip(place, Skipped.Reason.INVALID, detail);
        return Optional.empty();
    }
}
