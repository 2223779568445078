package io.whorl.lab.reference;

import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.run.Outcome.Answer.Effectiveness;
import io.whorl.lab.run.Outcome.Judge;
import io.whorl.lab.run.Outcome.Judge.Ranking;
import io.whorl.lab.run.Outcome.Means;
import io.whorl.measure.Measure;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Runs the queries of the collection against an index and computes the figures as the reference does. */
final class QueryRun {
    private final DevCollection collection;
    private final Map<String, byte[]> texts;

    QueryRun(DevCollection collection) throws IOException {
        this.collection = collection;
        Set<String> ids = collection.questions().stream().map(Question::id).collect(Collectors.toSet());
        texts = collection.texts(ids);
    }

    /** @param rewrite the change that was made to the texts of the index */
    Means figures(Snapshot index, Measure measure, UnaryOperator<byte[]> rewrite) {
        return figures(index, QueryOptions.DEFAULT.measure(measure), rewrite);
    }

    /** @param options all but {@code top}: the ranking is always complete */
    Means figures(Snapshot index, QueryOptions options, UnaryOperator<byte[]> rewrite) {
        List<Effectiveness> each = new ArrayList<>();
        for (Question question : collection.questions()) {
            Matches matches = matches(index, options, rewrite, question);
            List<Match> ranking = new ArrayList<>(matches.matches());
            // The reference breaks ties by the position of the document in the archive.
            ranking.sort(Comparator.comparingDouble(Match::score)
                    .reversed()
                    .thenComparing(match -> collection.place(match.id())));
            each.add(Judge.effectiveness(Ranking.of(ranking, matches.self().orElseThrow()), question.right()));
        }
        return Means.of(each);
    }

    /** Returns all documents that share a minutia with the query, in Whorl's order. */
    List<Match> ranking(Snapshot index, Measure measure, UnaryOperator<byte[]> rewrite, Question question) {
        return matches(index, QueryOptions.DEFAULT.measure(measure), rewrite, question)
                .matches();
    }

    private Matches matches(Snapshot index, QueryOptions options, UnaryOperator<byte[]> rewrite, Question question) {
        return index.query(rewrite.apply(texts.get(question.id())), options.top(1_000_000));
    }
}
