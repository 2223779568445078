package io.whorl.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.CopsSampling.CopsNoise;
import io.whorl.lab.CopsSampling.Deviations;
import io.whorl.lab.CopsSampling.MatchDensity;
import io.whorl.lab.CopsSampling.SampledTests;
import io.whorl.lab.CopsSampling.Tally;
import io.whorl.lab.Groups.Question;
import io.whorl.lab.SecurityLaboratory.EditedText;
import io.whorl.lab.SecurityLaboratory.Evidence;
import io.whorl.lab.SecurityLaboratory.OperationalTest;
import io.whorl.lab.Sketches.Errors;
import io.whorl.lab.Sketches.Sample;
import io.whorl.lab.Sketches.Sketch;
import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import io.whorl.testing.NeedsData;
import io.whorl.testing.Repeated;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the tables and figures of three papers with those counted by hand and with those of an index: trigrams
 * (LMD), sketches (BGMZ), and noise and sampling (COPS 6 and appendix A).
 */
class PaperTablesTest {
    private static final double EXACT = 1e-12;
    private static final String ALL = "all 85";
    private static final String LMD_81 = "81 of them";
    private static final Set<String> NOT_LMD =
            Set.of("federalist_02.txt", "federalist_03.txt", "federalist_04.txt", "federalist_05.txt");

    @TempDir
    private Path folder;

    /** Returns the tables of texts, which are called t00, t01 and so on. */
    private static List<FigureTable> tables(Path folder, String... texts) throws IOException {
        for (int i = 0; i < texts.length; i++) {
            Files.writeString(folder.resolve(String.format("t%02d", i)), texts[i]);
        }
        try (Texts read = Samples.texts(folder)) {
            return Ferret.tables(read, Set.of());
        }
    }

    /** Runs the sections of ferret.txt. */
    @TestFactory
    Stream<DynamicTest> figuresAreThoseCountedByHand() throws IOException {
        String file = Folders.resource(PaperTablesTest.class, "ferret.txt");
        return Stream.of(file.split("\n+## ")).skip(1).map(section -> {
            List<String> lines = section.lines().toList();
            return DynamicTest.dynamicTest(lines.get(0), () -> {
                String[] texts = lines.get(1).split(" / ");
                List<FigureTable> tables = tables(Files.createTempDirectory(folder, "texts"), texts);
                for (String line : lines.subList(2, lines.size())) {
                    String[] figure = line.split(" ", 2)[1].split(" = ");
                    FigureTable table = tables.get(Integer.parseInt(line.split(" ")[0]));
                    assertEquals(figure[1], Samples.cell(table, figure[0], "all " + texts.length), line);
                }
            });
        });
    }

    @Test
    void removedTextsAreEvenlySpaced() throws IOException {
        List<String> texts = Repeated.list(81, i -> i % 9 == 4 ? "a b c d" : "a b c");
        FigureTable table = tables(folder, texts.toArray(String[]::new)).get(3);
        assertEquals("9", Samples.cell(table, "files taken out", "all 81"));
        assertEquals("4", Samples.cell(table, "mean words of a file taken out", "all 81"));
        assertEquals("216", Samples.cell(table, "words of the rest", "all 81"));
        assertEquals("81", Samples.cell(table, "files, taken out in every such way", "all 81"));
        assertEquals("0.500", Samples.cell(table, "highest C", "all 81"));
        assertEquals("1.000", Samples.cell(table, "of all, highest C", "all 81"));
    }

    /** Compares figures on the Federalist Papers (LMD 6.3) with LMD's and with an independent count. */
    @Test
    @NeedsData
    @LongForm
    void figuresMatchThePaper() throws IOException {
        List<FigureTable> tables;
        try (Texts texts = Samples.texts(TestData.of("federalist/docs"))) {
            tables = Ferret.tables(texts, NOT_LMD);
        }
        FigureTable trigrams = tables.get(0);
        assertEquals("87.2", Samples.cell(trigrams, "% of distinct trigrams that occur once", ALL));
        assertEquals("123655", Samples.cell(trigrams, "trigrams in one text only", ALL));
        Map<String, String> counts = Map.of(
                "words", "190239 184125",
                "distinct trigrams", "139950 135393",
                "trigrams that occur once", "121995 118000");
        counts.forEach((figure, expected) -> {
            String of81 = Samples.cell(trigrams, figure, LMD_81);
            assertEquals(expected, Samples.cell(trigrams, figure, ALL) + " " + of81, figure);
            double paper = Double.parseDouble(Samples.cell(trigrams, figure, "LMD, Federalist"));
            assertEquals(1, Double.parseDouble(of81) / paper, 0.01, figure);
        });
        FigureTable resemblance = tables.get(1);
        assertEquals("3240", Samples.cell(resemblance, "pairs", LMD_81));
        assertEquals(0.03, Double.parseDouble(Samples.cell(resemblance, "highest R", LMD_81)), 0.005);
        assertEquals("0.0348", Samples.cell(resemblance, "highest R", ALL));
        assertEquals("4", Samples.cell(resemblance, "pairs with R > 0.03", ALL));
        FigureTable copying = tables.get(2);
        for (String column : List.of(ALL, LMD_81)) {
            assertEquals("10", Samples.cell(copying, "doctored files", column));
            assertTrue(Double.parseDouble(Samples.cell(copying, "lowest R, doctored file and source", column)) > 0.30);
            assertEquals("0", Samples.cell(copying, "of all, R <= 0.30", column));
            assertTrue(Double.parseDouble(Samples.cell(copying, "lowest C in the rest, doctored", column)) > 0.49);
        }
    }

