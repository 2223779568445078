package io.whorl.lab.align;

import java.util.List;

/**
 * Two texts with the cases between them, and what an aligner detects.
 *
 * @param category of the pair
 * @param cases the copied passages
 * @param detections what the aligner reports
 */
public record JudgedPair(String category, List<Match> cases, List<Match> detections) {
    public JudgedPair {
        cases = List.copyOf(cases);
        detections = List.copyOf(detections);
    }
}
