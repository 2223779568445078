package io.whorl.lab.run;

import io.whorl.query.Match;
import io.whorl.query.Matches;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PriorityQueue;

/** Keeps the documents with the highest scores; equal scores are ordered by id. Not thread-safe. */
final class TopDocuments {
    private static final OptionalDouble UNKNOWN = OptionalDouble.empty();
    private static final Comparator<Scored> BEST_FIRST =
            Comparator.comparingDouble(Scored::score).reversed().thenComparing(Scored::id);

    private record Scored(String id, double score) {}

    private final int top;
    private final PriorityQueue<Scored> worstFirst = new PriorityQueue<>(BEST_FIRST.reversed());

    TopDocuments(int top) {
        this.top = top;
    }

    /** A score that is not above 0 means that nothing was found. */
    void offer(String id, double score) {
        if (!(score > 0)
                || worstFirst.size() == top && score < worstFirst.peek().score()) {
            return;
        }
        worstFirst.add(new Scored(id, score));
        if (worstFirst.size() > top) {
            worstFirst.remove();
        }
    }

    Matches matches(int terms) {
        List<Scored> sorted = new ArrayList<>(worstFirst);
        sorted.sort(BEST_FIRST);
        List<Match> matches = new ArrayList<>();
        for (Scored each : sorted) {
            matches.add(new Match(matches.size() + 1, each.id(), each.score(), 0, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN));
        }
        return new Matches(matches, terms, 0, 0, UNKNOWN, terms);
    }
}
