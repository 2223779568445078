package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.rebuild.IndexRebuild;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.LongForm;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
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

    // Rebuilds from a dump that is never on disk and larger than the heap.

    private static final SyntheticDump DUMP = new SyntheticDump(1, LongForm.of(60_000, 260_000), 750);

    @TempDir
    Path folder;

    @Test
    void dumpLargerThanTheHeapIsIndexed() throws Exception {
        Path index = folder.resolve("index");
        Path dump = pipe("dump.jsonl");
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(dump));
        String[] figures = rebuild(index, dump).split(" ");
        written.join();
        assertEquals(DUMP.documents(), Long.parseLong(figures[0]));
        assertTrue(Long.parseLong(figures[1]) > 750L * DUMP.documents(), figures[1] + " bytes of text");
        assertTrue(Long.parseLong(figures[2]) > 1, figures[2] + " runs");
        assertFound(index);
    }

    private static void assertFound(Path index) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals(DUMP.documents(), snapshot.documents());
            for (long d = 0; d < DUMP.documents(); d += DUMP.documents() / 50) {
                String id = DUMP.id(d);
                boolean found = snapshot.query(DUMP.text(d), QueryOptions.DEFAULT).matches().stream()
                        .anyMatch(match -> match.id().equals(id) && match.score() == 100);
                assertTrue(found, id + " is not found by its own text");
            }
        }
    }

    private Path pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        try {
            assertEquals(
                    0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        } catch (IOException e) {
            Assumptions.abort("skipped: there is no mkfifo here");
        }
        return pipe;
    }

    private static void write(Path pipe) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(pipe), 1 << 16)) {
            DUMP.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last line that the process prints. */
    private static String rebuild(Path index, Path dump) throws Exception {
        List<String> printed = ChildJvm.run(ChildJvm.command(
                List.of("-Xmx40m", "-XX:+UseSerialGC"), RebuildProcess.class, index.toString(), dump.toString()));
        return printed.get(printed.size() - 1);
    }

    /** Makes an index from a dump in a process of its own, so that its heap can be small. */
    static final class RebuildProcess {
        private RebuildProcess() {}

        /** Prints the documents, the bytes of text and the runs of the rebuild. Arguments: the index and the dump. */
        public static void main(String[] arguments) throws IOException {
            RebuildOptions options = RebuildOptions.DEFAULT
                    .scheme(Scheme.builder()
                            .selection(new Selection("mod", Map.of("m", "25")))
                            .build())
                    .buildOptions(BuildOptions.DEFAULT.memory(BuildOptions.LEAST_MEMORY));
            List<Path> dump = List.of(Path.of(arguments[1]));
            try (IndexRebuild rebuild = IndexRebuild.begin(Path.of(arguments[0]), options);
                    CorpusReader reader = CorpusReader.open(dump, ReaderOptions.DEFAULT, System.err::println)) {
                for (Optional<Document> next = reader.next(); next.isPresent(); next = reader.next()) {
                    rebuild.add(next.get().id(), next.get().utf8());
                }
                BuildReport report = rebuild.finish().build();
                System.out.println(report.index().documents() + " " + report.textBytes() + " " + report.runs());
            }
        }
    }
}
