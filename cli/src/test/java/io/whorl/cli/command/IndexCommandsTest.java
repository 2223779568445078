package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.scheme.Scheme;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands stats, check, merge and backup. */
class IndexCommandsTest {
    @TempDir
    private Path directory;

    private Path index;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
    }

    @Test
    void statsPrintsTheFiguresOfTheContract() throws IOException {
        Map<String, String> stats =
                CliRun.of("stats", index, "--format", "json").object();
        assertEquals(
                List.of(
                        "documents",
                        "words",
                        "minutiae",
                        "singletons",
                        "postings",
                        "bytes",
                        "bytesPerPosting",
                        "segments",
                        "dates",
                        "storedTexts",
                        "storedFingerprints",
                        "scheme"),
                List.copyOf(stats.keySet()));
        assertEquals("5", stats.get("documents"));
        assertEquals("1560", stats.get("words"));
        assertEquals("1545", stats.get("postings"));
        assertEquals("1", stats.get("segments"));
        assertEquals("{}", stats.get("scheme"));
        assertEquals(
                Long.parseLong(stats.get("bytes")) / 1545.0, Double.parseDouble(stats.get("bytesPerPosting")), 1e-12);
        long onDisk = 0;
        try (var files = Files.walk(index)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                onDisk += file.getFileName().toString().equals("LOCK") ? 0 : Files.size(file);
            }
        }
        assertEquals(onDisk, Long.parseLong(stats.get("bytes")));
    }

    @Test
    void statsPrintsTheSchemeInReadableForm() {
        String line = CliRun.of("stats", index, "--format", "tsv").lines().get(1);
        String scheme = line.substring(line.lastIndexOf('\t') + 1);
        assertEquals(Scheme.builder().build(), Scheme.fromJson(scheme));
    }

    @Test
    void checkFindsNoProblemInAnIntactIndex() {
        CliRun.of("check", index).exits(0).printsNothing().tells("no problem found");
    }

    @Test
    void checkListsProblems() throws IOException {
        Path segment;
        try (var files = Files.list(index)) {
            segment =
                    files.filter(f -> f.toString().endsWith(".whs")).findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        CliRun run = CliRun.of("check", index, "--format", "json").exits(1);
        List<Map<String, String>> problems = run.objects();
        assertTrue(!problems.isEmpty(), run.err());
        assertTrue(problems.get(0).get("problem").contains(segment.getFileName().toString()), run.out());
    }

    /** Without checksums of blocks, two minutiae of the text are not found, and the exit code is 0. */
    @Test
    void aQueryThatMeetsAFlippedBitFails() throws IOException {
        Path samples = Path.of("").toAbsolutePath().resolveSibling("samples").resolve("documents");
        Path damaged = directory.resolve("of-samples");
        CliRun.of("build", damaged, samples).exits(0);
        List<String> query = List.of(
                "query", damaged.toString(), samples.resolve("tides.txt").toString());
        CliRun.of(query).exits(0);
        Path segment = damaged.resolve("segment-000001.whs");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[61_888] ^= 2;
        // The file is replaced, because the index of the first query may still be mapped.
        Files.delete(segment);
        Files.write(segment, bytes);
        CliRun run = CliRun.of(query).printsNothing();
        run.exits(1, segment + ": damaged at byte 61440: the checksum", "check --repair");
    }

    @Test
    void mergeLeavesOneSegment() throws IOException {
        CliRun.of("add", index, Files.writeString(directory.resolve("new.txt"), Corpus.words(5, 50)))
                .exits(0);
        assertEquals("6", CliRun.of("stats", index, "--format", "json").object().get("documents"));
        CliRun.of("merge", index).exits(0).printsNothing().tells("has 1 segment now: 6 documents");
        CliRun.of("check", index).exits(0);
    }

    @Test
    void repairRestoresALostManifest() throws IOException {
        String asked =
                CliRun.of("pairs", index, "--min-score", "0", "--format", "tsv").out();
        Path manifest = index.resolve("MANIFEST");
        byte[] flipped = Files.readAllBytes(manifest);
        flipped[5] ^= 1;
        Files.write(manifest, flipped);
        CliRun.of("check", index).exits(1);
        CliRun.of("check", index, "--repair").exits(0, "segment-000001.whs");
        assertEquals(
                asked,
                CliRun.of("pairs", index, "--min-score", "0", "--format", "tsv").out());
        Files.delete(manifest);
        CliRun.of("check", index, "--repair").exits(0);
        CliRun.of("check", index).exits(0);
    }

    @Test
    void repairChangesNothingIfNoFileIsIntact() throws IOException {
        Path segment = index.resolve("segment-000001.whs");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        byte[] manifest = Files.readAllBytes(index.resolve("MANIFEST"));
        CliRun.of("check", index, "--repair").exits(1, "build the index again");
        assertArrayEquals(manifest, Files.readAllBytes(index.resolve("MANIFEST")));
        assertArrayEquals(bytes, Files.readAllBytes(segment));
        CliRun.of("check", directory.resolve("nowhere"), "--repair").exits(1);
    }

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
        CliRun run = CliRun.of("demo").exits(0);
        assertTrue(run.lines().size() <= 48, run.lines().size() + " lines");
        assertTrue(run.lines().stream().allMatch(line -> line.codePointCount(0, line.length()) <= 80), run.out());
        run.prints("\u2713 excerpt");
    }

    @Test
    void theFilesAreKeptInTheGivenDirectory() throws IOException {
        Path kept = directory.resolve("kept");
        CliRun.of("demo", kept).exits(0);
        CliRun asked = CliRun.of(
                "query", kept.resolve("index"), kept.resolve("documents").resolve("bees.txt"), "--format", "json");
        assertEquals("bees.txt", asked.objects().get(0).get("id"));
        CliRun.of("demo", kept).exits(1, "not empty");
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
        CliRun.of("demo", Files.writeString(directory.resolve("file"), "x")).exits(1);
    }

    /** Also while a writer holds the index. */
    @Test
    void backupMakesABackupAndBringsItUpToDate() throws IOException {
        Path backup = directory.resolve("backup");
        try (IndexWriter writer = IndexWriter.open(index, WriterOptions.DEFAULT.liveMap(WriterOptions.LiveMap.NONE))) {
            CliRun run = CliRun.of("backup", index, backup, "--format", "json").exits(0);
            run.tells(backup + " is a backup of " + index + " as of commit 1: 1 file linked, 0 copied, 0 kept");
            assertEquals(
                    List.of("commit", "linked", "copied", "kept", "removed", "bytes", "written"),
                    List.copyOf(run.object().keySet()));
            writer.add("more.txt", "a document that only the log of the index has");
            writer.commit();
            Map<String, String> figures =
                    CliRun.of("backup", index, backup, "--format", "json").object();
            assertEquals("2", figures.get("commit"));
            assertEquals("1", figures.get("kept"));
        }
        CliRun.of("check", backup).exits(0);
        assertEquals(
                "6", CliRun.of("stats", backup, "--format", "json").object().get("documents"));
        CliRun.of("delete", backup, "more.txt").exits(0);
        CliRun.of("backup", index, backup).exits(1).printsNothing().tells("choose an empty directory");
        CliRun.of("backup", index, index.resolve("b")).exits(1, "choose a directory outside");
    }
}
