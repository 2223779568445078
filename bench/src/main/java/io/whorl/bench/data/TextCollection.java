package io.whorl.bench.data;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.lab.files.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A collection held in memory, so that a build is measured and not the unpacking of its source.
 *
 * @param name of the archive, without its ending
 * @param documents in the archive's order
 */
public record TextCollection(String name, List<Document> documents) {
    /** Made by rule, for where no data folder is at hand and for tests. */
    public static final String GENERATED = "generated";

    private static final int GENERATED_DOCUMENTS = 200;

    public TextCollection {
        documents = List.copyOf(documents);
    }

    /**
     * @param data a path of the data folder, or {@link DataFolder#AUTO}
     * @param name of an archive there, without {@code .tar.gz}, or {@link #GENERATED}
     * @throws IllegalArgumentException if the archive is not there
     */
    public static TextCollection load(String data, String name) {
        if (name.equals(GENERATED)) {
            return generated();
        }
        Path archive = DataFolder.file(data, name + ".tar.gz")
                .orElseThrow(() -> new IllegalArgumentException("no " + name
                        + ".tar.gz in the data folder; name the folder with --data or WHORL_DATA, or take the"
                        + " collection '" + GENERATED + "'"));
        try (CorpusReader reader = CorpusReader.open(
                List.of(archive), ReaderOptions.builder().convert(false).build(), skipped -> {
                    throw new IllegalStateException(skipped.place() + " cannot be read: " + skipped.detail());
                })) {
            List<Document> documents = new ArrayList<>();
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                documents.add(next.get());
            }
            return new TextCollection(name, documents);
        } catch (IOException e) {
            throw new UncheckedIOException(archive + " cannot be read", e);
        }
    }

    /** Bytes of text. */
    public long bytes() {
        return documents.stream().mapToLong(d -> d.utf8().length).sum();
    }

    /** Up to so many documents of 950 to 1,050 words, spread evenly over the collection. */
    public List<byte[]> aboutAThousandWords(int most) {
        List<byte[]> queries = documents.stream()
                .map(Document::utf8)
                .filter(d -> words(d) >= 950 && words(d) <= 1_050)
                .toList();
        int step = Math.max(1, queries.size() / most);
        List<byte[]> spread = new ArrayList<>();
        for (int i = 0; i < queries.size() && spread.size() < most; i += step) {
            spread.add(queries.get(i));
        }
        return spread;
    }

    /** Runs of ASCII letters and digits: near enough for choosing. */
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

    /** Each document is half its predecessor's words and half new ones, as versions are. */
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
