package io.whorl.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * A finished step of work that can be resumed, as a line of its journal. See docs/FORMAT.md, "A rebuild" and "Work of
 * pairs and clusters".
 *
 * @param number from 0, increasing by one
 * @param kind what was done
 * @param fields the data of the step
 */
public record JournalStep(int number, Kind kind, Map<String, String> fields) {
    /** The kinds of steps. Each kind of work begins, and then has some of the others. */
    public enum Kind {
        /** The work, with everything that determines its result. */
        BEGUN,
        /** A run of a rebuild. */
        RUN,
        /** The merged segment of a rebuild. */
        MERGED,
        /** The same, checked. */
        CHECKED,
        /** The swap of a rebuild, which follows. */
        SWAPPING,
        /** The pairs of some documents. */
        COUNTED,
        /** The least scores within groups, of pairs of some documents. */
        SCORED
    }

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Scheme.LONGEST_JSON)
                    .build())
            .build();
    private static final int CHECKSUM_DIGITS = 8;

    /** Copies the fields. */
    public JournalStep {
        fields = Map.copyOf(fields);
    }

    /**
     * The value of a field.
     *
     * @throws IllegalArgumentException if there is none
     */
    public String field(String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("it has no field " + name);
        }
        return value;
    }

    /**
     * The value of a field that is a number from 0.
     *
     * @throws IllegalArgumentException if there is none
     */
    public long count(String name) {
        long value = Long.parseLong(field(name));
        if (value < 0) {
            throw new IllegalArgumentException("its " + name + " is " + value);
        }
        return value;
    }

    /** The line with its end: the checksum of the JSON, and the JSON. */
    public byte[] encode() throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator g = JSON.createGenerator(out)) {
            g.writeStartObject();
            g.writeNumberField("step", number);
            g.writeStringField("kind", kind.name().toLowerCase(Locale.ROOT));
            for (String name : fields.keySet().stream().sorted().toList()) {
                g.writeStringField(name, fields.get(name));
            }
            g.writeEndObject();
        }
        byte[] json = out.toString().getBytes(StandardCharsets.UTF_8);
        return (checksum(json) + " " + out + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Decodes a line without its end; empty if it is damaged. */
    static Optional<JournalStep> decode(String line) {
        if (line.length() <= CHECKSUM_DIGITS || line.charAt(CHECKSUM_DIGITS) != ' ') {
            return Optional.empty();
        }
        String json = line.substring(CHECKSUM_DIGITS + 1);
        if (!line.substring(0, CHECKSUM_DIGITS).equals(checksum(json.getBytes(StandardCharsets.UTF_8)))) {
            return Optional.empty();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        try (JsonParser p = JSON.createParser(json)) {
            p.nextToken();
            while (p.nextToken() == JsonToken.FIELD_NAME) {
                String name = p.currentName();
                p.nextToken();
                fields.put(name, p.getText());
            }
            int number = Integer.parseInt(fields.getOrDefault("step", ""));
            Kind kind = Kind.valueOf(fields.getOrDefault("kind", "").toUpperCase(Locale.ROOT));
            fields.keySet().removeAll(Set.of("step", "kind"));
            return Optional.of(new JournalStep(number, kind, fields));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String checksum(byte[] json) {
        CRC32C crc = new CRC32C();
        crc.update(json);
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }
}
