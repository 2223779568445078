package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.lab.collection.Documents;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.run.Outcome.Answer.Effectiveness;
import io.whorl.lab.run.Outcome.Judge;
import io.whorl.lab.run.Outcome.Judge.Ranking;
import io.whorl.lab.run.Outcome.Means;
import io.whorl.measure.Measure;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
    /** The texts of the queries. */
    private final Map<String, byte[]> asked = new HashMap<>();

    private DevCollection(Texts texts, Groups groups, List<Question> questions) throws IOException {
        this.texts = texts;
        this.groups = groups;
        this.questions = questions;
        texts.ids().forEach(id -> places.put(id, places.size()));
        for (Question question : questions) {
            asked.put(question.id(), texts.text(question.id()));
        }
    }

    static DevCollection read() throws IOException {
        List<String> notes = new ArrayList<>();
        Texts texts = Texts.read(TestData.of("linuxdocs-dev.tar.gz"), notes::add);
        assertEquals(List.of(), notes);
        Groups groups = Groups.read(TestData.of("linuxdocs-dev.tsv"), texts);
        return new DevCollection(texts, groups, groups.questions(TestData.of("queries-dev.tsv")));
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

    /** Returns the text of a document. */
    byte[] text(String id) throws IOException {
        return texts.text(id);
    }

    /**
     * Asks the queries of an index and computes the figures as the reference does.
     *
     * @param rewrite the change that was made to the texts of the index
     */
    Means figures(Snapshot index, Measure measure, UnaryOperator<byte[]> rewrite) {
        return figures(index, QueryOptions.DEFAULT.measure(measure), rewrite);
    }

    /** @param options all but {@code top}: the ranking is always complete */
    Means figures(Snapshot index, QueryOptions options, UnaryOperator<byte[]> rewrite) {
        List<Effectiveness> each = new ArrayList<>();
        for (Question question : questions) {
            Matches matches = matches(index, options, rewrite, question);
            List<Match> ranking = new ArrayList<>(matches.matches());
            // The reference breaks ties by the position of the document in the archive.
            ranking.sort(
                    Comparator.comparingDouble(Match::score).reversed().thenComparing(match -> places.get(match.id())));
            each.add(Judge.effectiveness(Ranking.of(ranking, matches.self().orElseThrow()), question.right()));
        }
        return Means.of(each);
    }

    /** Returns all documents that share a minutia with the query, in Whorl's order. */
    Matches matches(Snapshot index, QueryOptions options, UnaryOperator<byte[]> rewrite, Question question) {
        return index.query(rewrite.apply(asked.get(question.id())), options.top(1_000_000));
    }
}
