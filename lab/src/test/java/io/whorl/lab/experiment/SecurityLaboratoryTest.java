package io.whorl.lab.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Samples;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.SecurityLaboratory.EditedText;
import io.whorl.lab.experiment.SecurityLaboratory.Evidence;
import io.whorl.lab.experiment.SecurityLaboratory.OperationalTest;
import io.whorl.lab.experiment.SecurityLaboratory.Sample;
import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks on texts of distinct words, with numbers of changes that follow from COPS 3.3 and 4.2. */
class SecurityLaboratoryTest {
    @TempDir
    private Path folder;

    @Test
    void tablesHaveARowForEachStrategyAndDoNotDependOnThreads() throws IOException {
        Samples.write(folder);
        try (Texts texts = Samples.read(folder)) {
            List<FigureTable> tables = new SecurityLaboratory(texts, new Sample("", 2, 100, 1), 2, line -> {}).tables();
            assertEquals(5, tables.size());
            assertEquals(14, tables.get(0).rows().size());
            assertEquals(6, tables.get(3).rows().size());
            FigureTable half = tables.get(2);
            double words = changes(half, "single words (COPS A)");
            double chunks = changes(half, "4 words, full (COPS C)");
            assertTrue(words > chunks && chunks > 0, half::toString);
            assertEquals(tables, new SecurityLaboratory(texts, new Sample("", 2, 100, 1), 1, line -> {}).tables());
            assertThrows(
                    LabException.class,
                    () -> new SecurityLaboratory(texts, new Sample("", 2, 5_000, 1), 1, line -> {}));
        }
    }

    private static double changes(FigureTable table, String strategy) {
        return Double.parseDouble(
                Samples.cell(table, strategy, "the test is known").split(" ")[0]);
    }

    private static final int WORDS = 400;
    private static final EditedText TEXT = new EditedText(IntStream.range(0, WORDS)
            .mapToObj(i -> "word" + i)
            .collect(Collectors.joining(" "))
            .getBytes(UTF_8));

    private static OperationalTest test(Scheme.Builder scheme, EditedText text) {
        return new OperationalTest(scheme.build(), 0, 0, text.utf8());
    }

    private static int informed(Scheme.Builder scheme, EditedText text, double phi) {
        return SecurityLaboratory.informed(text, List.of(test(scheme, text)), phi);
    }

    private static EditedText sentences(int count) {
        return new EditedText(IntStream.range(0, count)
                .mapToObj(i -> "Sentence number" + i + " has five words" + i + ".")
                .collect(Collectors.joining(" "))
                .getBytes(UTF_8));
    }

    /** SEC(o2, r) = (1 − φ) SIZE, and about half of it for pairs of sentences (COPS 3.3). */
    @Test
    void sentencesNeedTheChangesOfThePaper() {
        EditedText text = sentences(100);
        Scheme.Builder single = Scheme.builder().unit(Unit.SENTENCE).granularity(1);
        assertEquals(40, informed(single, text, 0.6));
        Scheme.Builder pairs = Scheme.builder().unit(Unit.SENTENCE).granularity(2);
        // 99 pairs, of which at most 59 may match.
        assertEquals(20, informed(pairs, text, 0.6));
    }

    @Test
    void overlappingChunksNeedAChangeForEachGranularity() {
        assertEquals(WORDS / 2, informed(Scheme.builder().granularity(1), TEXT, 0.5));
        // 397 chunks, of which at most 198 may match; a change breaks 4.
        assertEquals(50, informed(Scheme.builder().granularity(4), TEXT, 0.5));
        int blind = SecurityLaboratory.blind(TEXT, List.of(test(Scheme.builder().granularity(4), TEXT)), 0.5);
        assertEquals(50, blind);
    }

    /** Strategy B depends on the phase (COPS 4.2). */
    @Test
    void oneInsertedWordEvadesDisjointChunks() {
        Scheme.Builder disjoint = Scheme.builder().granularity(4).selection("all-substrings", Map.of());
        assertEquals(1, informed(disjoint, TEXT, 0.05));
    }

    @Test
    void aTextThatIsNoViolationNeedsNoChange() {
        EditedText brief = new EditedText("...".getBytes(UTF_8));
        assertEquals(0, informed(Scheme.builder(), brief, 0.2));
        assertEquals(0, SecurityLaboratory.blind(brief, List.of(test(Scheme.builder(), brief)), 0.2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mod", "winnowing"})
    void secretSeedsNeedMoreChanges(String selection) {
        Scheme scheme = Scheme.builder().selection(selection, Map.of()).build();
        List<OperationalTest> family = LongStream.range(1, 9)
                .mapToObj(seed ->
                        new OperationalTest(scheme.toBuilder().seed(seed).build(), 0, 0, TEXT.utf8()))
                .toList();
        int known = SecurityLaboratory.informed(TEXT, family.subList(0, 1), 0.2);
        int all = SecurityLaboratory.informed(TEXT, family, 0.2);
        int blind = SecurityLaboratory.blind(TEXT, family, 0.2);
        assertTrue(known < all, known + " " + all);
        assertTrue(known < blind, known + " " + blind);
        assertTrue(all <= WORDS / 4 + 8, all + " changes");
    }

    /** The sample is by place, so a replaced word does not change which chunks are tested. */
    @Test
    void aKnownSampleNeedsFewChanges() {
        OperationalTest sampled = new OperationalTest(Scheme.builder().build(), 20, 7, TEXT.utf8());
        Evidence evidence = sampled.of(TEXT.utf8());
        assertEquals(20, evidence.size());
        assertEquals(20, evidence.matching().size());
        int known = SecurityLaboratory.informed(TEXT, List.of(sampled), 0.5);
        assertTrue(known >= 3 && known <= 10, known + " changes");
        int blind = SecurityLaboratory.blind(TEXT, List.of(sampled), 0.5);
        assertTrue(blind > 20, blind + " changes");
    }

    @Test
    void replacedWordsKeepTheTextBetweenThem() {
        EditedText text = new EditedText("One, two!\n\nThree: four.".getBytes(UTF_8));
        BitSet some = new BitSet();
        some.set(1);
        some.set(3);
        assertEquals("One, zzqxbq!\n\nThree: zzqxdq.", new String(text.with(some), UTF_8));
        assertEquals("zzqxeq One, two!\n\nThree: four.", new String(text.withInsertion(), UTF_8));
        assertEquals("One, two", new String(EditedText.cut(text.utf8(), 2), UTF_8));
        assertEquals("One, two!\n\nThree: four.", new String(EditedText.cut(text.utf8(), 9), UTF_8));
        assertEquals(
                List.of(0, 2, 4),
                IntStream.of(EditedText.sentences(text.utf8())).boxed().toList());
    }

    @Test
    void evenlySpacedChangesAreDistinct() {
        for (int changes = 0; changes <= 50; changes++) {
            assertEquals(changes, SecurityLaboratory.even(50, changes).cardinality());
        }
    }

    @Test
    void moreThanTheShareIsAViolation() {
        Evidence half =
                new Evidence(4, List.of(new SecurityLaboratory.Range(0, 1), new SecurityLaboratory.Range(1, 2)));
        assertFalse(half.violation(0.5));
        assertTrue(half.violation(0.49));
        assertEquals(1, half.excess(0.49));
    }
}
