package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be read is named, counted by reason, left out on request, and changes the exit code. */
class UnreadSourcesTest {
    private static final byte[] PARQUET = ("PAR1\u0015\4\u0015" + Corpus.words(9, 60)).getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    private Path essays;
    private static final String LINES =
            "{\"id\":\"one\",\"text\":\"" + Corpus.words(11, 50) + "\"}\n{\"text\":\"" + Corpus.words(12, 50) + "\"}\n";

    @BeforeEach
    void essays() throws IOException {
        essays = Files.createDirectory(directory.resolve("essays"));
        Files.writeString(essays.resolve("a.txt"), Corpus.words(1, 80));
        Files.writeString(essays.resolve("b.txt"), Corpus.words(1, 80) + " " + Corpus.words(2, 9));
    }

    private static byte[] docx() {
        return Packed.zip("word/document.xml", Corpus.words(7, 900));
    }

    private List<List<Object>> commands(Path source) {
        return List.of(
                List.of("report", source),
                List.of("build", directory.resolve("index"), source, "--force"),
                List.of("dedup", source));
    }

    private static CliRun run(List<Object> command, Object... more) {
        return CliRun.of(command, more);
    }

    @Test
    void damagedAndBinaryFilesAreNamedAndChangeTheExitCode() throws IOException {
        byte[] zeroed = docx();
        Arrays.fill(zeroed, 0, 4, (byte) 0);
        byte[] random = new byte[3_000];
        new Random(1).nextBytes(random);
        Files.write(essays.resolve("zeroed.docx"), zeroed);
        Files.write(essays.resolve("copy.docx"), zeroed);
        Files.write(essays.resolve("random.docx"), random);
        Files.write(essays.resolve("part-0"), PARQUET);
        for (List<Object> command : commands(essays)) {
            CliRun run = run(command).exits(1);
            for (String name : List.of("zeroed.docx", "copy.docx", "random.docx")) {
                run.tells("skipped " + essays.resolve(name) + ": its name says");
            }
            run.tells(
                    "part-0: a Parquet file, which Whorl does not read",
                    "add the option --plugins with whorl-parquet-plugin.jar",
                    "skipped 4 documents: damaged 3, no-reader 1; ");
            assertFalse(run.out().contains("docx"), run.out());
            assertEquals(0, run(command, "--lenient").code());
            assertEquals(1, run(command, "--strict").code());
        }
        CliRun.of("report", essays).tells("compared 2 documents: 1 pair");
    }

    @Test
    void picturesDoNotChangeTheExitCode() throws IOException {
        Files.writeString(essays.resolve("picture"), "GIF89a");
        for (List<Object> command : commands(essays)) {
            CliRun run = run(command).exits(0, "skipped 1 document: not-text 1");
        }
    }

    @Test
    void aDirectoryOfParquetIsNotCopiedAsClean() throws IOException {
        Path tables = Files.createDirectory(directory.resolve("tables"));
        Files.write(tables.resolve("1.parquet"), PARQUET);
        Files.write(tables.resolve("2.parquet"), PARQUET);
        Path clean = directory.resolve("clean");
        CliRun.of("dedup", tables, "--write", clean).exits(1, "no document was read");
        assertFalse(Files.exists(clean));
        Files.write(essays.resolve("3.parquet"), PARQUET);
        CliRun.of("dedup", essays, "--write", clean, "--drop-unread").exits(1);
        assertTrue(Files.exists(clean.resolve("a.txt")));
        assertFalse(Files.exists(clean.resolve("3.parquet")));
    }

