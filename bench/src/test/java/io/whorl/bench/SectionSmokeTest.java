package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.LiveBenchmarks.AddBenchmark.CommitPlan;
import io.whorl.bench.Section.WriteAmplification;
import io.whorl.bench.WriterProfiler.Kind;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.lab.DataFolder;
import io.whorl.lab.Folders;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

    // Amplification of writes.

    @Test
    void commitsAndSealsAreCounted(@TempDir Path folder) throws Exception {
        TextCollection text = TextCollection.load(DataFolder.AUTO, TextCollection.GENERATED);
        WriteAmplification found;
        try (WorkFolder work = WorkFolder.in(folder.toString())) {
            found = WriteAmplification.measure(text, 5_000, 8, work);
        }
        Fingerprinter fingerprinter = Fingerprinter.of(Schemes.named(Schemes.DEFAULT));
        long postings = text.thousandWords(40).stream()
                .mapToLong(d -> fingerprinter.fingerprint(d.utf8()).toArray().length)
                .sum();
        assertEquals(postings, found.postings());
        // One document per commit; five fill a live tier, or six if chunks repeat.
        assertEquals(40, found.total(Kind.COMMIT).getCount());
        assertTrue(
                found.total(Kind.SEAL).getCount() >= 40 / 6
                        && found.total(Kind.SEAL).getCount() <= 8,
                found.toString());
        assertTrue(found.total(Kind.COMMIT).getSum() >= 5 * postings, found.toString());
        assertTrue(found.of(Kind.values()) > found.of(Kind.COMMIT) + found.of(Kind.SEAL) - 1e-9, found.toString());
        assertTrue(found.segments() >= 1 && found.segments() <= 8 && found.indexBytes() > 0, found.toString());
        assertEquals(0, Folders.bytes(folder));
    }

    @Test
    void planIsParsedFromItsText() {
        CommitPlan plan = new CommitPlan(100, 50);
        assertEquals(plan, CommitPlan.parse(plan.toString()));
        assertEquals(5_000, plan.documents());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> CommitPlan.parse("100"))
                .getMessage()
                .contains("100x50"));
    }
}
