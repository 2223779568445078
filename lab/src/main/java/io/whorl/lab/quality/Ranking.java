package io.whorl.lab.quality;

import io.whorl.query.Match;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * All documents found for a query, best first.
 *
 * @param ids of the documents
 * @param percents their scores, in percent of the score of the query document against itself
 */
public record Ranking(List<String> ids, List<Double> percents) {
    public Ranking {
        ids = List.copyOf(ids);
        percents = List.copyOf(percents);
        if (ids.size() != percents.size()) {
            throw new IllegalArgumentException("percents has " + percents.size()
                    + " elements; it must have one for each of " + ids.size() + " ids");
        }
    }

    /** @param own the score of the query document against itself; if it is not above 0, all percents are 0 */
    public static Ranking of(List<Match> matches, double own) {
        double hundred = own > 0 ? 100 / own : 0;
        ToDoubleFunction<Match> percent = match -> match.score() * hundred;
        return new Ranking(
                matches.stream().map(Match::id).toList(),
                matches.stream().mapToDouble(percent).boxed().toList());
    }

    /** Returns the score of a document, if it is among the matches. */
    public static OptionalDouble score(List<Match> matches, String id) {
        return matches.stream()
                .filter(match -> match.id().equals(id))
                .mapToDouble(Match::score)
                .findFirst();
    }

    public int size() {
        return ids.size();
    }

    public String id(int i) {
        return ids.get(i);
    }

    public double percent(int i) {
        return percents.get(i);
    }
}
