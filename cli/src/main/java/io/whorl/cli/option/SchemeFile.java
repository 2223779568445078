package io.whorl.cli.option;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.whorl.InvalidSchemeException;
import io.whorl.cli.console.FailedException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Optional;

/** A scheme in a file: the scheme that {@code stats} shows, or the whole output of {@code stats --format json}. */
public final class SchemeFile {
    private static final JsonFactory JSON = new JsonFactory();
    /** A scheme is never larger, because its lists are bounded. */
    private static final int LARGEST = 64 << 20;

    private SchemeFile() {}

    /** @throws FailedException if the file contains no scheme */
    public static Scheme read(Path file) throws IOException {
        String text = text(file);
        try {
            return Scheme.fromJson(nested(text));
        } catch (JsonProcessingException e) {
            throw new FailedException(
                    file + " contains no scheme as stats shows it: it is not JSON: " + e.getOriginalMessage());
        } catch (InvalidSchemeException | IllegalArgumentException | IOException e) {
            throw new FailedException(file + " contains no scheme as stats shows it: " + e.getMessage());
        }
    }

    private static String text(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        try (LineReader lines = LineReader.open(file, LARGEST)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                text.append(line.get()).append('\n');
                if (text.length() > LARGEST) {
                    throw new FailedException(file + " is too large to be a scheme");
                }
            }
        }
        return text.toString();
    }

    /** Returns the field {@code scheme} of the outer object, or the whole text if there is no such field. */
    private static String nested(String text) throws IOException {
        try (JsonParser p = JSON.createParser(text)) {
            p.nextToken();
            while (p.nextToken() == JsonToken.FIELD_NAME) {
                String name = p.currentName();
                JsonToken value = p.nextToken();
                if (name.equals("scheme") && value == JsonToken.START_OBJECT) {
                    StringWriter scheme = new StringWriter();
                    try (JsonGenerator copy = JSON.createGenerator(scheme)) {
                        copy.copyCurrentStructure(p);
                    }
                    return scheme.toString();
                }
                p.skipChildren();
            }
        }
        return text;
    }
}
