package io.whorl.bench.data;

import io.whorl.lab.files.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The queries of a search application, and the answers: the titles of documents, and the group of each document, whose
 * members are its versions.
 *
 * @param titles the words of each query
 * @param groups the group of a document by its id
 */
public record TitleQueries(List<List<String>> titles, Map<String, String> groups) {
    private static final int GENERATED_QUERIES = 5;

    /**
     * Loads the queries of a collection: the last two components of the path of each group in {@code queries-dev.tsv},
     * without their extensions, split at what is neither letter nor digit. Generated collections get the first words of
     * some documents.
     *
     * @param texts is asked only for a generated collection
     */
    public static TitleQueries load(String data, String collection, Supplier<TextCollection> texts) {
        Optional<Path> queries = DataFolder.file(data, "queries-dev.tsv");
        Optional<Path> table = DataFolder.file(data, collection + ".tsv");
        if (queries.isEmpty() || table.isEmpty()) {
            return generated(texts.get());
        }
        List<List<String>> titles = lines(queries.get()).stream()
                .map(line -> words(line.split("\t")[1]))
                .toList();
        Map<String, String> groups = new HashMap<>();
        for (String line : lines(table.get())) {
            String[] cells = line.split("\t");
            groups.put(cells[0], cells[1]);
        }
        return new TitleQueries(titles, groups);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    static List<String> words(String path) {
        String[] components = path.split("/");
        List<String> words = new ArrayList<>();
        for (int i = Math.max(0, components.length - 2); i < components.length; i++) {
            String name = components[i].replaceFirst("\\.[^.]*$", "");
            Arrays.stream(name.toLowerCase(java.util.Locale.ROOT).split("[^a-z0-9]+"))
                    .filter(w -> !w.isEmpty())
                    .forEach(words::add);
        }
        return words;
    }

    private static TitleQueries generated(TextCollection collection) {
        List<List<String>> titles = collection.documents().stream()
                .limit(GENERATED_QUERIES)
                .map(d -> List.of(d.text().split("\\s+")).subList(0, 3))
                .toList();
        Map<String, String> groups = new HashMap<>();
        collection.documents().forEach(d -> groups.put(d.id(), d.id()));
        return new TitleQueries(titles, groups);
    }
}
