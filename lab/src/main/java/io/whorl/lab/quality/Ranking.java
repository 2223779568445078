package io.whorl.lab.quality;

import io.whorl.query.Match;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Every document found for a question, best first.
 *
 * @param ids the documents
 * @param percents their scores, in percent of the question's document against itself
 */
public record Ranking(List<String> ids, List<Double> percents) {
    public Ranking {
        ids = List.copyOf(ids);
        percents = List.copyOf(percents);
        if (ids.size() != percents.size()) {
            throw new IllegalArgumentException(
                    "percents are " + percents.size() + "; they must be as many as ids, " + ids.size());
        }
    }

    /**
     * @param own the score of the question's document against itself; where it is not above 0, so that nothing can be
     *     measured against it, all percents are 0
     */
    public static Ranking of(List<Match> matches, double own) {
        double hundred = own > 0 ? 100 / own : 0;
        ToDoubleFunction<Match> percent = match -> match.score() * hundred;
        return new Ranking(
                matches.stream().map(Match::id).toList(),
                matches.stream().mapToDouble(percent).boxed().toList());
    }

    /** The score of a document among the matches; absent where it is not found. */
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
