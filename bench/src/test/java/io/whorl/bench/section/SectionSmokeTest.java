package io.whorl.bench.section;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.data.TextCollection;
import io.whorl.bench.report.Row;
import io.whorl.lab.files.DataFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs every benchmark once with tiny data. Otherwise a broken one would fail only an hour into a run. */
class SectionSmokeTest {
    /** The number of rows with a bar in each section. */
    private static final Map<Section, Integer> BARS = Map.ofEntries(
            Map.entry(Section.FINGERPRINT, 5),
            Map.entry(Section.LOOKUP, 7),
            Map.entry(Section.BUILD, 3),
            Map.entry(Section.QUERY, 2),
            Map.entry(Section.SIZE, 2),
            Map.entry(Section.OPEN, 3),
            Map.entry(Section.ADD, 4),
            Map.entry(Section.LIVE, 3),
            Map.entry(Section.UPKEEP, 0),
            Map.entry(Section.STORES, 0),
            Map.entry(Section.COLLAPSE, 1));

    @ParameterizedTest
    @EnumSource
    void sectionHasItsRows(Section section, @TempDir Path work) {
        Settings toy = new Settings(
                Settings.Effort.SMOKE, DataFolder.AUTO, TextCollection.GENERATED, 3_000, 100, work.toString());
        List<Row> rows = section.measure(toy);
        for (Row row : rows) {
            assertFalse(row.failure(), row.toString());
            assertFalse(row.figure().isEmpty(), row.toString());
        }
        List<Row> judged = rows.stream().filter(r -> !r.bar().isEmpty()).toList();
        assertEquals(BARS.get(section), judged.size(), rows.toString());
        assertTrue(judged.stream().allMatch(r -> r.met().matches("yes|no")), rows.toString());
        // This bar depends on no time, so it must be met with any size and on any machine.
        assertTrue(
                rows.stream()
                        .noneMatch(r -> r.what().contains("-Xmx32m") && r.met().equals("no")),
                rows.toString());
    }

    @ParameterizedTest
    @EnumSource(names = {"BUILD", "QUERY", "ADD", "LIVE", "UPKEEP", "STORES", "COLLAPSE"})
    void failedSectionBecomesARow(Section section, @TempDir Path empty) {
        Settings without = new Settings(
                Settings.Effort.SMOKE,
                empty.toString(),
                "linuxdocs-none",
                3_000,
                100,
                empty.resolve("work").toString());
        List<Row> rows = section.measure(without);
        assertEquals(1, rows.size());
        assertTrue(rows.get(0).failure(), rows.toString());
    }
}
