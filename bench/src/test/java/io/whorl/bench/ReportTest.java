package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    @Test
    void barsAreComparedInTheirDirection() {
        assertEquals("yes", row(2.0).atMost(2).met());
        assertEquals("no", row(2.01).atMost(2).met());
        assertEquals("yes", row(5.0).atLeast(5).met());
        assertEquals("no", row(4.99).atLeast(5).met());
        assertEquals("no", row(Double.NaN).atLeast(5).met());
        assertEquals("", row(3).met());
    }

    @Test
    void missedBarIsNotAFailure() {
        assertTrue(Row.failed("a", new IllegalStateException("why")).failure());
        assertFalse(row(3).atMost(2).failure());
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
        Row hits = Row.of("batched | hits", "46 ns")
                .against("line read 28 ns", 1.64)
                .atMost(2);
        String[] lines = results("quick", hits, Row.of("x", "1"))
                .markdown()
                .split("\n\n")[2]
                .split("\n");
        assertEquals(4, lines.length);
        assertEquals("| batched \\| hits | 46 ns  | line read 28 ns | 1.64  | ≤ 2 | yes |", lines[2]);
        for (String line : lines) {
            assertEquals(lines[0].length(), line.length());
        }
    }

    @Test
    void comparisonGivesTheRatioOfCostsAndAnInterval(@TempDir Path folder) throws Exception {
        List<Path> files = new ArrayList<>();
        double[] heads = {2.2, 1.9, 2.1, 2.0, 2.4, 2.3};
        for (double head : heads) {
            files.add(
                    saved(folder, Row.of("time", "500 ns"), Row.of("rate", "8 MB/s, 4 a core"), Row.of("of", "none")));
            files.add(saved(
                    folder,
                    Row.of("time", Row.number(head / 2) + " µs"),
                    Row.of("rate", Row.number(8 / head) + " MB/s, 1 a core"),
                    Row.of("of", "none")));
        }
        String table = Comparison.table(files);
        assertTrue(table.startsWith("6 pairs; the interval covers the median with a probability of 0.969\n"), table);
        assertTrue(table.contains("| time | 500 ns | 1.10 µs | 2.150 | 1.900 to 2.400 | worse |"), table);
        assertTrue(table.contains("| rate | 8 MB/s, 4 a core | 3.64 MB/s, 1 a core | 2.149"), table);
        assertTrue(table.endsWith("not compared: of\n"), table);
        Collections.reverse(files);
        assertTrue(Comparison.table(files).contains("| better |"));
    }

    @Test
    void comparisonOfEqualRunsFindsNothing(@TempDir Path folder) throws Exception {
        Path file = saved(folder, Row.of("time", "500 ns"), Row.of("a | b", "2.06 B"));
        String table = Comparison.table(List.of(file, file));
        assertTrue(table.contains("probability of 0.000"), table);
        assertTrue(table.contains("| time | 500 ns | 500 ns | 1.000 | 1.000 to 1.000 |  |"), table);
        assertFalse(table.contains("worse"), table);
    }

    private static Path saved(Path folder, Row... rows) throws Exception {
        Path file = Files.createTempFile(folder, "results", ".md");
        results("quick", rows).writeInto(file);
        return file;
    }

    @Test
    void resultsReplaceOnlyTheirOwnSection(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("RESULTS.md");
        Files.writeString(file, "# Results\n\nBy hand.\n");
        results("quick", Row.of("what", "1")).writeInto(file);
        results("full", Row.of("what", "2")).writeInto(file);
        results("quick", Row.of("what", "3")).writeInto(file);
        String text = Files.readString(file);
        assertTrue(text.startsWith("# Results\n\nBy hand.\n"), text);
        assertTrue(text.contains("| 3 ") && text.contains("| 2 ") && !text.contains("| 1 "), text);
        assertTrue(text.indexOf("## quick") < text.indexOf("## full"), text);
        assertEquals(1, text.split("## quick", -1).length - 1);
    }

    @Test
    void machineIsDescribed() {
        String machine =
                Results.here("quick", Optional.of("c0ffee"), "sets", List.of()).machine();
        assertTrue(machine.contains(" cores; "), machine);
    }

    private static Row row(double ratio) {
        return Row.of("a", "1").against("1", ratio);
    }

    private static Results results(String name, Row... rows) {
        return new Results(name, "machine", "commit", "sets", List.of(rows));
    }
}
