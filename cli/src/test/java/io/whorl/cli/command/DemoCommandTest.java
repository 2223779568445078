package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @TempDir
    private Path directory;

    @Test
    void everyRelativeIsFoundAndNearlyAllAreRankedFirst() throws IOException {
        List<Map<String, String>> queries =
                CliRun.of("demo", "--format", "json").objects();
        assertEquals(12, queries.size());
        for (Map<String, String> query : queries) {
            assertEquals(1.0, Double.parseDouble(query.get("recall")), query.toString());
            // A heavily rewritten text may share less with its source than two texts share by chance.
            assertTrue(Double.parseDouble(query.get("precision")) >= 0.75, query.toString());
        }
        assertTrue(queries.stream()
                        .filter(q -> Double.parseDouble(q.get("separation")) > 0)
                        .count()
                >= 10);
    }

    @Test
    void thePageFitsATerminalOf80Columns() {
        CliRun run = CliRun.of("demo");
        assertEquals(0, run.code(), run.err());
        assertTrue(run.lines().size() <= 48, run.lines().size() + " lines");
        assertTrue(run.lines().stream().allMatch(line -> line.codePointCount(0, line.length()) <= 80), run.out());
        assertTrue(run.out().contains("\u2713 excerpt"), run.out());
    }

    @Test
    void theFilesAreKeptInTheGivenDirectory() throws IOException {
        Path kept = directory.resolve("kept");
        CliRun run = CliRun.of("demo", kept);
        assertEquals(0, run.code(), run.err());
        CliRun asked = CliRun.of(
                "query", kept.resolve("index"), kept.resolve("documents").resolve("bees.txt"), "--format", "json");
        assertEquals("bees.txt", asked.objects().get(0).get("id"));
        CliRun again = CliRun.of("demo", kept);
        assertEquals(1, again.code());
        assertTrue(again.err().contains("not empty"), again.err());
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
        assertEquals(
                1,
                CliRun.of("demo", Files.writeString(directory.resolve("file"), "x"))
                        .code());
    }
}
