package io.whorl.bench;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.lab.DataFolder;
import io.whorl.write.NewDocument;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A collection in memory, so that unpacking is not part of a measurement.
 *
 * @param name of the archive, without its extension
 * @param documents in the order of the archive
 */
public record TextCollection(String name, List<Document> documents) {
    /** The name of a generated collection, for tests and for machines without a data folder. */
    public static final String GENERATED = "generated";

    private static final int GENERATED_DOCUMENTS = 200;
    private static final int WORDS = 1_000;

    public TextCollection {
        documents = List.copyOf(documents);
    }

    /**
     * Loads a collection.
     *
     * @param data the path of the data folder, or {@link DataFolder#AUTO}
     * @param name of an archive in it, without {@code .tar.gz}, or {@link #GENERATED}
     * @throws IllegalArgumentException if the archive does not exist
     */
    public static TextCollection load(String data, String name) throws Exception {
        if (name.equals(GENERATED)) {
            return generated();
        }
        Path archive = DataFolder.file(data, name + ".tar.gz")
                .orElseThrow(() -> new IllegalArgumentException("no " + name
                        + ".tar.gz in the data folder; name the folder with --data or WHORL_DATA, or use the"
                        + " collection '" + GENERATED + "'"));
        try (CorpusReader reader =
                CorpusReader.open(List.of(archive), ReaderOptions.DEFAULT.convert(false), skipped -> {
                    throw new IllegalStateException(skipped.place() + " cannot be read: " + skipped.detail());
                })) {
            List<Document> documents = new ArrayList<>();
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                documents.add(next.get());
            }
            return new TextCollection(name, documents);
        }
    }

    public long bytes() {
        return documents.stream().mapToLong(d -> d.utf8().length).sum();
    }

    /** Returns at most so many documents of 950 to 1,050 words, spread evenly over the collection. */
    public List<byte[]> aboutAThousandWords(int most) {
        return documentsOfAThousandWords(most).stream().map(Document::utf8).toList();
    }

    public List<Document> documentsOfAThousandWords(int most) {
        List<Document> queries = documents.stream()
                .filter(d -> words(d.utf8()) >= 950 && words(d.utf8()) <= 1_050)
                .toList();
        int step = Math.max(1, queries.size() / most);
        return IntStream.iterate(0, i -> i < queries.size(), i -> i + step)
                .limit(most)
                .mapToObj(queries::get)
                .toList();
    }

    /**
     * Returns so many documents of a thousand words with distinct ids, cut from the text. At its end they start again
     * at other positions, so that documents are copies of each other only if the text itself repeats.
     */
    public List<NewDocument> thousandWords(int count) {
        if (documents.stream().allMatch(d -> words(d.utf8()) == 0)) {
            throw new IllegalArgumentException("collection " + name + " has no words");
        }
        List<NewDocument> cut = new ArrayList<>();
        ByteArrayOutputStream piece = new ByteArrayOutputStream();
        int words = 0;
        for (int d = 0; cut.size() < count; d = (d + 1) % documents.size()) {
            byte[] text = documents.get(d).utf8();
            boolean inside = false;
            for (int i = 0; i < text.length && cut.size() < count; i++) {
                boolean letter = letter(text[i]);
                if (inside && !letter && ++words >= WORDS) {
                    cut.add(new NewDocument("piece-" + cut.size(), piece.toByteArray()));
                    piece.reset();
                    words = 0;
                }
                inside = letter;
                piece.write(text[i]);
            }
            words += inside ? 1 : 0;
            piece.write('\n');
        }
        return cut;
    }

    /** Counts runs of ASCII letters and digits, an approximation that is good enough for this choice. */
    static int words(byte[] text) {
        int words = 0;
        boolean inside = false;
        for (byte b : text) {
            boolean letter = letter(b);
            words += letter && !inside ? 1 : 0;
            inside = letter;
        }
        return words;
    }

    static boolean letter(byte b) {
        return b >= '0' && b <= '9' || (b | 32) >= 'a' && (b | 32) <= 'z' || b < 0;
    }

    /** Half of the words of each document are from its predecessor, as in versions, and half are new. */
    private static TextCollection generated() {
        SingletonText text = new SingletonText(GENERATED_DOCUMENTS + 1, 500);
        List<Document> documents = new ArrayList<>();
        for (int d = 0; d < GENERATED_DOCUMENTS; d++) {
            byte[] older = text.text(d);
            byte[] newer = text.text(d + 1);
            byte[] both = Arrays.copyOf(older, older.length + newer.length);
            System.arraycopy(newer, 0, both, older.length, newer.length);
            documents.add(new Document("generated-" + d, both, "generated"));
        }
        return new TextCollection(GENERATED, documents);
    }
}
