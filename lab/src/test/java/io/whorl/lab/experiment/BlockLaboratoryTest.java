package io.whorl.lab.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Samples;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.BlockLaboratory.Blocks;
import io.whorl.lab.experiment.BlockLaboratory.Indexes;
import io.whorl.lab.experiment.BlockLaboratory.Method;
import io.whorl.lab.experiment.BlockLaboratory.Scores;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.Folders.Scratch;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockLaboratoryTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();
    private static final Blocks BLOCKS = new Blocks(10, 5);

    @TempDir
    private Path folder;

    private static String words(long seed, int count) {
        Random random = new Random(seed);
        return IntStream.range(0, count)
                .mapToObj(i -> "w" + random.nextInt(100_000))
                .collect(Collectors.joining(" "));
    }

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
        Path docs = Files.createDirectories(folder.resolve("pan"));
        Files.createDirectories(docs.resolve("src"));
        Files.createDirectories(docs.resolve("susp"));
        for (int i = 0; i < 20; i++) {
            Files.writeString(docs.resolve("src/s" + i + "#.txt"), words(i, 400));
        }
        // Twelve words of a source in a long text, and a text of nobody's.
        String[] source = words(7, 400).split(" ");
        String copied = IntStream.range(50, 62).mapToObj(i -> source[i]).collect(Collectors.joining(" "));
        Files.writeString(docs.resolve("susp/copy.txt"), words(100, 300) + " " + copied + " " + words(101, 300));
        Files.writeString(docs.resolve("susp/clean.txt"), words(102, 600));
        Files.writeString(docs.resolve("pairs.tsv"), """
                category	susp	source	cases
                01-no-plagiarism	clean.txt	s3#.txt	0
                02-no-obfuscation	copy.txt	s7#.txt	1
                """);
        Files.writeString(
                docs.resolve("passages.tsv"),
                "category\tsusp\tsource\tsusp_offset\tsusp_length\tsource_offset\tsource_length\tobfuscation\n"
                        + "02-no-obfuscation\tcopy.txt\ts7#.txt\t0\t9\t0\t9\tnone\n");
        return Samples.texts(docs);
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
