package io.whorl.lab.experiment;

import static io.whorl.lab.Samples.words;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.BlockLaboratory.Blocks;
import io.whorl.lab.experiment.BlockLaboratory.Indexes;
import io.whorl.lab.experiment.BlockLaboratory.Method;
import io.whorl.lab.experiment.BlockLaboratory.Scores;
import io.whorl.lab.experiment.RetrievalLaboratory.Bounds;
import io.whorl.lab.experiment.RetrievalLaboratory.Outcome;
import io.whorl.lab.experiment.RetrievalLaboratory.Suspicion;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.Folders.Scratch;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two clean documents, and two that copy from the first source. The last source repeats what the first one has, but the
 * collection does not say so.
 */
class RetrievalTest {
    private static final Aligner ALIGNER = Aligner.of(AlignmentOptions.DEFAULT.language(AlignmentOptions.NONE));

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
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
        Samples.pan(folder, files, """
                01-none clean1 s1 0
                01-none clean2 s2 0
                01-none clean2 s3 0
                02-copied taking1 s1 1
                02-copied taking1 s2 0
                02-copied taking2 s1 1
                """, "02-copied taking1" + place + "02-copied taking2" + place);
    }

    private Outcome run(Texts texts, int every) throws IOException {
        return new RetrievalLaboratory(texts, AlignedPassages.read(folder, texts), ALIGNER, new Bounds(2, 10, every), 2)
                .run();
    }

    private Texts read() throws IOException {
        return Samples.texts(folder);
    }

    @Test
    void copiesInOtherSourcesAreCountedSeparately() throws IOException {
        try (Texts texts = read()) {
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
        try (Texts texts = read()) {
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
        try (Texts texts = read()) {
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
            assertTrue(indexes.ofParts.bytes() > indexes.ofDocuments.bytes());
        }
    }

    @Test
    void groupsAreJudgedByTheMeasuresOfThePaper() throws IOException {
        Samples.write(folder);
        try (Texts texts = Samples.read(folder)) {
            Groups groups = Groups.read(folder.resolve("groups.tsv"), texts);
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
