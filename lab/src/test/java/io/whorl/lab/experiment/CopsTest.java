package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Samples;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.CopsSampling.CopsNoise;
import io.whorl.lab.experiment.CopsSampling.Deviations;
import io.whorl.lab.experiment.CopsSampling.MatchDensity;
import io.whorl.lab.experiment.CopsSampling.SampledTests;
import io.whorl.lab.experiment.CopsSampling.Tally;
import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of a small collection, and sampling with figures computed by hand (COPS 6 and appendix A). */
class CopsTest {
    @TempDir
    private Path folder;

    @Test
    void tablesMatchTheExample() throws IOException {
        List<FigureTable> tables = cops();
        assertEquals(
                List.of("cops-table-2", "cops-table-3", "cops-figure-5", "cops-figure-6", "cops-figure-7"),
                tables.stream().map(FigureTable::name).toList());
        FigureTable groups = tables.get(0);
        assertEquals("100.0", Samples.cell(groups, "halves", "self"));
        assertEquals("50.00 ± 0.00", Samples.cell(groups, "halves", "affinity"));
        assertEquals("100.00 ± 0.00", Samples.cell(groups, "whole", "affinity"));
        assertEquals("75.00 ± 25.00", Samples.cell(groups, "all 2 groups", "affinity"));
        assertEquals("2.50 ± 2.50", Samples.cell(groups, "all 2 groups", "noise"));
        FigureTable enhancements = tables.get(1);
        assertEquals("2.50 ± 2.50", Samples.cell(enhancements, "Simple Method", "noise"));
        assertEquals("0.00 ± 0.00", Samples.cell(enhancements, "No Short Sentences", "noise"));
        assertEquals("75.00 ± 25.00", Samples.cell(enhancements, "Drop Numbers", "affinity"));
        FigureTable figure5 = tables.get(2);
        assertEquals("0.0000", Samples.cell(figure5, "50", "Beta measured"));
        assertEquals("0.0000", Samples.cell(figure5, "50", "Beta formula"));
        // Half of the related pairs share half of the sentences, so 386 of 1,024 samples miss; the others never miss.
        assertEquals("0.1885", Samples.cell(figure5, "10", "Alpha formula"));
        assertTrue(tables.get(3).rows().size() > 6);
        assertEquals(
                "0.6667",
                tables.get(4).rows().get(tables.get(4).rows().size() - 1).get(0));
    }

    private List<FigureTable> cops() throws IOException {
        Path docs = Files.createDirectories(folder.resolve("docs"));
        Files.writeString(docs.resolve("a"), text("shared", 30) + text("first", 27) + shortOnes());
        Files.writeString(docs.resolve("b"), text("shared", 30) + text("second", 30));
        Files.writeString(docs.resolve("c"), text("third", 57) + shortOnes());
        Files.writeString(docs.resolve("d"), shortOnes() + text("third", 57));
        Path tsv = Files.writeString(folder.resolve("groups"), "a\thalves\nb\thalves\nc\twhole\nd\twhole\n");
        try (Texts texts = Samples.texts(docs)) {
            Groups groups = Groups.read(tsv, texts);
            List<FigureTable> tables = new ArrayList<>(CopsNoise.tables(texts, groups, 2, note -> {}));
            tables.addAll(CopsSampling.tables(texts, groups.draw(10, 2, 1), 1));
            return tables;
        }
    }

    private static String text(String word, int sentences) {
        return IntStream.range(0, sentences)
                .mapToObj(i -> "Here " + name(word, i) + " stands in its place. ")
                .collect(Collectors.joining());
    }

    /** Returns sentences of three words. */
    private static String shortOnes() {
        return IntStream.range(0, 3)
                .mapToObj(i -> "So " + name("brief", i) + " is. ")
                .collect(Collectors.joining());
    }

    private static String name(String word, int i) {
        return word + (char) ('a' + i / 26) + (char) ('a' + i % 26);
    }

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
        assertEquals(3, CopsSampling.most(9));
        assertEquals(4, CopsSampling.most(10));
        assertTrue(CopsSampling.finds(4, 9));
        assertFalse(CopsSampling.finds(4, 10));
        // This is why Alpha rises from 9 to 10 (COPS 6.2).
        MatchDensity density = new MatchDensity(0.9, 0.02, 0.55, 0.2);
        assertTrue(density.sampled(9).alpha().orElseThrow()
                < density.sampled(10).alpha().orElseThrow());
    }

    @Test
    void densityIsIntegrated() {
        Deviations narrow = new MatchDensity(0.9, 1e-5, 0.5, 1e-5).sampled(10);
        assertEquals(0.1, narrow.found(), 1e-9);
        assertEquals(EVEN, narrow.alpha().orElseThrow(), 1e-3);
        assertEquals(0, narrow.beta().orElseThrow(), 1e-9);
        assertEquals(0.1 * EVEN, narrow.error().orElseThrow(), 1e-4);
        // With a uniform density, the integral of Q is (k + 1) / (n + 1).
        Deviations flat = new MatchDensity(0, 1, 0.5, 1e6).sampled(10);
        assertEquals(0.6, flat.found(), 1e-6);
        assertEquals(5 / 11.0, flat.missed() + flat.passed() - flat.alarms(), 1e-6);
    }

    @Test
    void measurementMatchesTheFormula(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("x"), "a b c d e f g h i j");
        Files.writeString(folder.resolve("half"), "a b c d e v w x y z");
        Files.writeString(folder.resolve("none"), "k l m n");
        try (Texts texts = Samples.texts(folder)) {
            Scheme words = Scheme.builder().granularity(1).build();
            List<Question> questions = List.of(new Question("x", "g", Set.of("x", "half")));
            SampledTests tests = SampledTests.of(words, texts, questions, List.of(1, 10), 1);
            assertEquals(1, tests.queries);
            Tally one = tests.related.get(0);
            assertEquals(0.5, one.expected.alpha().orElseThrow(), EXACT);
            assertEquals(0.5, one.measured.alpha().orElseThrow(), 0.3);
            Tally all = tests.related.get(1);
            assertEquals(EVEN, all.expected.alpha().orElseThrow(), EXACT);
            assertEquals(0, all.measured.alpha().orElseThrow(), EXACT);
            assertEquals(new Deviations(0, 0, 1, 0), tests.unrelated.get(0).measured);
            MatchDensity fitted = tests.fitted();
            assertEquals(0.5, fitted.unrelated(), EXACT);
            assertEquals(0.5, fitted.mean(), EXACT);
            assertThrows(LabException.class, () -> SampledTests.of(words, texts, questions, List.of(11), 1));
        }
    }
}
