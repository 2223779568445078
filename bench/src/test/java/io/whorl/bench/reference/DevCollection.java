package io.whorl.bench.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.build.BuildOptions;
import io.whorl.build.BuildReport;
import io.whorl.build.IndexBuilder;
import io.whorl.corpus.CorpusOptions;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.Skipped;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** The versions of technical documents, {@code linuxdocs-dev}: its archive, its groups and the questions asked of it. */
final class DevCollection {
    private final Path archive = SharedData.of("linuxdocs-dev.tar.gz");
    private final Map<String, Integer> places = new HashMap<>();
    private final Map<String, Set<String>> groups = new TreeMap<>();
    private final List<Question> questions = new ArrayList<>();

    private DevCollection() {}

    static DevCollection read() throws IOException {
        List<String> rows = Files.readAllLines(SharedData.of("linuxdocs-dev.tsv"));
        DevCollection collection = new DevCollection();
        for (String row : rows.subList(1, rows.size())) {
            String[] fields = row.split("\t");
            collection.places.put(fields[0], collection.places.size());
            collection.groups.computeIfAbsent(fields[1], group -> new TreeSet<>()).add(fields[0]);
        }
        for (String row : Files.readAllLines(SharedData.of("queries-dev.tsv"))) {
            String[] fields = row.split("\t");
            collection.questions.add(new Question(fields[0], collection.groups.get(fields[1])));
        }
        return collection;
    }

    /** Where a document stands in the archive, from 0. */
    int place(String id) {
        return places.get(id);
    }

    /** The documents that are versions of each other, by the name of their group, in the order of the names. */
    Map<String, Set<String>> groups() {
        return groups;
    }

    /** Those of {@code queries-dev.tsv}. */
    List<Question> questions() {
        return questions;
    }

    /** Builds an index of the whole collection, each text as {@code rewrite} makes it, and opens it. */
    Snapshot index(Path at, Scheme scheme, UnaryOperator<byte[]> rewrite) throws IOException {
        BuildOptions options = BuildOptions.DEFAULT.memory(256L << 20);
        List<Skipped> skipped = new ArrayList<>();
        try (CorpusReader reader = CorpusReader.open(List.of(archive), CorpusOptions.DEFAULT, skipped::add);
                IndexBuilder builder = IndexBuilder.create(at, scheme, options)) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                builder.add(next.get().id(), rewrite.apply(next.get().utf8()));
            }
            BuildReport report = builder.finish();
            assertEquals(List.of(), skipped);
            assertEquals(0, report.repeatedIds());
            assertEquals(places.size(), report.documents());
        }
        return Snapshot.open(at);
    }

    /** The texts of some documents, by id. */
    Map<String, byte[]> texts(Set<String> ids) throws IOException {
        Map<String, byte[]> texts = new HashMap<>();
        try (CorpusReader reader = CorpusReader.open(List.of(archive), CorpusOptions.DEFAULT, skipped -> {})) {
            for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                if (ids.contains(next.get().id())) {
                    texts.put(next.get().id(), next.get().utf8());
                }
            }
        }
        assertEquals(ids, texts.keySet());
        return texts;
    }
}
