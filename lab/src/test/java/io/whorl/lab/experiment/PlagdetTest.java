package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.lab.experiment.AlignmentLaboratory.Plagdet;
import io.whorl.lab.experiment.AlignmentLaboratory.Plagdet.JudgedPair;
import io.whorl.lab.experiment.AlignmentLaboratory.Plagdet.Match;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlagdetTest {
    private static final double EXACT = 1e-12;

    private static Plagdet of(List<Match> cases, List<Match> detections) {
        return Plagdet.of(List.of(new JudgedPair("any", cases, detections)));
    }

    @Test
    void exactDetectionScoresOne() {
        Match match = new Match(10, 20, 5, 15);
        assertEquals(new Plagdet(1, 1, 1, 1, 1, 0), of(List.of(match), List.of(match)));
        assertEquals(1, of(List.of(match), List.of(match)).score(), EXACT);
    }

    @Test
    void recallAndPrecisionAreSharesOfBothIntervals() {
        // 40 of 60 code points of the case, and 40 of 50 of the detection.
        Plagdet plagdet = of(List.of(new Match(0, 20, 100, 140)), List.of(new Match(10, 30, 100, 130)));
        assertEquals(40 / 60.0, plagdet.recall(), EXACT);
        assertEquals(40 / 50.0, plagdet.precision(), EXACT);
        assertEquals(2 * (2 / 3.0) * 0.8 / (2 / 3.0 + 0.8), plagdet.score(), EXACT);
    }

    @Test
    void detectionsOfOneCaseRaiseGranularityAndCountTogether() {
        List<Match> halves = List.of(new Match(0, 10, 0, 10), new Match(8, 20, 10, 20));
        Plagdet plagdet = of(List.of(new Match(0, 20, 0, 20)), halves);
        assertEquals(1, plagdet.recall(), EXACT);
        assertEquals(1, plagdet.precision(), EXACT);
        assertEquals(2, plagdet.granularity(), EXACT);
        assertEquals(Math.log(2) / Math.log(3), plagdet.score(), EXACT);
    }

    @Test
    void detectionOfTheRightPlaceInOneTextOnlyIsFalse() {
        Plagdet plagdet = of(List.of(new Match(0, 20, 0, 20)), List.of(new Match(0, 20, 20, 40)));
        assertEquals(new Plagdet(0, 0, 1, 1, 1, 1), plagdet);
        assertEquals(0, plagdet.score(), EXACT);
    }

    @Test
    void averagesCountEveryCaseTheSame() {
        JudgedPair found = new JudgedPair("x", List.of(new Match(0, 10, 0, 10)), List.of(new Match(0, 10, 0, 10)));
        JudgedPair missed = new JudgedPair("x", List.of(new Match(0, 1_000, 0, 1_000)), List.of());
        JudgedPair clean = new JudgedPair("y", List.of(), List.of(new Match(0, 7, 0, 7)));
        Plagdet plagdet = Plagdet.of(List.of(found, missed, clean));
        assertEquals(new Plagdet(0.5, 0.5, 1, 2, 2, 1), plagdet);
    }

    @Test
    void nothingToFindAndNothingFoundScoresZero() {
        assertEquals(new Plagdet(0, 0, 1, 0, 0, 0), of(List.of(), List.of()));
        assertEquals(0, of(List.of(), List.of()).score(), EXACT);
    }

    @Test
    void placesAreChecked() {
        assertThrows(IllegalArgumentException.class, () -> new Match(-1, 2, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Match(3, 2, 0, 1));
    }
}
