package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.AlignmentLaboratory.CopiedPairs;
import io.whorl.lab.experiment.AlignmentLaboratory.Edit;
import io.whorl.lab.experiment.AlignmentLaboratory.JudgedPair;
import io.whorl.lab.experiment.AlignmentLaboratory.Match;
import io.whorl.lab.experiment.AlignmentLaboratory.PairSource;
import io.whorl.lab.experiment.AlignmentLaboratory.Plagdet;
import io.whorl.lab.experiment.AlignmentLaboratory.Row;
import io.whorl.lab.experiment.AlignmentLaboratory.TextAligner;
import io.whorl.lab.experiment.AlignmentLaboratory.TextPair;
import io.whorl.lab.experiment.AlignmentLaboratory.Units;
import io.whorl.lab.experiment.AlignmentLaboratory.Vocabulary;
import io.whorl.lab.files.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Makes pairs, reads pairs, and aligns them. */
class AlignmentLaboratoryTest {
    private static final TextAligner WHORL =
            TextAligner.of(Aligner.of(AlignmentOptions.DEFAULT.language(AlignmentOptions.NONE)));

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
        StringBuilder text = new StringBuilder();
        for (int sentence = 0; sentence < sentences; sentence++) {
            text.append("The");
            for (int word = 0; word < 12; word++) {
                text.append(" w").append(number).append('x').append(Integer.toString(random.nextInt(2_000), 36));
            }
            text.append(sentence % 5 == 4 ? ".\n\n" : ". ");
        }
        return text.toString();
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
            for (Match match : none.cases()) {
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
                    List.of(new Match(at, at + length, 2, 2 + length)),
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
        assertThrows(IllegalArgumentException.class, () -> new Match(-1, 2, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Match(3, 2, 0, 1));
    }

    private static final double EXACT = 1e-12;

    private static Plagdet plagdet(List<Match> cases, List<Match> detections) {
        return Plagdet.of(List.of(new JudgedPair("any", cases, detections)));
    }

    @Test
    void detectionsAreRightExactlyFalseOrNone() {
        Match match = new Match(10, 20, 5, 15);
        Plagdet exact = plagdet(List.of(match), List.of(match));
        assertEquals(new Plagdet(1, 1, 1, 1, 0, 1, 1), exact);
        assertEquals(1, exact.score(), EXACT);
        // The right place in one text only.
        Plagdet wrong = plagdet(List.of(match), List.of(new Match(10, 20, 20, 40)));
        assertEquals(new Plagdet(0, 0, 1, 1, 1, 0, 0), wrong);
        assertEquals(0, wrong.score(), EXACT);
        assertEquals(new Plagdet(0, 0, 0, 0, 0, 0, 0), plagdet(List.of(), List.of()));
        assertEquals(0, plagdet(List.of(), List.of()).score(), EXACT);
    }

    @Test
    void recallAndPrecisionAreSharesOfBothIntervals() {
        // 40 of 60 code points of the case, and 40 of 50 of the detection.
        Plagdet plagdet = plagdet(List.of(new Match(0, 20, 100, 140)), List.of(new Match(10, 30, 100, 130)));
        assertEquals(40 / 60.0, plagdet.recall(), EXACT);
        assertEquals(40 / 50.0, plagdet.precision(), EXACT);
        assertEquals(2 * (2 / 3.0) * 0.8 / (2 / 3.0 + 0.8), plagdet.score(), EXACT);
    }

    @Test
    void detectionsOfOneCaseRaiseGranularityAndCountTogether() {
        List<Match> halves = List.of(new Match(0, 10, 0, 10), new Match(8, 20, 10, 20));
        Plagdet plagdet = plagdet(List.of(new Match(0, 20, 0, 20)), halves);
        assertEquals(1, plagdet.recall(), EXACT);
        assertEquals(1, plagdet.precision(), EXACT);
        assertEquals(2, plagdet.granularity(), EXACT);
        assertEquals(Math.log(2) / Math.log(3), plagdet.score(), EXACT);
    }

    @Test
    void averagesCountEveryCaseTheSame() {
        JudgedPair found = new JudgedPair("x", List.of(new Match(0, 10, 0, 10)), List.of(new Match(0, 10, 0, 10)));
        JudgedPair missed = new JudgedPair("x", List.of(new Match(0, 1_000, 0, 1_000)), List.of());
        JudgedPair clean = new JudgedPair("y", List.of(), List.of(new Match(0, 7, 0, 7)));
        Plagdet plagdet = Plagdet.of(List.of(found, missed, clean));
        assertEquals(new Plagdet(1, 1, 2, 2, 1, 1, 1), plagdet);
        assertEquals(0.5, plagdet.recall(), EXACT);
        assertEquals(0.5, plagdet.precision(), EXACT);
    }

    /** Documents that are alike have no spread; of one found and one missed document, some draws have one only. */
    @Test
    void intervalIsOfDocumentsDrawnAnew() {
        Match match = new Match(0, 10, 0, 10);
        List<JudgedPair> found = List.of(new JudgedPair("x", List.of(match), List.of(match)));
        List<JudgedPair> missed = List.of(new JudgedPair("x", List.of(match), List.of()));
        List<JudgedPair> clean = List.of(new JudgedPair("y", List.of(), List.of()));
        assertEquals("1.000 to 1.000", Plagdet.interval(List.of(found, found, clean, found, found, found)));
        assertEquals("0.000 to 1.000", Plagdet.interval(List.of(found, missed)));
        assertEquals("", Plagdet.interval(List.of(clean)));
    }
}
