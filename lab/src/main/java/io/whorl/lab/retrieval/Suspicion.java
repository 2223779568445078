package io.whorl.lab.retrieval;

import io.whorl.lab.align.Match;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A suspicious document, what is known about it, and what was found.
 *
 * @param id of the document
 * @param words the number of its words
 * @param listed what alignment reports for each source that the collection lists for it
 * @param cases the known cases by source; empty lists for sources without one
 * @param category of its pairs; of several ones, the first
 * @param candidates the sources that share chunks with it
 */
public record Suspicion(
        String id,
        int words,
        String category,
        Map<String, List<Detection>> listed,
        Map<String, List<Match>> cases,
        List<Candidate> candidates) {
    public Suspicion {
        listed = Map.copyOf(listed);
        cases = Map.copyOf(cases);
        candidates = List.copyOf(candidates);
    }

    boolean clean() {
        return cases.values().stream().allMatch(List::isEmpty);
    }

    /** The candidate of a source, if it is one. */
    Optional<Candidate> candidate(String source) {
        return candidates.stream().filter(each -> each.source().equals(source)).findFirst();
    }

    /** True if most of the detected part of the document is a known case, of whatever source. */
    boolean atCase(Detection detection) {
        Match match = detection.match();
        return cases.values().stream().flatMap(List::stream).anyMatch(known -> {
            int overlap = Math.min(match.aTo(), known.aTo()) - Math.max(match.aFrom(), known.aFrom());
            return 2 * overlap > match.aTo() - match.aFrom();
        });
    }

    boolean hasCase(String source) {
        return !cases.getOrDefault(source, List.of()).isEmpty();
    }
}