    /** A line of three is malformed, one of six has no text. */
    private Path dump() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            lines.append(
                    i % 3 > 0 ? line(i) : i % 6 > 0 ? "{\"id\":\"no text " + i + "\"}\n" : "malformed " + i + "\n");
        }
        return Files.writeString(directory.resolve("dump.jsonl"), lines);
    }

    private static String line(int i) {
        return Corpus.record(i, Corpus.words(i % 399, 30));
    }

    @Test
    void malformedLinesAreCountedByReasonAndLeftOutOnRequest() throws IOException {
        Path dump = dump();
        Path clean = directory.resolve("clean.jsonl");
        Path summary = directory.resolve("summary.json");
        CliRun.of("dedup", dump, "--write", clean, "--summary", summary, "--quiet")
                .exits(1, "skipped 200 documents: invalid 100, missing-field 100; ");
        assertTrue(
                Files.readString(summary)
                        .contains("\"skipped\":200,\"leftOutByRule\":0,"
                                + "\"skippedInvalid\":100,\"skippedMissingField\":100"),
                Files.readString(summary));
        assertEquals(
                200,
                Files.readAllLines(clean).stream()
                        .filter(l -> !l.contains("\"text\""))
                        .count());
        Path readable = directory.resolve("readable.jsonl");
        CliRun left = CliRun.of("dedup", dump, "--write", readable, "--summary", summary, "--drop-unread", "--lenient")
                .exits(
                        0,
                        "skipped 200 documents: invalid 100, missing-field 100",
                        "left out 200 records or files that cannot be read");
        List<String> kept = Files.readAllLines(clean);
        kept.removeIf(l -> !l.contains("\"text\""));
        assertEquals(kept, Files.readAllLines(readable));
        assertTrue(
                left.out().lines().count() > 10
                        && kept.size() + left.out().lines().count() - 1 == 400,
                left.out());
    }

    @Test
    void recordsBeforeADamageAreCopiedWithoutTheUnreadOnes() throws IOException {
        Files.writeString(essays.resolve("dump.jsonl"), line(1) + "malformed\n" + line(2));
        Files.writeString(essays.resolve("empty.docx"), "");
        Path clean = directory.resolve("clean");
        CliRun run = CliRun.of("dedup", essays, "--write", clean, "--drop-unread", "--format", "json")
                .exits(1);
        assertEquals(line(1) + line(2), Files.readString(clean.resolve("dump.jsonl")));
        assertFalse(Files.exists(clean.resolve("empty.docx")));
        assertTrue(Files.exists(clean.resolve("a.txt")));
        assertEquals(Map.of("drop", "b.txt").get("drop"), run.object().get("drop"));
    }

    @Test
    void thePageOfAReportBeginsWithWhatWasNotRead() throws IOException {
        Files.write(essays.resolve("zeros.docx"), new byte[100]);
        Path html = directory.resolve("report.html");
        CliRun.of("report", essays, "--html", html).exits(1);
        String page = Files.readString(html);
        int unread = page.indexOf("id=\"unread\"");
        assertTrue(unread > 0 && unread < page.indexOf("id=\"summary\""));
        Matcher block = Pattern.compile("id=\"data\">([^<]*)<").matcher(page);
        assertTrue(block.find());
        String data = new String(
                new InflaterInputStream(
                                new ByteArrayInputStream(Base64.getDecoder().decode(block.group(1))))
                        .readAllBytes(),
                StandardCharsets.UTF_8);
        String name = essays.resolve("zeros.docx").toString();
        assertTrue(
                data.contains("\"leftOut\":[{\"reason\":\"DAMAGED\",\"count\":1,\"unread\":true,\"names\":[\"" + name),
                data);
    }

    // The commands that index documents read them from standard input, named {@code -}.

    private List<String> ids(Path index) throws IOException {
        return CliRun.withInput(LINES, "query", index, "-", "--format", "json").objects().stream()
                .map(match -> match.get("query") + " finds " + match.get("id"))
                .toList();
    }

    @Test
    void buildAddAndRebuildReadStandardInput() throws IOException {
        for (String command : List.of("build", "rebuild", "add")) {
            Path index = directory.resolve(command);
            if (command.equals("add")) {
                Corpus.index(directory);
                index = directory.resolve("index");
            }
            CliRun.withInput(LINES, command, index, "-", "--format", "json").exits(0);
            // A record without an id is named by its line.
            assertEquals(List.of("one finds one", "-:2 finds -:2"), ids(index), command);
        }
    }

    @Test
    void recordsWithoutIdsAreReadFromAPipe() throws IOException {
        String lines = LINES.replace("\"id\":\"one\",", "");
        Path index = directory.resolve("index");
        CliRun built = CliRun.withInput(lines, "build", index, "-", "--format", "json");
        assertEquals("2", built.object().get("documents"));
        assertEquals(
                List.of("-:1 finds -:1", "-:2 finds -:2"),
                CliRun.withInput(lines, "query", index, "-", "--format", "json").objects().stream()
                        .map(match -> match.get("query") + " finds " + match.get("id"))
                        .toList());
        CliRun.withInput(LINES, "build", index, "-", "--force", "--text-field", "body")
                .exits(1, "no string in the field");
    }

    @Test
    void standardInputCanStandAmongFiles() throws IOException {
        Path sources = Corpus.write(directory.resolve("sources"));
        Path index = directory.resolve("index");
        Map<String, String> built = CliRun.withInput(LINES, "build", index, sources, "-", "--format", "json")
                .object();
        assertEquals("7", built.get("documents"));
    }

    @Test
    void emptyStandardInputIsAFailure() {
        CliRun.withInput("", "build", directory.resolve("index"), "-").exits(1, "no document was read");
        assertTrue(Files.notExists(directory.resolve("index")));
    }
}
