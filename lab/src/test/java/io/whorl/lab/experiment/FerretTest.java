package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.LongForm;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares figures with those counted by hand. */
class FerretTest {
    private static final String A = "One two three, four!";
    private static final String ALL = "all 85";
    private static final String LMD_81 = "81 of them";
    private static final Set<String> NOT_LMD =
            Set.of("federalist_02.txt", "federalist_03.txt", "federalist_04.txt", "federalist_05.txt");

    @TempDir
    private Path folder;

    /** Returns the tables of texts, which are called t00, t01 and so on. */
    private List<FigureTable> tables(String... texts) throws IOException {
        for (int i = 0; i < texts.length; i++) {
            Files.writeString(folder.resolve(String.format("t%02d", i)), texts[i]);
        }
        try (Texts read = Samples.texts(folder)) {
            return Ferret.tables(read, Set.of());
        }
    }

    @Test
    void trigramsAreCounted() throws IOException {
        FigureTable table = tables(A, "one two three five", "x y z x y z x").get(0);
        assertEquals("15", Samples.cell(table, "words", "all 3"));
        assertEquals("7", Samples.cell(table, "words of the longest text", "all 3"));
        assertEquals("5", Samples.cell(table, "mean words of a text", "all 3"));
        assertEquals("2", Samples.cell(table, "mean distinct trigrams of a text", "all 3"));
        assertEquals("77.8", Samples.cell(table, "mean % of them that the text has once", "all 3"));
        assertEquals("6", Samples.cell(table, "distinct trigrams", "all 3"));
        assertEquals("3", Samples.cell(table, "trigrams that occur once", "all 3"));
        assertEquals("50.0", Samples.cell(table, "% of distinct trigrams that occur once", "all 3"));
        assertEquals("5", Samples.cell(table, "trigrams in one text only", "all 3"));
    }

    @Test
    void resemblanceIsComputed() throws IOException {
        // The last two texts share one of ten trigrams.
        FigureTable table = tables(A, "one two three five", "m n o p q r s t", "m n o v w x y")
                .get(1);
        assertEquals("6", Samples.cell(table, "pairs", "all 4"));
        assertEquals("0.3333", Samples.cell(table, "highest R", "all 4"));
        assertEquals("t00, t01", Samples.cell(table, "of these two", "all 4"));
        assertEquals("2", Samples.cell(table, "pairs with R > 0.06", "all 4"));
        assertEquals("1", Samples.cell(table, "pairs with R > 0.1", "all 4"));
    }

    @Test
    void doctoredTextHasHalfOfAnother() throws IOException {
        FigureTable table = tables("a b c d e f g h", "k l m n o p q r s t").get(2);
        assertEquals("1", Samples.cell(table, "doctored files", "all 2"));
        // "a b c d p q r s t"
        assertEquals("0.182", Samples.cell(table, "lowest R, doctored file and source", "all 2"));
        assertEquals("2", Samples.cell(table, "all pairs of suitable lengths", "all 2"));
        assertEquals("0.182", Samples.cell(table, "of all, lowest R", "all 2"));
        // "a b c d o p q r s t"
        assertEquals("0.167", Samples.cell(table, "as much out as in, lowest R", "all 2"));
        assertEquals("2", Samples.cell(table, "as much out as in, R <= 0.30", "all 2"));
    }

    @Test
    void longTextsAreNotDoctored() throws IOException {
        FigureTable table = tables("a b c d e f g h", "k l m n o p q r s t u").get(2);
        assertEquals("0", Samples.cell(table, "doctored files", "all 2"));
        assertEquals("n/a", Samples.cell(table, "lowest R, doctored file and source", "all 2"));
        assertEquals("1", Samples.cell(table, "all pairs of suitable lengths", "all 2"));
    }

    @Test
    void removedTextsAreEvenlySpaced() throws IOException {
        String[] texts = new String[81];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = i % 9 == 4 ? "a b c d" : "a b c";
        }
        FigureTable table = tables(texts).get(3);
        assertEquals("9", Samples.cell(table, "files taken out", "all 81"));
        assertEquals("4", Samples.cell(table, "mean words of a file taken out", "all 81"));
        assertEquals("216", Samples.cell(table, "words of the rest", "all 81"));
        assertEquals("81", Samples.cell(table, "files, taken out in every such way", "all 81"));
        assertEquals("0.500", Samples.cell(table, "highest C", "all 81"));
        assertEquals("1.000", Samples.cell(table, "of all, highest C", "all 81"));
    }

    @Test
    void smallestCollectionHasTables() throws IOException {
        List<FigureTable> tables = tables(A, "one two three five");
        assertEquals("2", Samples.cell(tables.get(0), "texts", "all 2"));
        assertEquals("0.3333", Samples.cell(tables.get(1), "highest R", "all 2"));
        assertEquals("1", Samples.cell(tables.get(2), "doctored files", "all 2"));
        assertEquals("0.500", Samples.cell(tables.get(3), "lowest C", "all 2"));
        assertEquals("2", Samples.cell(tables.get(3), "files, taken out in every such way", "all 2"));
    }

    @Test
    void aTextWithoutTrigramsContainsNothing() throws IOException {
        assertEquals("0.000", Samples.cell(tables(A, "one two").get(3), "lowest C", "all 2"));
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
}
