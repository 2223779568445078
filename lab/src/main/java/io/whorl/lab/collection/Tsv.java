package io.whorl.lab.collection;

import io.whorl.lab.files.LabException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/** A table with fields separated by tabs, with or without a header. Blank lines are skipped. */
public final class Tsv {
    private static final int SHOWN = 3;

    /** Names of the first column by which a header is recognised. */
    private static final Set<String> HEADERS = Set.of("file", "id", "document", "category");

    /**
     * A row.
     *
     * @param place the file and line, for messages
     * @param fields without surrounding white space
     */
    public record Row(String place, List<String> fields) {
        public Row {
            fields = List.copyOf(fields);
        }

        /** @throws LabException if the row has no such field or it is empty */
        public String field(int column, String name) {
            if (column >= fields.size() || fields.get(column).isEmpty()) {
                throw new LabException(
                        place + " has no " + name + " in column " + (column + 1) + "; columns are separated by tabs");
            }
            return fields.get(column);
        }

        public String fieldOr(int column, String otherwise) {
            return column < fields.size() ? fields.get(column) : otherwise;
        }

        /** @throws LabException if the field is not a whole number from 0 */
        public int number(int column, String name) {
            String text = field(column, name);
            try {
                return Integer.parseUnsignedInt(text);
            } catch (NumberFormatException e) {
                throw new LabException(place + ": " + name + " is '" + text + "'; it must be a whole number", e);
            }
        }
    }

    private final String name;
    private final List<String> header;
    private final List<Row> rows;

    private Tsv(String name, List<String> header, List<Row> rows) {
        this.name = name;
        this.header = header;
        this.rows = rows;
    }

    /** @throws LabException if the file does not exist, is not UTF-8, or has no rows */
    public static Tsv read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new LabException(file + " is not a file; name a table with columns separated by tabs");
        }
        return parse(file.toString(), Files.readAllBytes(file));
    }

    public static Tsv parse(String name, byte[] utf8) {
        List<String> header = List.of();
        List<Row> rows = new ArrayList<>();
        int number = 0;
        for (String line : decode(name, utf8).split("\r?\n", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            List<String> fields = new ArrayList<>();
            for (String field : line.split("\t", -1)) {
                fields.add(field.strip());
            }
            if (rows.isEmpty()
                    && header.isEmpty()
                    && HEADERS.contains(fields.get(0).toLowerCase(Locale.ROOT))) {
                header = fields.stream()
                        .map(field -> field.toLowerCase(Locale.ROOT))
                        .toList();
            } else {
                rows.add(new Row(name + ":" + number, fields));
            }
        }
        if (rows.isEmpty()) {
            throw new LabException(name + " has no rows");
        }
        return new Tsv(name, header, rows);
    }

    private static String decode(String name, byte[] utf8) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new LabException(name + " is not UTF-8; convert it to UTF-8", e);
        }
    }

    public List<Row> rows() {
        return rows;
    }

    public OptionalInt optional(String column, int otherwise) {
        if (header.isEmpty()) {
            return OptionalInt.of(otherwise);
        }
        int at = header.indexOf(column);
        return at < 0 ? OptionalInt.empty() : OptionalInt.of(at);
    }

    /** Returns the position of a column in the header, or, without a header, the given default. */
    public int column(String column, int otherwise) {
        return optional(column, otherwise)
                .orElseThrow(() -> new LabException(name + " has no column " + column + " in its header " + header
                        + "; add the column, or remove the header"));
    }

    /**
     * Reports files that a table names but the collection does not have.
     *
     * @param missing the position and file of each such row
     */
    public static void checkFiles(Path tsv, List<String> missing, Texts texts) {
        if (missing.isEmpty()) {
            return;
        }
        String example = texts.ids().iterator().next();
        boolean header = missing.get(0).startsWith(tsv + ":1 ");
        throw new LabException(tsv + " names " + missing.size()
                + (missing.size() == 1 ? " file that is" : " files that are") + " not in the collection: "
                + String.join(", ", missing.subList(0, Math.min(SHOWN, missing.size())))
                + (missing.size() > SHOWN ? ", ..." : "") + "; its " + texts.size() + " documents have names such as '"
                + example + "' (the path in the directory or archive)"
                + (header ? "; if row 1 is a header, its first column must be called file" : ""));
    }
}
