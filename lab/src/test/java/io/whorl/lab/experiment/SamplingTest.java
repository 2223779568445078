package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.CopsSampling.Deviations;
import io.whorl.lab.experiment.CopsSampling.MatchDensity;
import io.whorl.lab.experiment.CopsSampling.SampledTests;
import io.whorl.lab.experiment.CopsSampling.Tally;
import io.whorl.lab.experiment.CopsSampling.Threshold;
import io.whorl.lab.model.LabException;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests sampling for testing with figures computed by hand (COPS 6 and appendix A). */
class SamplingTest {
    private static final Threshold PHI = new Threshold(40);
    private static final double EXACT = 1e-12;
    /** At most 4 of 10 even chances: 386 of 1,024 outcomes. */
    private static final double EVEN = 386 / 1024.0;

    @Test
    void binomialDistributionIsSummed() {
        assertEquals(EVEN, CopsSampling.atMost(4, 10, 0.5), EXACT);
        assertEquals(0.512, CopsSampling.atMost(0, 3, 0.2), EXACT);
        assertEquals(1, CopsSampling.atMost(2, 5, 0));
        assertEquals(0, CopsSampling.atMost(2, 5, 1));
        assertEquals(1, CopsSampling.atMost(5, 5, 1));
    }

    @Test
    void thresholdRoundsAsInThePaper() {
        assertEquals(3, PHI.most(9));
        assertEquals(4, PHI.most(10));
        assertTrue(PHI.exceededBy(4, 9));
        assertFalse(PHI.exceededBy(4, 10));
        // This is why Alpha rises from 9 to 10 (COPS 6.2).
        MatchDensity density = new MatchDensity(0.9, 0.02, 0.55, 0.2);
        assertTrue(density.sampled(PHI, 9).alpha().orElseThrow()
                < density.sampled(PHI, 10).alpha().orElseThrow());
        assertThrows(IllegalArgumentException.class, () -> new Threshold(100));
    }

    @Test
    void densityIsIntegrated() {
        Deviations narrow = new MatchDensity(0.9, 1e-5, 0.5, 1e-5).sampled(PHI, 10);
        assertEquals(0.1, narrow.found(), 1e-9);
        assertEquals(EVEN, narrow.alpha().orElseThrow(), 1e-3);
        assertEquals(0, narrow.beta().orElseThrow(), 1e-9);
        assertEquals(0.1 * EVEN, narrow.error().orElseThrow(), 1e-4);
        // With a uniform density, the integral of Q is (k + 1) / (n + 1).
        Deviations flat = new MatchDensity(0, 1, 0.5, 1e6).sampled(PHI, 10);
        assertEquals(0.6, flat.found(), 1e-6);
        assertEquals(5 / 11.0, flat.missed() + flat.passed() - flat.alarms(), 1e-6);
    }

    @Test
    void measurementMatchesTheFormula(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("x"), "a b c d e f g h i j");
        Files.writeString(folder.resolve("half"), "a b c d e v w x y z");
        Files.writeString(folder.resolve("none"), "k l m n");
        try (Texts texts = Texts.read(folder, note -> {
            throw new AssertionError(note);
        })) {
            Scheme words = Scheme.builder().granularity(1).build();
            List<Question> questions = List.of(new Question("x", "g", Set.of("x", "half")));
            SampledTests tests = SampledTests.of(words, texts, questions, PHI, List.of(1, 10), 1);
            assertEquals(1, tests.queries());
            Tally one = tests.related().get(0);
            assertEquals(0.5, one.expected().alpha().orElseThrow(), EXACT);
            assertEquals(0.5, one.measured().alpha().orElseThrow(), 0.3);
            Tally all = tests.related().get(1);
            assertEquals(EVEN, all.expected().alpha().orElseThrow(), EXACT);
            assertEquals(0, all.measured().alpha().orElseThrow(), EXACT);
            assertEquals(new Deviations(0, 0, 1, 0), tests.unrelated().get(0).measured());
            MatchDensity fitted = tests.fitted();
            assertEquals(0.5, fitted.unrelated(), EXACT);
            assertEquals(0.5, fitted.mean(), EXACT);
            assertThrows(LabException.class, () -> SampledTests.of(words, texts, questions, PHI, List.of(11), 1));
        }
    }
}
