package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts of queries are read in the same way as the sources of an index. */
class QuerySourcesTest {
    private static final String OTHER = Corpus.words(3, 300);

    @TempDir
    private Path directory;

    private Path index;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
    }

    private static String line(String id, String text) {
        return "{\"id\":\"" + id + "\",\"text\":\"" + text + "\"}\n";
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private CliRun query(Object source, Object... options) {
        Object[] all = new Object[options.length + 7];
        List.of("query", index, source, "--top", 1, "--format", "json").toArray(all);
        System.arraycopy(options, 0, all, 7, options.length);
        return CliRun.of(all);
    }

    private static List<String> of(CliRun run, String field) throws IOException {
        return run.objects().stream().map(found -> found.get(field)).toList();
    }

    @Test
    void textsBeforeTheFirstThatCannotBeReadAreAnsweredByAnyNumberOfThreads() throws IOException {
        StringBuilder lines = new StringBuilder();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add("q" + i);
            lines.append(line("q" + i, Corpus.ORIGINAL));
        }
        Path source = write("q.jsonl", lines + "not json\n" + line("last", Corpus.ORIGINAL));
        for (int threads : new int[] {1, 4}) {
            CliRun run = query(source, "--strict", "--threads", threads).exits(1);
            assertEquals(ids, of(run, "query"));
            run.tells("the remaining texts are not queried");
        }
    }

    @Test
    void eachRecordIsAQueryNamedByItsId() throws IOException {
        CliRun run = query(write("q.jsonl", line("one", Corpus.ORIGINAL) + line("two", OTHER)));
        assertEquals(List.of("one", "two"), of(run, "query"));
        assertEquals(List.of("original.txt", "other.txt"), of(run, "id"));
        assertEquals(List.of("1.0", "1.0"), of(run, "resemblance"));
    }

    @Test
    void theOnlyRecordOfAFileIsASingleQuery() throws IOException {
        Map<String, String> found =
                query(write("q.jsonl", line("one", Corpus.ORIGINAL))).object();
        assertEquals("1.0", found.get("resemblance"));
        assertFalse(found.containsKey("query"));
    }

    @Test
    void standardInputIsReadLikeAFile() throws IOException {
        CliRun run = CliRun.withInput(
                line("one", Corpus.ORIGINAL) + line("two", OTHER),
                "query",
                index,
                directory.resolve("sources/part.txt"),
                "-",
                directory.resolve("sources/other.txt"),
                "--top",
                1,
                "--format",
                "json");
        assertEquals(List.of("part.txt", "one", "two", "other.txt"), of(run, "query"));
        assertEquals(List.of("100.0", "100.0", "100.0", "100.0"), of(run, "percent"));
    }

    @Test
    void archivesAndDirectoriesAreRead() throws IOException {
        Path zip = directory.resolve("q.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            out.putNextEntry(new ZipEntry("in/a.txt"));
            out.write(Corpus.ORIGINAL.getBytes());
            out.putNextEntry(new ZipEntry("in/b.jsonl"));
            out.write(line("two", OTHER).getBytes());
        }
        assertEquals(List.of("in/a.txt", "two"), of(query(zip), "query"));
        CliRun run = query(directory.resolve("sources"), "--include", "o*.txt");
        assertEquals(List.of("original.txt", "other.txt"), of(run, "query"));
        run.tells("excluded 3 documents");
    }

    @Test
    void manyRecordsKeepTheirOrderOnSeveralThreads() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            lines.append(line("q" + i, i % 2 == 0 ? Corpus.ORIGINAL : OTHER));
        }
        CliRun run = query(write("q.jsonl", lines.toString()), "--threads", 4);
        List<Map<String, String>> found = run.objects();
        assertEquals(200, found.size());
        for (int i = 0; i < 200; i++) {
            assertEquals("q" + i, found.get(i).get("query"));
            assertEquals(i % 2 == 0 ? "original.txt" : "other.txt", found.get(i).get("id"));
        }
        assertEquals(
                3, query(directory.resolve("q.jsonl"), "--limit", 3).lines().size());
    }

    @Test
    void recordsWithoutTheTextFieldAreSkipped() throws IOException {
        Path file = write("q.jsonl", line("one", Corpus.ORIGINAL));
        CliRun run = query(file, "--text-field", "body").exits(1).printsNothing();
        assertTrue(run.err().contains("nothing was queried") && run.err().contains("it has: id, text"), run.err());
        assertEquals(1, query(file, "--text-field", "body", "--allow-empty").code());
        assertEquals(
                0,
                query(file, "--text-field", "body", "--allow-empty", "--lenient")
                        .code());
    }

    @Test
    void anIdIsRefusedForSeveralRecords() throws IOException {
        assertEquals(
                2,
                query(write("q.jsonl", line("one", OTHER) + line("two", OTHER)), "--id", "mine")
                        .code());
        assertEquals(
                "mine",
                query(write("q.jsonl", line("one", OTHER)), "--id", "mine")
                        .object()
                        .get("query"));
    }

    @Test
    void compareAndFingerprintReadSingleTextsAndRefuseSeveral() throws IOException {
        Path one = write("one.jsonl", line("one", OTHER));
        Path other = directory.resolve("sources/other.txt");
        Map<String, String> compared =
                CliRun.of("compare", one, other, "--format", "json").object();
        assertEquals(
                List.of("one", "other.txt", "1.0"),
                List.of(compared.get("a"), compared.get("b"), compared.get("resemblance")));
        assertEquals(
                CliRun.of("fingerprint", other).out(),
                CliRun.of("fingerprint", one).out());
        Path two = write("two.jsonl", line("one", OTHER) + line("two", OTHER));
        for (CliRun run : List.of(CliRun.of("compare", two, other), CliRun.of("fingerprint", two))) {
            run.exits(1).printsNothing().tells("contains several documents, such as one and two");
        }
    }
}
