package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.data.SyntheticDump;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final CommandLine bench =
            Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(out));

    @Test
    void helpNamesTheSections() {
        assertEquals(0, bench.execute("quick", "--help"));
        String help = out.toString().replaceAll("\\s+", " ");
        assertTrue(help.contains("FINGERPRINT, LOOKUP, BUILD, QUERY, SIZE, OPEN, ADD, LIVE, UPKEEP"), help);
    }

    @Test
    void unknownSectionsAndCommandsAreUsageErrors() {
        assertEquals(2, bench.execute("quick", "--only", "SPEED"));
        assertEquals(2, bench.execute("slow"));
        assertEquals(2, bench.execute());
    }

    @Test
    void failedMeasurementIsInTheTableAndExitsWithOne(@TempDir Path empty) throws Exception {
        Path results = empty.resolve("RESULTS.md");
        assertEquals(
                1,
                bench.execute(
                        "full",
                        "--only",
                        "size",
                        "--data",
                        empty.toString(),
                        "--commit",
                        "c0ffee",
                        "--work",
                        empty.resolve("work").toString(),
                        "--results",
                        results.toString()));
        String written = Files.readString(results);
        assertTrue(
                written.contains("Commit: c0ffee")
                        && written.contains("full, Lucene ")
                        && written.contains("no linuxdocs-dev.tar.gz"),
                written);
    }

    @Test
    void scalingMeasuresEachNumberOfThreads(@TempDir Path work) throws Exception {
        Path dump = work.resolve("dump.jsonl");
        try (OutputStream lines = Files.newOutputStream(dump)) {
            new SyntheticDump(1, 40, 10_000).write(lines);
        }
        String[] run = {"scaling", dump.toString(), work.toString(), "--seconds", "1", "--threads", "1,3"};
        assertEquals(0, bench.execute(run), out::toString);
        List<String> rows = out.toString().lines().toList();
        assertEquals(3, rows.size(), out::toString);
        for (int i = 1; i < rows.size(); i++) {
            assertTrue(rows.get(i).matches(" +" + (2 * i - 1) + "( +[0-9.]+){5} %( +[0-9.]+){3}"), rows.get(i));
        }
    }

    @Test
    void overRamQueriesItsIndex(@TempDir Path work) {
        String[] run = {"over-ram", "--work", work.toString(), "--documents", "20", "--seconds", "0", "--threads", "2"};
        assertEquals(0, bench.execute(run));
        assertTrue(Files.isDirectory(work.resolve("whorl-singletons-20x997")));
    }
}
