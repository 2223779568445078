package io.whorl.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.whorl.CorruptIndexException;
import io.whorl.InvalidSchemeException;
import io.whorl.NotAnIndexException;
import io.whorl.UnsupportedFormatException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/** The form of MANIFEST: a line of JSON, then its CRC32C in hexadecimal on a line; docs/FORMAT.md, "MANIFEST". */
final class ManifestFile {
    static final String NAME = "MANIFEST";
    static final int VERSION = 1;
    /** No manifest is larger: a scheme's lists are bounded, and segments are few. */
    private static final long LARGEST = 64 << 20;

    private static final JsonFactory JSON = new JsonFactory();

    private ManifestFile() {}

    static byte[] encode(Manifest manifest) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator g = JSON.createGenerator(out)) {
            g.writeStartObject();
            g.writeStringField("format", "whorl");
            g.writeNumberField("version", VERSION);
            g.writeNumberField("generation", manifest.generation());
            g.writeStringField("scheme", manifest.scheme().toJson());
            g.writeArrayFieldStart("segments");
            for (Manifest.Entry e : manifest.segments()) {
                g.writeStartObject();
                g.writeStringField("file", e.file());
                g.writeNumberField("length", e.length());
                g.writeEndObject();
            }
            g.writeEndArray();
            g.writeEndObject();
        }
        String json = out.toString();
        return (json + "\n" + checksum(json) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static Manifest read(Path index) throws IOException {
        Path file = index.resolve(NAME);
        String text;
        try {
            if (Files.size(file) > LARGEST) {
                throw new CorruptIndexException(file, LARGEST, "it is longer than any manifest");
            }
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new NotAnIndexException(index, Files.isDirectory(index)
                    ? "it has no " + NAME + " (an unfinished build leaves none)"
                    : Files.exists(index) ? "it is not a directory" : "there is nothing at this path");
        }
        int end = text.indexOf('\n');
        String json = end < 0 ? "" : text.substring(0, end);
        if (end < 0 || !text.substring(end + 1).equals(checksum(json) + "\n")) {
            throw new CorruptIndexException(file, Math.max(0, end), "its checksum does not match");
        }
        try {
            return parse(json, file);
        } catch (IOException | InvalidSchemeException | IllegalArgumentException e) {
            throw new CorruptIndexException(file, 0, e.getMessage());
        }
    }

    private static Manifest parse(String json, Path file) throws IOException {
        long generation = 0;
        Scheme scheme = null;
        List<Manifest.Entry> segments = new ArrayList<>();
        try (JsonParser p = JSON.createParser(json)) {
            p.nextToken();
            while (p.nextToken() == JsonToken.FIELD_NAME) {
                String field = p.currentName();
                p.nextToken();
                switch (field) {
                    case "version" -> {
                        if (p.getIntValue() > VERSION) {
                            throw new UnsupportedFormatException(file, p.getIntValue(), VERSION);
                        }
                    }
                    case "generation" -> generation = p.getLongValue();
                    case "scheme" -> scheme = Scheme.fromJson(p.getText());
                    case "segments" -> {
                        while (p.nextToken() == JsonToken.START_OBJECT) {
                            segments.add(parseEntry(p));
                        }
                    }
                    default -> p.skipChildren();
                }
            }
        }
        if (scheme == null || segments.isEmpty()) {
            throw new IllegalArgumentException("scheme or segments are missing");
        }
        return new Manifest(generation, scheme, segments);
    }

    private static Manifest.Entry parseEntry(JsonParser p) throws IOException {
        String name = "";
        long length = -1;
        while (p.nextToken() == JsonToken.FIELD_NAME) {
            String field = p.currentName();
            p.nextToken();
            if (field.equals("file")) {
                name = p.getText();
            } else if (field.equals("length")) {
                length = p.getLongValue();
            }
        }
        if (!IndexDirectory.isSegmentName(name)) {
            throw new IllegalArgumentException("'" + name + "' is no segment's name");
        }
        return new Manifest.Entry(name, length);
    }

    private static String checksum(String json) {
        CRC32C crc = new CRC32C();
        crc.update(json.getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}