    private static Fingerprint kept(Sketch sketch, int size, String text) {
        Scheme scheme = Scheme.builder()
                .granularity(1)
                .selection(sketch.selection(size))
                .build();
        return Fingerprinter.of(scheme).fingerprint(text);
    }

    private static String words(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    }

    @Test
    void samplesAreAsLargeAsTheSketchesShow() {
        String a = words(0, 100);
        String b = words(50, 150);
        assertEquals(
                20,
                Sketch.MIN
                        .compare(kept(Sketch.MIN, 20, a), kept(Sketch.MIN, 20, b), 20)
                        .size());
        assertEquals(
                new Sample(1 / 3.0, 150), Sketch.MIN.compare(kept(Sketch.MIN, 400, a), kept(Sketch.MIN, 400, b), 400));
        assertEquals(new Sample(1 / 3.0, 150), Sketch.MOD.compare(kept(Sketch.MOD, 1, a), kept(Sketch.MOD, 1, b), 1));
        assertEquals(new Sample(0, 0), Sketch.MOD.compare(kept(Sketch.MOD, 1, ""), kept(Sketch.MOD, 1, ""), 1));
    }

    @Test
    void bySizeComparesAtTheLargerModulus() {
        Fingerprint large = kept(Sketch.BY_SIZE, 0, words(0, 1_000));
        Fingerprint small = kept(Sketch.BY_SIZE, 0, words(0, 150));
        // The large document keeps every shingle of the small one that the larger modulus keeps.
        assertTrue(large.size() < 500 && small.size() > 50);
        Sample sample = Sketch.BY_SIZE.compare(large, small, 0);
        assertEquals(large.size(), sample.size());
        assertEquals((double) large.shared(small) / large.size(), sample.resemblance(), EXACT);
    }

    @Test
    void errorsAreSummarised() {
        Errors errors = new Errors("any");
        errors.add(0.5, 101, new Sample(0.6, 10));
        errors.add(0.2, 101, new Sample(0, 0));
        assertEquals(2, errors.count());
        assertEquals((0.1 - 0.2) / 2, errors.bias(), EXACT);
        assertEquals(Math.sqrt((0.01 + 0.04) / 2), errors.rootMeanSquare(), EXACT);
        assertEquals(Math.sqrt((0.25 / 10 * 91 / 100 + 0.04) / 2), errors.expected(), EXACT);
        assertEquals(0.1, errors.quantile(0.5), EXACT);
        assertEquals(0.2, errors.quantile(1), EXACT);
        assertEquals(5, errors.meanShown(), EXACT);
        assertEquals(1, errors.blind);
    }

    @Test
    void tableHasARowForEachSketch(@TempDir Path folder) throws IOException {
        try (Texts texts = Samples.read(Samples.write(folder))) {
            FigureTable table = Sketches.table(texts, 100, 2, 1, 2);
            assertEquals(12, table.rows().size());
            // More shingles than any of these documents has, so estimates are exact.
            assertEquals("0.0000", Samples.cell(table, "MIN_s, s = 800", "largest"));
            assertTrue(Double.parseDouble(Samples.cell(table, "MOD_m, m = 50", "largest")) > 0);
            assertArrayEquals(
                    table.rows().toArray(),
                    Sketches.table(texts, 100, 2, 1, 1).rows().toArray());
            assertThrows(LabException.class, () -> Sketches.table(texts, 0, 2, 1, 1));
        }
    }

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
        return Repeated.text(sentences, i -> "Here " + name(word, i) + " stands in its place. ");
    }

    /** Returns sentences of three words. */
    private static String shortOnes() {
        return Repeated.text(3, i -> "So " + name("brief", i) + " is. ");
    }

    private static String name(String word, int i) {
        return word + (char) ('a' + i / 26) + (char) ('a' + i % 26);
    }

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

    // Attacks on texts of distinct words, with numbers of changes that follow from COPS 3.3 and 4.2.

    @Test
    void tablesHaveARowForEachStrategyAndDoNotDependOnThreads() throws IOException {
        Samples.write(folder);
        try (Texts texts = Samples.read(folder)) {
            List<FigureTable> tables =
                    new SecurityLaboratory(texts, new SecurityLaboratory.Sample("", 2, 100, 1), 2, line -> {}).tables();
            assertEquals(5, tables.size());
            assertEquals(14, tables.get(0).rows().size());
            assertEquals(6, tables.get(3).rows().size());
            FigureTable half = tables.get(2);
            double words = changes(half, "single words (COPS A)");
            double chunks = changes(half, "4 words, full (COPS C)");
            assertTrue(words > chunks && chunks > 0, half::toString);
            assertEquals(
                    tables,
                    new SecurityLaboratory(texts, new SecurityLaboratory.Sample("", 2, 100, 1), 1, line -> {})
                            .tables());
            assertThrows(
                    LabException.class,
                    () -> new SecurityLaboratory(texts, new SecurityLaboratory.Sample("", 2, 5_000, 1), 1, line -> {}));
        }
    }

    private static double changes(FigureTable table, String strategy) {
        return Double.parseDouble(
                Samples.cell(table, strategy, "the test is known").split(" ")[0]);
    }

    private static final int WORDS = 400;
    private static final EditedText TEXT = new EditedText(
            String.join(" ", Repeated.list(WORDS, i -> "word" + i)).getBytes(UTF_8));

    private static OperationalTest test(Scheme.Builder scheme, EditedText text) {
        return new OperationalTest(scheme.build(), 0, 0, text.utf8());
    }

    private static int informed(Scheme.Builder scheme, EditedText text, double phi) {
        return SecurityLaboratory.informed(text, List.of(test(scheme, text)), phi);
    }

    private static EditedText sentences(int count) {
        return new EditedText(
                String.join(" ", Repeated.list(count, i -> "Sentence number" + i + " has five words" + i + "."))
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
