package io.whorl.lab;

import static io.whorl.lab.Samples.words;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.lab.AlignmentLaboratory.CopiedPairs;
import io.whorl.lab.AlignmentLaboratory.Edit;
import io.whorl.lab.AlignmentLaboratory.JudgedPair;
import io.whorl.lab.AlignmentLaboratory.PairSource;
import io.whorl.lab.AlignmentLaboratory.Plagdet;
import io.whorl.lab.AlignmentLaboratory.Row;
import io.whorl.lab.AlignmentLaboratory.SpanPair;
import io.whorl.lab.AlignmentLaboratory.TextAligner;
import io.whorl.lab.AlignmentLaboratory.TextPair;
import io.whorl.lab.AlignmentLaboratory.Units;
import io.whorl.lab.AlignmentLaboratory.Vocabulary;
import io.whorl.lab.BlockLaboratory.Blocks;
import io.whorl.lab.BlockLaboratory.Indexes;
import io.whorl.lab.BlockLaboratory.Method;
import io.whorl.lab.BlockLaboratory.Scores;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Folders.Scratch;
import io.whorl.lab.RetrievalLaboratory.Bounds;
import io.whorl.lab.RetrievalLaboratory.Outcome;
import io.whorl.lab.RetrievalLaboratory.Suspicion;
import io.whorl.scheme.Scheme;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Makes pairs, reads pairs, and aligns them; retrieves their sources, and finds blocks of texts. */
class AlignmentLaboratoryTest {
    private static final Aligner ALIGNER = Aligner.of(AlignmentOptions.DEFAULT.language(AlignmentOptions.NONE));
    private static final TextAligner WHORL = TextAligner.of(ALIGNER);

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        StringBuilder groups = new StringBuilder("file\tgroup\n");
        Files.createDirectories(folder.resolve("docs"));
        for (int document = 0; document < 8; document++) {
            // Two documents of a group, and half of the documents in two files that are too short for themselves.
            String file = document + ".txt";
            Files.writeString(folder.resolve("docs").resolve(file), document(document, document < 4 ? 90 : 20));
            groups.append(file)
                    .append('\t')
                    .append(document < 2 ? "first" : "g" + document)
                    .append('\n');
        }
        Files.writeString(folder.resolve("groups.tsv"), groups);
    }

    /** Sentences of words of this document. */
    private static String document(int number, int sentences) {
        Random random = new Random(number);
        return Repeated.text(sentences, sentence -> {
            String words = Repeated.text(12, w -> " w" + number + "x" + Integer.toString(random.nextInt(2_000), 36));
            return "The" + words + (sentence % 5 == 4 ? ".\n\n" : ". ");
        });
    }

    private CopiedPairs copies(Texts texts, long seed) throws IOException {
        return new CopiedPairs(texts, Groups.read(folder.resolve("groups.tsv"), texts), "", 12, seed);
    }

    private Texts read() throws IOException {
        return Samples.texts(folder.resolve("docs"));
    }

    @Test
    void unchangedCopiesAreWhereTheCasesSay() throws IOException {
        try (Texts texts = read()) {
            PairSource pairs = copies(texts, 1);
            assertEquals(12, pairs.size());
            TextPair none = pairs.pair(6);
            assertEquals("0-none", none.category());
            assertTrue(!none.cases().isEmpty());
            for (SpanPair match : none.cases()) {
                assertEquals(
                        none.b().substring(match.bFrom(), match.bTo()), none.a().substring(match.aFrom(), match.aTo()));
            }
            assertEquals(List.of(), pairs.pair(5).cases());
            assertEquals("5-clean", pairs.pair(5).category());
        }
    }

    @Test
    void editsChangeAboutTheirShareOfTheWords() throws IOException {
        try (Texts texts = read()) {
            Vocabulary vocabulary = new Vocabulary(List.of(document(9, 20)), new Random(1));
            String passage = document(1, 200).strip();
            List<String> words = List.of(passage.split("\\s+"));
            for (Edit edit : List.of(Edit.LIGHT, Edit.MEDIUM, Edit.HEAVY)) {
                List<String> edited =
                        List.of(edit.apply(passage, vocabulary, new Random(2)).split("\\s+"));
                long foreign =
                        edited.stream().filter(word -> word.startsWith("w9")).count();
                double rate = edit == Edit.LIGHT ? 0.05 : edit == Edit.MEDIUM ? 0.15 : 0.3;
                assertEquals(rate * 2 / 3 * words.size(), foreign, 0.25 * rate * words.size(), edit.name());
            }
            assertEquals(passage, Edit.NONE.apply(passage, vocabulary, new Random(2)));
            assertEquals(8, texts.size());
        }
    }

    @Test
    void scriptsWithoutSpacesAreEditedByLetter() {
        String passage = "我们使用这个程序来比较两个文件。".repeat(40);
        assertTrue(Units.isSpaceless(passage));
        String edited = Edit.MEDIUM.apply(passage, new Vocabulary(List.of("天地玄黄"), new Random(1)), new Random(1));
        assertTrue(edited.indexOf(' ') < 0 && edited.indexOf('玄') >= 0, edited);
    }

    @Test
    void theSeedDecidesAboutEveryPair() throws IOException {
        try (Texts texts = read()) {
            PairSource one = copies(texts, 1);
            PairSource again = copies(texts, 1);
            for (int number : new int[] {11, 0, 3}) {
                assertEquals(one.pair(number), again.pair(number));
                assertNotEquals(one.pair(number), copies(texts, 2).pair(number));
            }
        }
    }

    @Test
    void everyAlignerFindsUnchangedCopies() throws IOException {
        try (Texts texts = read()) {
            AlignmentLaboratory laboratory = new AlignmentLaboratory(copies(texts, 1), 6, 2);
            for (TextAligner aligner : List.of(
                    WHORL, new SentenceAligner(Optional.empty(), false), new SentenceAligner(Optional.empty(), true))) {
                List<Row> rows = laboratory.run("any", aligner, () -> "");
                assertEquals(
                        List.of(AlignmentLaboratory.ALL, AlignmentLaboratory.WITHOUT_CASES, "0-none"),
                        rows.stream().map(Row::category).toList());
                assertEquals(2, rows.get(0).pairs());
                assertTrue(rows.get(0).plagdet().score() > 0.9, rows::toString);
            }
        }
    }

    @Test
    void pairsOfPanAreReadWithTheirCases() throws IOException {
        Path pan = folder.resolve("pan");
        int at = document(2, 10).length();
        int length = document(1, 30).length();
        String place = at + " " + length + " 2 " + length;
        Samples.pan(
                pan,
                Map.of(
                        "src/s", "\uD83D\uDE00 " + document(1, 30),
                        "susp/p", document(2, 10) + document(1, 30) + document(3, 10)),
                "02-no p s 1\n01-clean p s 0\n",
                "02-no p s " + place + " none\n");
        try (Texts texts = Texts.read(pan, note -> {})) {
            PairSource pairs = PairSource.of(texts, AlignedPassages.read(pan, texts));
            assertEquals(
                    List.of(new SpanPair(at, at + length, 2, 2 + length)),
                    pairs.pair(0).cases());
            assertEquals(List.of(), pairs.pair(1).cases());
            List<Row> rows = new AlignmentLaboratory(pairs, 1, 1).run("whorl", WHORL, () -> "");
            assertEquals("01-clean", rows.get(2).category());
            assertTrue(rows.get(3).plagdet().score() > 0.99, rows::toString);
            assertEquals(1, rows.get(2).plagdet().falseDetections());
        }
        // A collection without categories: the cases are counted, and pairs need no header.
        Files.writeString(pan.resolve("pairs.tsv"), "p\ts\n");
        Files.writeString(
                pan.resolve("passages.tsv"),
                ("susp source susp_offset susp_length source_offset source_length obfuscation\np s " + place + " \n")
                        .replace(' ', '\t'));
        try (Texts texts = Texts.read(pan, note -> {})) {
            AlignedPassages read = AlignedPassages.read(pan, texts);
            assertEquals(List.of(new AlignedPassages.Pair("pairs", "susp/p", "src/s", 1)), read.pairs());
            assertEquals("pairs", read.passages().get(0).category());
        }
    }

    @Test
    void argumentsAreChecked() throws IOException {
        try (Texts texts = read()) {
            Groups groups = Groups.read(folder.resolve("groups.tsv"), texts);
            assertThrows(LabException.class, () -> new CopiedPairs(texts, groups, "none/", 1, 1));
            CopiedPairs copies = copies(texts, 1);
            assertThrows(IllegalArgumentException.class, () -> new AlignmentLaboratory(copies, 0, 1));
        }
        assertThrows(IllegalArgumentException.class, () -> new SpanPair(-1, 2, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new SpanPair(3, 2, 0, 1));
    }

    private static final double EXACT = 1e-12;

    private static Plagdet plagdet(List<SpanPair> cases, List<SpanPair> detections) {
        return Plagdet.of(List.of(new JudgedPair("any", cases, detections)));
    }

    @Test
    void detectionsAreRightExactlyFalseOrNone() {
        SpanPair match = new SpanPair(10, 20, 5, 15);
        Plagdet exact = plagdet(List.of(match), List.of(match));
        assertEquals(new Plagdet(1, 1, 1, 1, 0, 1, 1), exact);
        assertEquals(1, exact.score(), EXACT);
        // The right place in one text only.
        Plagdet wrong = plagdet(List.of(match), List.of(new SpanPair(10, 20, 20, 40)));
        assertEquals(new Plagdet(0, 0, 1, 1, 1, 0, 0), wrong);
        assertEquals(0, wrong.score(), EXACT);
        assertEquals(new Plagdet(0, 0, 0, 0, 0, 0, 0), plagdet(List.of(), List.of()));
        assertEquals(0, plagdet(List.of(), List.of()).score(), EXACT);
    }

    @Test
    void recallAndPrecisionAreSharesOfBothIntervals() {
        // 40 of 60 code points of the case, and 40 of 50 of the detection.
        Plagdet plagdet = plagdet(List.of(new SpanPair(0, 20, 100, 140)), List.of(new SpanPair(10, 30, 100, 130)));
        assertEquals(40 / 60.0, plagdet.recall(), EXACT);
        assertEquals(40 / 50.0, plagdet.precision(), EXACT);
        assertEquals(2 * (2 / 3.0) * 0.8 / (2 / 3.0 + 0.8), plagdet.score(), EXACT);
    }

    @Test
    void detectionsOfOneCaseRaiseGranularityAndCountTogether() {
        List<SpanPair> halves = List.of(new SpanPair(0, 10, 0, 10), new SpanPair(8, 20, 10, 20));
        Plagdet plagdet = plagdet(List.of(new SpanPair(0, 20, 0, 20)), halves);
        assertEquals(1, plagdet.recall(), EXACT);
        assertEquals(1, plagdet.precision(), EXACT);
        assertEquals(2, plagdet.granularity(), EXACT);
        assertEquals(Math.log(2) / Math.log(3), plagdet.score(), EXACT);
    }

    @Test
    void averagesCountEveryCaseTheSame() {
        JudgedPair found =
                new JudgedPair("x", List.of(new SpanPair(0, 10, 0, 10)), List.of(new SpanPair(0, 10, 0, 10)));
        JudgedPair missed = new JudgedPair("x", List.of(new SpanPair(0, 1_000, 0, 1_000)), List.of());
        JudgedPair clean = new JudgedPair("y", List.of(), List.of(new SpanPair(0, 7, 0, 7)));
        Plagdet plagdet = Plagdet.of(List.of(found, missed, clean));
        assertEquals(new Plagdet(1, 1, 2, 2, 1, 1, 1), plagdet);
        assertEquals(0.5, plagdet.recall(), EXACT);
        assertEquals(0.5, plagdet.precision(), EXACT);
    }

    /** Documents that are alike have no spread; of one found and one missed document, some draws have one only. */
    @Test
    void intervalIsOfDocumentsDrawnAnew() {
        SpanPair match = new SpanPair(0, 10, 0, 10);
        List<JudgedPair> found = List.of(new JudgedPair("x", List.of(match), List.of(match)));
        List<JudgedPair> missed = List.of(new JudgedPair("x", List.of(match), List.of()));
        List<JudgedPair> clean = List.of(new JudgedPair("y", List.of(), List.of()));
        assertEquals("1.000 to 1.000", Plagdet.interval(List.of(found, found, clean, found, found, found)));
        assertEquals("0.000 to 1.000", Plagdet.interval(List.of(found, missed)));
        assertEquals("", Plagdet.interval(List.of(clean)));
    }

    // Retrieval of sources.

    /**
     * Two clean documents, and two that copy from the first source. The last source repeats what the first one has, but
     * the collection does not say so.
     */
    private Texts sources() throws IOException {
        String copied = words(1, 60);
        Map<String, String> files = Map.of(
                "src/s1", words(2, 100) + copied,
                "src/s2", words(3, 300),
                "src/s3", words(4, 50) + copied,
                "susp/clean1", words(5, 100),
                "susp/clean2", words(6, 600),
                "susp/taking1", copied + words(7, 100),
                "susp/taking2", copied + words(8, 40));
        String place = " s1 0 " + copied.length() + " " + words(2, 100).length() + " " + copied.length() + " none\n";
        Samples.pan(folder.resolve("pan"), files, """
                01-none clean1 s1 0
                01-none clean2 s2 0
                01-none clean2 s3 0
                02-copied taking1 s1 1
                02-copied taking1 s2 0
                02-copied taking2 s1 1
                """, "02-copied taking1" + place + "02-copied taking2" + place);
        return Samples.texts(folder.resolve("pan"));
    }

    private Outcome run(Texts texts, int every) throws IOException {
        AlignedPassages passages = AlignedPassages.read(folder.resolve("pan"), texts);
        return new RetrievalLaboratory(texts, passages, ALIGNER, new Bounds(2, 10, every), 2).run();
    }

    @Test
    void copiesInOtherSourcesAreCountedSeparately() throws IOException {
        try (Texts texts = sources()) {
            Outcome outcome = run(texts, 1);
            assertEquals(4, outcome.suspicions().size());
            assertEquals(3, outcome.sources());
            FigureTable table = RetrievalLaboratory.tables(outcome, new Bounds(2, 10, 1), texts)
                    .get(0);
            assertEquals("1.000", Samples.cell(table, "pairs given", "pairs with a case"));
            String found = "shared >= 2, best 10";
            assertEquals("1.000", Samples.cell(table, found, "cases found"));
            // Both documents have the passage of s3, which the collection does not list for them.
            assertEquals("2", Samples.cell(table, found, "detections in other pairs"));
            assertEquals("2", Samples.cell(table, found, "of a known case"));
            assertEquals("0", Samples.cell(table, found, "equal words"));
            assertEquals(
                    Samples.cell(table, "pairs given", "plagdet"), Samples.cell(table, found, "plagdet without them"));
            assertTrue(Double.parseDouble(Samples.cell(table, found, "precision")) < 0.6);
            assertEquals("1.0", Samples.cell(table, found, "a document"));
            List<List<String>> others = RetrievalLaboratory.tables(outcome, new Bounds(2, 10, 1), texts)
                    .get(2)
                    .rows();
            assertEquals(2, others.size());
            assertEquals("known", others.get(0).get(4));
            assertTrue(others.get(0).get(9).startsWith("w1x"), others::toString);
        }
    }

    @Test
    void testsAreJudgedOnBothHalves() throws IOException {
        try (Texts texts = sources()) {
            FigureTable table = RetrievalLaboratory.verdicts(
                    run(texts, 1), Map.of("all", candidate -> true, "none", candidate -> false));
            for (List<String> row : table.rows()) {
                boolean none = row.get(0).equals("none");
                assertEquals(none ? "0.000 of 1" : "1.000 of 1", row.get(2), row::toString);
                assertEquals("0 of 1", row.get(4), row::toString);
            }
            assertEquals(6, table.rows().size());
            assertEquals("0 of 1", table.rows().get(0).get(5));
            assertEquals("0 of 1", table.rows().get(5).get(7));
        }
    }

    @Test
    void everyTakesSomeOfTheDocuments() throws IOException {
        try (Texts texts = sources()) {
            assertEquals(
                    List.of("susp/clean1", "susp/taking1"),
                    run(texts, 2).suspicions().stream().map(Suspicion::id).toList());
        }
        assertThrows(IllegalArgumentException.class, () -> new Bounds(0, 1, 1));
    }

    // Blocks of texts.

    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();
    private static final Blocks BLOCKS = new Blocks(10, 5);

    @Test
    void blocksOverlapAndTheLastOneEndsWithTheText() {
        String text = "a b c d e f g h i j. K l m n o p";
        assertEquals(
                List.of("a b c d e f g h i j", "f g h i j. K l m n o", "K l m n o p"),
                BLOCKS.of(text.getBytes(UTF_8)).stream()
                        .map(block -> new String(block, UTF_8))
                        .toList());
        assertEquals(List.of(), BLOCKS.of(" ... ".getBytes(UTF_8)));
        assertEquals(1, BLOCKS.of("one two".getBytes(UTF_8)).size());
        assertEquals(1, BLOCKS.of("a b c d e f g h i j".getBytes(UTF_8)).size());
        assertThrows(IllegalArgumentException.class, () -> new Blocks(10, 10));
        assertThrows(IllegalArgumentException.class, () -> new Blocks(9, 0));
    }

    private Texts texts() throws IOException {
        Map<String, String> files = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            files.put("src/s" + i + "#.txt", words(i, 400));
        }
        // Twelve words of a source in a long text, and a text of nobody's.
        String copied = String.join(" ", List.of(words(7, 400).split(" ")).subList(50, 62)) + " ";
        files.put("susp/copy.txt", words(100, 300) + copied + words(101, 300));
        files.put("susp/clean.txt", words(102, 600));
        Samples.pan(folder.resolve("pan"), files, """
                01-no-plagiarism clean.txt s3#.txt 0
                02-no-obfuscation copy.txt s7#.txt 1
                """, "02-no-obfuscation copy.txt s7#.txt 0 9 0 9 none\n");
        return Samples.texts(folder.resolve("pan"));
    }

    @ParameterizedTest
    @EnumSource
    void everyMethodFindsTheSourceOfACopiedSentence(Method method) throws IOException {
        try (Texts texts = texts()) {
            FigureTable table = new BlockLaboratory(texts, BLOCKS, SCHEME, 2, line -> {})
                    .sources(AlignedPassages.read(folder.resolve("pan"), texts));
            List<String> row = table.rows().stream()
                    .filter(each ->
                            each.get(0).equals(method.title) && each.get(1).startsWith("02"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(List.of("1", "1.000", "1.000", "0.00"), row.subList(2, 6), row::toString);
            assertEquals("1.000", row.get(10));
        }
    }

    @Test
    void theBestBlockOfADocumentIsItsScore() throws IOException {
        try (Texts texts = texts();
                Scratch scratch = Folders.scratch();
                BlockLaboratory.Indexes indexes = new BlockLaboratory(texts, BLOCKS, SCHEME, 1, line -> {})
                .new Indexes(List.copyOf(texts.ids()), scratch)) {
            byte[] copy = texts.text("susp/copy.txt");
            // A block of ten words begins at words 50 and 55 of the source; the first is copied as a whole.
            Map<String, Double> best = indexes.scores(Method.BLOCK_SHARED, copy).byId();
            assertEquals(9.0, best.get("src/s7#.txt"));
            Scores whole = indexes.scores(Method.WHOLE_PERCENT, copy);
            assertEquals(100.0, whole.byId().get("susp/copy.txt"));
            assertEquals(100.0 * 11 / (612 - 1), whole.byId().get("src/s7#.txt"), 0.2);
            assertTrue(indexes.ofParts.index().bytes()
                    > indexes.ofDocuments.index().bytes());
        }
    }

    @Test
    void groupsAreJudgedByTheMeasuresOfThePaper() throws IOException {
        Path sample = Samples.write(folder.resolve("sample"));
        try (Texts texts = Samples.read(sample)) {
            Groups groups = Groups.read(sample.resolve("groups.tsv"), texts);
            FigureTable table = new BlockLaboratory(
                            texts, BLOCKS, Scheme.builder().granularity(3).build(), 2, line -> {})
                    .groups(groups.draw(3, 2, 1));
            assertEquals(Method.values().length, table.rows().size());
            assertEquals(
                    List.of("3"),
                    table.rows().stream().map(row -> row.get(2)).distinct().toList());
            assertTrue(Double.parseDouble(Samples.cell(table, "whole documents, percent", "precision at s")) > 0.5);
        }
    }
}
