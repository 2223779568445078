package io.whorl.passages;

import io.whorl.align.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The places of a query's text that passages compete for. The best passage makes a place. Another one belongs to the
 * place of the best passage that covers at least half of it, or else makes a place of its own.
 */
final class Places {
    /** Code points of a stretch of the text, as a power of two. Places are listed by the stretches that they touch. */
    private static final int STRETCH_BITS = 8;

    private static final Comparator<Candidate> BEST_FIRST = Comparator.comparingInt(
                    (Candidate c) -> c.found().passage().words())
            .reversed()
            .thenComparing(c -> c.found().passage().score(), Comparator.reverseOrder())
            .thenComparingInt(Candidate::document)
            .thenComparingInt(c -> c.span().start())
            .thenComparingInt(c -> c.found().passage().b().start());

    private static final Comparator<List<FoundPassage>> IN_ORDER = Comparator.comparingInt(
                    (List<FoundPassage> place) -> span(place).start())
            .thenComparing(place -> place.get(0).id())
            .thenComparingInt(place -> place.get(0).passage().b().start())
            .thenComparingInt(place -> span(place).end());

    private final List<List<FoundPassage>> places = new ArrayList<>();
    private final Map<Integer, List<List<FoundPassage>>> byStretch = new HashMap<>();

    /**
     * A passage that is not ranked yet.
     *
     * @param document the number of the document, in the order of their overlap with the query
     */
    record Candidate(FoundPassage found, int document) {
        Span span() {
            return found.passage().a();
        }
    }

    private Places() {}

    /** Returns the passages with their ranks, by place, and best first at each place. Sorts the given list. */
    static List<FoundPassage> ranked(List<Candidate> candidates) {
        candidates.sort(BEST_FIRST);
        Places places = new Places();
        candidates.forEach(places::add);
        places.places.sort(IN_ORDER);
        return places.places.stream().flatMap(List::stream).toList();
    }

    private void add(Candidate candidate) {
        Span span = candidate.span();
        FoundPassage found = candidate.found();
        List<FoundPassage> place = placeOf(span);
        if (place.isEmpty()) {
            places.add(place);
            for (int s = span.start() >> STRETCH_BITS; s <= span.end() - 1 >> STRETCH_BITS; s++) {
                byStretch.computeIfAbsent(s, none -> new ArrayList<>(1)).add(place);
            }
        }
        place.add(new FoundPassage(found.id(), place.size() + 1, found.passage()));
    }

    /**
     * Returns the first place that covers half of a span, or a new one. Such a place covers the middle of the span. Few
     * places do: each covers less than half of every later one.
     */
    private List<FoundPassage> placeOf(Span span) {
        int middle = span.start() + (span.length() - 1) / 2;
        for (List<FoundPassage> place : byStretch.getOrDefault(middle >> STRETCH_BITS, List.of())) {
            if (2L * span(place).overlap(span) >= span.length()) {
                return place;
            }
        }
        return new ArrayList<>(1);
    }

    private static Span span(List<FoundPassage> place) {
        return place.get(0).passage().a();
    }
}
