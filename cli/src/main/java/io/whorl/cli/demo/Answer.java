package io.whorl.cli.demo;

import io.whorl.query.Match;
import java.util.List;
import java.util.Map;

/**
 * The answer of an index to one query, and the right answers.
 *
 * @param query the id of the query
 * @param ranking all documents that share a minutia with the query, best first, scored by percent
 * @param right the ids of the right answers, and how each is derived
 * @param figures the quality of the answer
 */
public record Answer(String query, List<Match> ranking, Map<String, String> right, Effectiveness figures) {
    public static Answer of(String query, List<Match> ranking, Map<String, String> right) {
        return new Answer(query, ranking, right, Effectiveness.of(query, ranking, right.keySet()));
    }
}
