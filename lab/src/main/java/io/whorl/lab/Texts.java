package io.whorl.lab;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.store.Channels;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOBiConsumer;

/**
 * The documents of a collection in their order. They are unpacked once into a temporary file, so that reading them
 * again needs little heap and time. Closing deletes the file. Thread-safe.
 */
public final class Texts implements Documents, Closeable {
    private record Place(long at, int length) {}

    private final FileChannel channel;
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Digest digest = new Digest();
    private String hex = "";

    private Texts() throws IOException {
        Path file = Files.createTempFile("whorl-lab", ".texts");
        // On systems that can delete open files, the file disappears even if the process is killed.
        channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    /**
     * Reads a directory, an archive or any other input of {@link CorpusReader}.
     *
     * @param notes receives a line for each document that is skipped or has the id of an earlier one
     */
    public static Texts read(Path collection, Consumer<String> notes) throws IOException {
        if (!Files.exists(collection)) {
            throw new LabException("collection " + collection + " does not exist; name a directory or an archive");
        }
        Texts texts = new Texts();
        try (CorpusReader reader = CorpusReader.open(
                List.of(collection),
                ReaderOptions.DEFAULT.convert(false),
                skipped -> notes.accept("skipped " + skipped.place() + ": " + skipped.detail()))) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                if (!texts.add(next.get().id(), next.get().utf8())) {
                    notes.accept("left out " + next.get().place() + ": an earlier document has its id");
                }
            }
            if (texts.size() == 0) {
                throw new LabException("collection " + collection + " has no readable document");
            }
            texts.hex = texts.digest.hex();
            return texts;
        } finally {
            if (texts.hex.isEmpty()) {
                texts.close();
            }
        }
    }

    /** @return whether the id is new; of documents with the same id only the first is kept */
    private boolean add(String id, byte[] utf8) throws IOException {
        if (places.containsKey(id)) {
            return false;
        }
        places.put(id, new Place(channel.size(), utf8.length));
        Channels.writeFully(channel, ByteBuffer.wrap(utf8), channel.size());
        digest.add(id);
        digest.add(utf8);
        return true;
    }

    public Set<String> ids() {
        return Collections.unmodifiableSet(places.keySet());
    }

    public boolean holds(String id) {
        return places.containsKey(id);
    }

    public int size() {
        return places.size();
    }

    public long bytes() {
        return places.values().stream().mapToLong(Place::length).sum();
    }

    /** Returns a digest of all ids and texts in their order, in hexadecimal digits. */
    public String digest() {
        return hex;
    }

    public byte[] text(String id) throws IOException {
        Place place = places.get(id);
        if (place == null) {
            throw new IllegalArgumentException(
                    "id is '" + id + "'; it must be one of the collection's " + places.size() + " documents");
        }
        ByteBuffer text = ByteBuffer.allocate(place.length());
        Channels.readFully(channel, text, place.at());
        return text.array();
    }

    public String string(String id) throws IOException {
        return new String(text(id), StandardCharsets.UTF_8);
    }

    @Override
    public void forEach(IOBiConsumer<String, byte[]> taker) throws IOException {
        some(places.keySet()).forEach(taker);
    }

    public Documents some(Collection<String> ids) {
        return taker -> {
            for (String id : ids) {
                taker.accept(id, text(id));
            }
        };
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** A digest of a sequence of parts: 128 bits of SHA-256 over the length and bytes of each part. */
    static final class Digest {
        private static final int BYTES = 16;

        private final MessageDigest digest = DocumentDigests.sha256();

        void add(String part) {
            add(part.getBytes(StandardCharsets.UTF_8));
        }

        void add(byte[] part) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
            digest.update(part);
        }

        String hex() {
            return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
        }
    }

    /** A table with fields separated by tabs, with or without a header. Blank lines are skipped. */
    public static final class Tsv {
        private static final int SHOWN = 3;

        /** Names of the first column by which a header is recognised. */
        private static final Set<String> HEADERS = Set.of("file", "id", "document", "category", "susp");

        private final String name;
        private final List<String> usual;
        private final List<String> header;
        private final List<Row> rows = new ArrayList<>();

        /**
         * @param name of the table, for messages
         * @param columns the order of the columns if the table has no header
         */
        public Tsv(String name, byte[] utf8, String... columns) {
            this.name = name;
            usual = List.of(columns);
            List<String> found = List.of();
            int number = 0;
            for (String line : decode(name, utf8).split("\r?\n", -1)) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                List<String> fields =
                        Arrays.stream(line.split("\t", -1)).map(String::strip).toList();
                if (rows.isEmpty()
                        && found.isEmpty()
                        && HEADERS.contains(fields.get(0).toLowerCase(Locale.ROOT))) {
                    found = fields.stream()
                            .map(field -> field.toLowerCase(Locale.ROOT))
                            .toList();
                } else {
                    rows.add(new Row(this, name + ":" + number, fields));
                }
            }
            header = found;
            if (rows.isEmpty()) {
                throw new LabException(name + " has no rows");
            }
        }

        public static Tsv read(Path file, String... columns) throws IOException {
            if (!Files.isRegularFile(file)) {
                throw new LabException(file + " is not a file; name a table with columns separated by tabs");
            }
            return new Tsv(file.toString(), Files.readAllBytes(file), columns);
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

        public int column(String column) {
            int at = find(column);
            if (at < 0) {
                throw new LabException(name + " has no column " + column + " in its header " + header
                        + "; add the column, or remove the header");
            }
            return at;
        }

        private int find(String column) {
            return header.isEmpty() ? usual.indexOf(column) : header.indexOf(column);
        }

        /** @param place its file and line, for messages */
        public record Row(Tsv table, String place, List<String> fields) {
            public String field(String column) {
                int at = table.column(column);
                return optional(column)
                        .filter(field -> !field.isEmpty())
                        .orElseThrow(() -> new LabException(place + " has no " + column + " in column " + (at + 1)
                                + "; columns are separated by tabs"));
            }

            /** Returns a field that neither the header nor the row needs to have. */
            public Optional<String> optional(String column) {
                int at = table.find(column);
                return at < 0 || at >= fields.size() ? Optional.empty() : Optional.of(fields.get(at));
            }

            public int number(String column) {
                String text = field(column);
                try {
                    return Integer.parseUnsignedInt(text);
                } catch (NumberFormatException e) {
                    throw new LabException(place + ": " + column + " is '" + text + "'; it must be a whole number", e);
                }
            }
        }

        /** Collects the files that tables name but the collection does not have. */
        public static final class Missing {
            private final Texts texts;
            private final List<String> missing = new ArrayList<>();

            public Missing(Texts texts) {
                this.texts = texts;
            }

            /** Returns whether the collection has the file that a row names. */
            public boolean holds(Row row, String file) {
                if (!texts.holds(file)) {
                    missing.add(row.place() + " '" + file + "'");
                    return false;
                }
                return true;
            }

            public void check(Path tsv) {
                if (missing.isEmpty()) {
                    return;
                }
                boolean header = missing.get(0).startsWith(tsv + ":1 ");
                throw new LabException(tsv + " names " + missing.size()
                        + (missing.size() == 1 ? " file that is" : " files that are") + " not in the collection: "
                        + String.join(", ", missing.subList(0, Math.min(SHOWN, missing.size())))
                        + (missing.size() > SHOWN ? ", ..." : "") + "; its " + texts.size()
                        + " documents have names such as '"
                        + texts.ids().iterator().next()
                        + "' (the path in the directory or archive)"
                        + (header ? "; if row 1 is a header, its first column must be called file" : ""));
            }
        }
    }
}
