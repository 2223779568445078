package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.LongForm;
import io.whorl.lab.Samples;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.experiment.Ferret;
import io.whorl.lab.report.Columns.FigureTable;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Compares figures on the Federalist Papers (LMD 6.3) with LMD's and with an independent count. */
@NeedsData
@LongForm
class FerretDataTest {
    private static final String ALL = "all 85";
    private static final String LMD_81 = "81 of them";
    private static final Set<String> NOT_LMD =
            Set.of("federalist_02.txt", "federalist_03.txt", "federalist_04.txt", "federalist_05.txt");

    @Test
    void figuresMatchThePaper() throws IOException {
        List<FigureTable> tables;
        try (Texts texts = Samples.texts(TestData.of("federalist/docs"))) {
            tables = Ferret.tables(texts, NOT_LMD);
        }
        FigureTable trigrams = tables.get(0);
        assertEquals("190239", Samples.cell(trigrams, "words", ALL));
        assertEquals("139950", Samples.cell(trigrams, "distinct trigrams", ALL));
        assertEquals("121995", Samples.cell(trigrams, "trigrams that occur once", ALL));
        assertEquals("87.2", Samples.cell(trigrams, "% of distinct trigrams that occur once", ALL));
        assertEquals("123655", Samples.cell(trigrams, "trigrams in one text only", ALL));
        assertEquals("184125", Samples.cell(trigrams, "words", LMD_81));
        assertEquals("135393", Samples.cell(trigrams, "distinct trigrams", LMD_81));
        assertEquals("118000", Samples.cell(trigrams, "trigrams that occur once", LMD_81));
        for (String figure : List.of("words", "distinct trigrams", "trigrams that occur once")) {
            double paper = Double.parseDouble(Samples.cell(trigrams, figure, "LMD, Federalist"));
            assertEquals(1, Double.parseDouble(Samples.cell(trigrams, figure, LMD_81)) / paper, 0.01, figure);
        }
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
