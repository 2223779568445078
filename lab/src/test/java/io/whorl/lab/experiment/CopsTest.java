package io.whorl.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.table.FigureTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two groups of two documents with 60 sentences: one pair shares half of them, the other pair all. */
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
        assertEquals("100.0", groups.cell("halves", "self"));
        assertEquals("50.00 ± 0.00", groups.cell("halves", "affinity"));
        assertEquals("100.00 ± 0.00", groups.cell("whole", "affinity"));
        assertEquals("75.00 ± 25.00", groups.cell("all 2 groups", "affinity"));
        assertEquals("2.50 ± 2.50", groups.cell("all 2 groups", "noise"));
        FigureTable enhancements = tables.get(1);
        assertEquals("2.50 ± 2.50", enhancements.cell("Simple Method", "noise"));
        assertEquals("0.00 ± 0.00", enhancements.cell("No Short Sentences", "noise"));
        assertEquals("75.00 ± 25.00", enhancements.cell("Drop Numbers", "affinity"));
        FigureTable figure5 = tables.get(2);
        assertEquals("0.0000", figure5.cell("50", "Beta measured"));
        assertEquals("0.0000", figure5.cell("50", "Beta formula"));
        // Half of the related pairs share half of the sentences, so 386 of 1,024 samples miss; the others never miss.
        assertEquals("0.1885", figure5.cell("10", "Alpha formula"));
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
        try (Texts texts = Texts.read(docs, note -> {
            throw new AssertionError(note);
        })) {
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
}
