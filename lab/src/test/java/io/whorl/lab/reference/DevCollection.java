package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.collection.Documents;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The collection {@code linuxdocs-dev}: versions of technical documents, their groups and the queries. */
final class DevCollection {
    private final Texts texts;
    private final Groups groups;
    private final List<Question> questions;
    private final Map<String, Integer> places = new HashMap<>();

    private DevCollection(Texts texts, Groups groups, List<Question> questions) {
        this.texts = texts;
        this.groups = groups;
        this.questions = questions;
        texts.ids().forEach(id -> places.put(id, places.size()));
    }

    static DevCollection read() throws IOException {
        List<String> notes = new ArrayList<>();
        Texts texts = Texts.read(TestData.of("linuxdocs-dev.tar.gz"), notes::add);
        assertEquals(List.of(), notes);
        Groups groups = Groups.read(TestData.of("linuxdocs-dev.tsv"), texts);
        return new DevCollection(texts, groups, groups.questions(TestData.of("queries-dev.tsv")));
    }

    /** Returns the position of a document in the archive, from 0. */
    int place(String id) {
        return places.get(id);
    }

    /** Returns the documents of each group, in the order of the group names. */
    Map<String, Set<String>> groups() {
        return Collections.unmodifiableMap(groups.members());
    }

    /** Returns the queries of {@code queries-dev.tsv}. */
    List<Question> questions() {
        return questions;
    }

    /** Builds an index of the whole collection after rewriting each text, and opens it. */
    Snapshot index(Path at, Scheme scheme, UnaryOperator<byte[]> rewrite) throws IOException {
        BuildOptions options = BuildOptions.DEFAULT.memory(256L << 20);
        try (IndexBuilder builder = IndexBuilder.create(at, scheme, options)) {
            texts.forEach((id, utf8) -> builder.add(id, rewrite.apply(utf8)));
            BuildReport report = builder.finish();
            assertEquals(0, report.repeatedIds());
            assertEquals(texts.size(), report.documents());
        }
        return Snapshot.open(at);
    }

    /** Passes each text to a taker, in the order of the archive. */
    void forEach(Documents.Taker taker) throws IOException {
        texts.forEach(taker);
    }

    /** Returns the texts of some documents by id. */
    Map<String, byte[]> texts(Set<String> ids) throws IOException {
        Map<String, byte[]> some = new HashMap<>();
        for (String id : ids) {
            some.put(id, texts.text(id));
        }
        return some;
    }
}
