package io.whorl.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.align.Passage;
import io.whorl.internal.AlignmentTuning;
import io.whorl.lab.SeedExperiment.ChunkSeeds;
import io.whorl.lab.SeedExperiment.Constants;
import io.whorl.testing.Repeated;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Alignment with other seeds and constants. */
class SeedExperimentTest {
    private static final AlignmentOptions OPTIONS = AlignmentOptions.DEFAULT.language(AlignmentOptions.NONE);
    private static final String COPIED = text(1, 80);
    private static final String A = text(2, 200) + COPIED + text(3, 200);
    private static final String B = COPIED + text(4, 300);

    private static String text(int number, int words) {
        Random random = new Random(number);
        return Repeated.text(words, word -> "word" + random.nextInt(10_000) + (word % 12 == 11 ? ". " : " "));
    }

    @Test
    void stemsAreTheSeedsOfTheLibrary() {
        SeedExperiment stems = SeedExperiment.of(SeedExperiment.STEMS);
        assertEquals(Aligner.of(OPTIONS).align(A, B), stems.aligner(OPTIONS).align(A, B));
        double words = 200 + 80 + 200 + 80 + 300;
        assertEquals(3_000 * words / (A.length() + B.length()), stems.seedsPerKilobyte(), 1e-6);
    }

    @Test
    void everyStrategyFindsALongCopy() {
        List<Passage> expected = Aligner.of(OPTIONS).align(A, B);
        assertEquals(1, expected.size());
        double full = 0;
        for (String name : List.of("4 full", "4 winnowing:w=8", "4 hailstorm", "2 full", "4 mod:m=5")) {
            SeedExperiment experiment = SeedExperiment.of(name);
            assertEquals(expected, experiment.aligner(OPTIONS).align(A, B), name);
            full = Math.max(full, experiment.seedsPerKilobyte());
            assertTrue(experiment.seedsPerKilobyte() > 10 && experiment.seedsPerKilobyte() <= full, name);
        }
    }

    @Test
    void pointsAreTheFirstAndLastContentWordsOfSharedChunks() {
        List<String> found = new ArrayList<>();
        Aligner aligner = Aligner.of(OPTIONS, AlignmentTuning.DEFAULT, (a, contentOfA, b, contentOfB) -> {
            long[] points = new ChunkSeeds("3 full").of(a, contentOfA, b, contentOfB, 8);
            Arrays.stream(points).distinct().sorted().forEach(p -> found.add((p >>> 32) + " " + (int) p));
            return Optional.of(points);
        });
        aligner.align("one two three four five six x y seven", "two three four other x y seven six");
        // Words of one letter are no content words: "x y seven" is the content word "seven".
        assertEquals(List.of("1 0", "3 2", "6 4"), found);
    }

    @Test
    void constantsAreReplaced() {
        assertEquals(
                List.of(),
                Constants.aligner(OPTIONS, "score=1e9,runBytes=100000").align(A, B));
        AlignmentTuning tuning = AlignmentTuning.DEFAULT;
        assertEquals(tuning, Constants.with(tuning, Map.of()));
        AlignmentTuning changed = Constants.with(tuning, Map.of("gap", "30", "join", "false"));
        assertEquals(30, changed.gap());
        assertFalse(changed.join());
    }

    @Test
    void unknownSeedsAndConstantsAreRefused() {
        assertTrue(assertThrows(LabException.class, () -> Constants.aligner(OPTIONS, "gaps=3"))
                .getMessage()
                .contains("mostOccurrences, gap, leastSeeds"));
        assertThrows(LabException.class, () -> Constants.aligner(OPTIONS, "gap=many"));
        assertThrows(LabException.class, () -> SeedExperiment.of("full"));
        assertThrows(LabException.class, () -> SeedExperiment.of("4 fullest"));
        assertThrows(LabException.class, () -> SeedExperiment.of("4 mod:m"));
    }
}
