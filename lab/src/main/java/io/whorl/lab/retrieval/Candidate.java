package io.whorl.lab.retrieval;

import java.util.List;

/**
 * A source that shares chunks with a suspicious document.
 *
 * @param source its id
 * @param shared the number of shared chunks
 * @param rare those of them that at most {@link RetrievalLaboratory#RARE} sources have
 * @param weighted weighted containment of the suspicious document in the source
 * @param rankByShared the rank among all sources by shared chunks, from 1
 * @param rankByWeight the same by weighted containment
 * @param detections what alignment reports
 * @param nanos processor time of the alignment
 */
public record Candidate(
        String source,
        long shared,
        long rare,
        double weighted,
        int rankByShared,
        int rankByWeight,
        List<Detection> detections,
        long nanos) {
    public Candidate {
        detections = List.copyOf(detections);
    }

    /** The shared words of all passages. */
    int words() {
        return detections.stream().mapToInt(Detection::words).sum();
    }
}
