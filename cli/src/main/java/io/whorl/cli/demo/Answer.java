package io.whorl.cli.demo;

import io.whorl.query.Match;
import java.util.List;
import java.util.Map;

/**
 * What an index answered to one query, beside what is right.
 *
 * @param query the query
 * @param ranking every document that shares anything with it, best first, scored by percent
 * @param right the right answers and their kinds
 * @param figures how well it was answered
 */
public record Answer(String query, List<Match> ranking, Map<String, String> right, Effectiveness figures) {
    public static Answer of(String query, List<Match> ranking, Map<String, String> right) {
        return new Answer(query, ranking, right, Effectiveness.of(query, ranking, right.keySet()));
    }
}
