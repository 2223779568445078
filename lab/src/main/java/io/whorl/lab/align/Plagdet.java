package io.whorl.lab.align;

import java.util.List;

/**
 * The score of detections by Potthast, Stein, Barrón-Cedeño and Rosso, "An Evaluation Framework for Plagiarism
 * Detection" (COLING 2010), in its macro-averaged form: every case counts the same, however long it is.
 *
 * @param recall the mean share of a case that its detections cover
 * @param precision the mean share of a detection that its cases cover
 * @param granularity the mean number of detections of a detected case; 1 is best
 * @param cases the number of cases
 * @param detections the number of detections
 * @param falseDetections detections that overlap no case
 */
public record Plagdet(
        double recall, double precision, double granularity, int cases, int detections, int falseDetections) {

    /** Scores pairs. Without cases, recall is 0; without detections, precision is 0 and granularity 1. */
    public static Plagdet of(List<JudgedPair> pairs) {
        double recall = 0;
        double precision = 0;
        int cases = 0;
        int detections = 0;
        int falseDetections = 0;
        int detectedCases = 0;
        long detectionsOfCases = 0;
        for (JudgedPair pair : pairs) {
            for (Match each : pair.cases()) {
                List<Match> found = overlapping(each, pair.detections());
                cases++;
                detectedCases += found.isEmpty() ? 0 : 1;
                detectionsOfCases += found.size();
                recall += each.covered(found);
            }
            for (Match each : pair.detections()) {
                List<Match> right = overlapping(each, pair.cases());
                detections++;
                falseDetections += right.isEmpty() ? 1 : 0;
                precision += each.covered(right);
            }
        }
        return new Plagdet(
                cases == 0 ? 0 : recall / cases,
                detections == 0 ? 0 : precision / detections,
                detectedCases == 0 ? 1 : (double) detectionsOfCases / detectedCases,
                cases,
                detections,
                falseDetections);
    }

    /** The harmonic mean of recall and precision, divided by log2(1 + granularity). 0 to 1; 1 is best. */
    public double score() {
        double sum = recall + precision;
        return sum == 0 ? 0 : 2 * recall * precision / sum * Math.log(2) / Math.log1p(granularity);
    }

    private static List<Match> overlapping(Match match, List<Match> others) {
        return others.stream().filter(match::overlaps).toList();
    }

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
}
