package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A document a line, parsed as it streams by: only the id and the text are ever held, and those only up to the limit,
 * so lines may be of any length.
 */
final class JsonLinesReader implements SourceReader {
    /** Ids are held to this even where documents are to be smaller. */
    private static final int SHORT = 1 << 16;

    private final String source;
    private final Reading reading;
    private final LineStream lines;
    private final JsonFactory json;

    JsonLinesReader(String source, InputStream in, Reading reading) {
        this.source = source;
        this.reading = reading;
        lines = new LineStream(in);
        int longest = Math.max(SHORT, reading.options().maxDocument());
        json = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(longest).build())
                .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                // A table of all names seen would grow with the names an adversary thinks of.
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .build();
    }

    @Override
    public Optional<Document> next() throws IOException {
        while (lines.nextLine()) {
            String place = source + ":" + lines.number();
            // Decoding replaces malformed UTF-8, so that it costs a character and not the line.
            try (JsonParser parser = json.createParser(new InputStreamReader(lines, StandardCharsets.UTF_8))) {
                Optional<Document> document = line(parser, place);
                if (document.isPresent()) {
                    return document;
                }
            } catch (JacksonException e) {
                invalid(place, "invalid JSON: " + e.getOriginalMessage());
            }
        }
        return Optional.empty();
    }

    private Optional<Document> line(JsonParser parser, String place) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return Optional.empty();
        }
        if (first != JsonToken.START_OBJECT) {
            return invalid(place, "not a JSON object");
        }
        String id = null;
        String text = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            boolean isId = name.equals(reading.options().idField());
            boolean isText = name.equals(reading.options().textField());
            try {
                id = isId ? value == JsonToken.VALUE_STRING || value.isNumeric() ? parser.getText() : null : id;
                text = isText ? value == JsonToken.VALUE_STRING ? parser.getText() : null : text;
            } catch (StreamConstraintsException e) {
                reading.tooLarge(place);
                return Optional.empty();
            }
            parser.skipChildren();
        }
        if (parser.nextToken() != null) {
            return invalid(place, "more than one JSON value");
        }
        return document(id, text, place);
    }

    private Optional<Document> document(String id, String text, String place) {
        if (id == null) {
            return invalid(place, "no string or number in the field \"" + reading.options().idField() + "\"");
        }
        if (text == null) {
            return invalid(place, "no string in the field \"" + reading.options().textField() + "\"");
        }
        byte[] utf8 = Surrogates.replaceLone(text).getBytes(StandardCharsets.UTF_8);
        boolean fits = utf8.length <= reading.options().maxDocument();
        return reading.document(Surrogates.replaceLone(id), fits ? Optional.of(utf8) : Optional.empty(), place);
    }

    private Optional<Document> invalid(String place, String detail) {
        reading.skip(place, Skipped.Reason.INVALID, detail);
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
