package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.align.Aligner;
import io.whorl.align.AlignmentOptions;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.RetrievalLaboratory.Bounds;
import io.whorl.lab.experiment.RetrievalLaboratory.Outcome;
import io.whorl.lab.experiment.RetrievalLaboratory.Suspicion;
import io.whorl.lab.report.Columns.FigureTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        Files.createDirectories(folder.resolve("src"));
        Files.createDirectories(folder.resolve("susp"));
        String copied = text(1, 60);
        Files.writeString(folder.resolve("src/s1"), text(2, 100) + copied);
        Files.writeString(folder.resolve("src/s2"), text(3, 300));
        Files.writeString(folder.resolve("src/s3"), text(4, 50) + copied);
        Files.writeString(folder.resolve("susp/clean1"), text(5, 100));
        Files.writeString(folder.resolve("susp/clean2"), text(6, 600));
        Files.writeString(folder.resolve("susp/taking1"), copied + text(7, 100));
        Files.writeString(folder.resolve("susp/taking2"), copied + text(8, 40));
        Files.writeString(
                folder.resolve("pairs.tsv"),
                "category\tsusp\tsource\tcases\n01-none\tclean1\ts1\t0\n"
                        + "01-none\tclean2\ts2\t0\n01-none\tclean2\ts3\t0\n"
                        + "02-copied\ttaking1\ts1\t1\n02-copied\ttaking1\ts2\t0\n02-copied\ttaking2\ts1\t1\n");
        int at = text(2, 100).length();
        Files.writeString(
                folder.resolve("passages.tsv"),
                "category\tsusp\tsource\tsusp_offset\tsusp_length\tsource_offset\tsource_length\tobfuscation\n"
                        + row("taking1", copied.length(), at)
                        + row("taking2", copied.length(), at));
    }

    private static String row(String document, int length, int at) {
        return "02-copied\t" + document + "\ts1\t0\t" + length + "\t" + at + "\t" + length + "\tnone\n";
    }

    private static String text(int number, int words) {
        Random random = new Random(number);
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < words; word++) {
            text.append('w')
                    .append(number)
                    .append('x')
                    .append(random.nextInt(1_000))
                    .append(' ');
        }
        return text.toString();
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
}
