package io.whorl.lab.experiment;

import io.whorl.align.Passage;
import io.whorl.lab.collection.AlignedPassages;
import java.util.BitSet;
import java.util.List;

/**
 * The score of detections by Potthast, Stein, Barrón-Cedeño and Rosso, "An Evaluation Framework for Plagiarism
 * Detection" (COLING 2010), in its macro-averaged form: every case counts the same, however long it is.
 *
 * @param recall the mean share of a case that its detections cover
 * @param precision the mean share of a detection that its cases cover
 * @param granularity the mean number of detections of a detected case; 1 is best
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

    /** Two texts with the cases between them, and what an aligner detects. */
    public record JudgedPair(String category, List<Match> cases, List<Match> detections) {
        public JudgedPair {
            cases = List.copyOf(cases);
            detections = List.copyOf(detections);
        }
    }

    /**
     * An interval in each of two texts, in code points; ends are exclusive. It is a case, that is a copied passage, or
     * the detection of one.
     */
    public record Match(int aFrom, int aTo, int bFrom, int bTo) {
        public Match {
            if (aFrom < 0 || aTo < aFrom || bFrom < 0 || bTo < bFrom) {
                throw new IllegalArgumentException("match is " + aFrom + " to " + aTo + " and " + bFrom + " to " + bTo
                        + "; no place may be negative, and no end may be before its start");
            }
        }

        static Match of(Passage p) {
            return new Match(p.a().start(), p.a().end(), p.b().start(), p.b().end());
        }

        static Match of(AlignedPassages.Passage p) {
            return new Match(
                    p.offset(), p.offset() + p.length(), p.sourceOffset(), p.sourceOffset() + p.sourceLength());
        }

        int length() {
            return aTo - aFrom + bTo - bFrom;
        }

        /** True if both intervals overlap those of another match of the same two texts. */
        public boolean overlaps(Match other) {
            return overlap(aFrom, aTo, other.aFrom, other.aTo) > 0 && overlap(bFrom, bTo, other.bFrom, other.bTo) > 0;
        }

        /** The share of both intervals that other matches cover together, 0 to 1. */
        double covered(List<Match> others) {
            BitSet a = new BitSet();
            BitSet b = new BitSet();
            for (Match other : others) {
                set(a, aFrom, aTo, other.aFrom, other.aTo);
                set(b, bFrom, bTo, other.bFrom, other.bTo);
            }
            return length() == 0 ? 0 : (double) (a.cardinality() + b.cardinality()) / length();
        }

        private static void set(BitSet covered, int from, int to, int otherFrom, int otherTo) {
            if (overlap(from, to, otherFrom, otherTo) > 0) {
                covered.set(Math.max(from, otherFrom) - from, Math.min(to, otherTo) - from);
            }
        }

        static int overlap(int from, int to, int otherFrom, int otherTo) {
            return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
        }
    }
}
