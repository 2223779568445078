package io.whorl.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @Test
    void barsAreComparedInTheirDirection() {
        assertEquals("yes", Row.atMost(2, "a", "1", "1", 2.0).met());
        assertEquals("no", Row.atMost(2, "a", "1", "1", 2.01).met());
        assertEquals("yes", Row.atLeast(5, "a", "1", "1", 5.0).met());
        assertEquals("no", Row.atLeast(5, "a", "1", "1", 4.99).met());
        assertEquals("no", Row.atLeast(5, "a", "1", "1", Double.NaN).met());
        assertEquals("", Row.plain("a", "1", "1", 3).met());
    }

    @Test
    void missedBarIsNotAFailure() {
        assertTrue(Row.failed("a", new IllegalStateException("why")).failure());
        assertFalse(Row.atMost(2, "a", "1", "1", 3).failure());
    }

    @Test
    void numbersHaveThreeSignificantFigures() {
        assertEquals("0.195", Row.number(0.1951));
        assertEquals("2.35", Row.number(2.349));
        assertEquals("46.2", Row.number(46.23));
        assertEquals("5,128", Row.number(5128.2));
        assertEquals("20", Row.number(20));
        assertEquals("0", Row.number(0));
        assertEquals("0.0000123", Row.number(0.0000123));
    }

    @Test
    void tableIsMarkdownWithAlignedColumns() {
        String[] lines = MarkdownTable.of(
                        List.of(Row.atMost(2, "batched | hits", "46 ns", "line read 28 ns", 1.64), Row.plain("x", "1")))
                .split("\n");
        assertEquals(4, lines.length);
        assertEquals("| batched \\| hits | 46 ns  | line read 28 ns | 1.64  | ≤ 2 | yes |", lines[2]);
        for (String line : lines) {
            assertEquals(lines[0].length(), line.length());
        }
    }

    @Test
    void resultsReplaceOnlyTheirOwnSection(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("RESULTS.md");
        Files.writeString(file, "# Results\n\nBy hand.\n");
        results("quick", "1").writeInto(file);
        results("full", "2").writeInto(file);
        results("quick", "3").writeInto(file);
        String text = Files.readString(file);
        assertTrue(text.startsWith("# Results\n\nBy hand.\n"), text);
        assertTrue(text.contains("| 3 ") && text.contains("| 2 ") && !text.contains("| 1 "), text);
        assertTrue(text.indexOf("## quick") < text.indexOf("## full"), text);
        assertEquals(1, text.split("## quick", -1).length - 1);
    }

    @Test
    void machineIsDescribed() {
        assertTrue(Machine.description().contains(" cores; "), Machine.description());
    }

    private static Results results(String name, String figure) {
        return new Results(name, "machine", "commit", "sets", List.of(Row.plain("what", figure)));
    }
}
