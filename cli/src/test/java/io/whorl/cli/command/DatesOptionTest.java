package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options that give documents their dates. */
class DatesOptionTest {
    @TempDir
    private Path directory;

    private Path index;
    private Path dump;

    @BeforeEach
    void write() throws IOException {
        index = directory.resolve("index");
        dump = directory.resolve("dump.jsonl");
        String line = "{\"id\": \"%s\", \"text\": \"%s\", \"when\": \"%s\"}\n";
        Files.writeString(
                dump,
                String.format(line, "a", Corpus.words(1, 100), "2024-03-01")
                        + String.format(line, "b", Corpus.words(1, 90), "last week")
                        + String.format(line, "c", Corpus.words(2, 100), ""));
    }

    private static CliRun ran(Object... arguments) {
        return CliRun.of(arguments).exits(0);
    }

    private void assertDate(String expected, String id) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            Optional<Instant> date = expected.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(expected));
            assertEquals(date, snapshot.document(id).orElseThrow().date(), id);
        }
    }

    private Path dates(String lines) throws IOException {
        return Files.writeString(directory.resolve("dates.tsv"), lines);
    }

    @Test
    void dateFieldGivesDatesAndOthersAreReported() throws IOException {
        CliRun built = ran("build", index, dump, "--date-field", "when")
                .tells(
                        "1 date cannot be read, and its document has none: b ('last week')",
                        "1 document has a date; 2 documents have none");
        assertDate("2024-03-01T00:00:00Z", "a");
        assertDate("", "b");
        assertDate("", "c");
    }

    @Test
    void fileOfDatesComesBeforeTheDatesOfTheSources() throws IOException {
        Path dates = dates("id\tdate\na\t2020\nb\t2021-05\nother\t1999\nc\tnever\n\n");
        CliRun built = ran("build", index, dump, "--date-field", "when", "--dates", dates)
                .tells(dates + ":5 ('never')");
        assertDate("2020-01-01T00:00:00Z", "a");
        assertDate("2021-05-01T00:00:00Z", "b");
        assertDate("", "c");
        ran("rebuild", index, dump, "--dates", dates("c\t2022\n"));
        assertDate("", "a");
        assertDate("2022-01-01T00:00:00Z", "c");
        ran("add", index, dump, "--dates", dates("c\t2023\nc\t2024\n"));
        assertDate("2024-01-01T00:00:00Z", "c");
        CliRun.of("check", index).exits(0);
    }

    @Test
    void datesChangeNothingElse() throws IOException {
        ran("build", index, dump);
        byte[] plain = Files.readAllBytes(index.resolve("segment-000001.whs"));
        ran("build", index, dump, "--date-field", "when", "--force");
        assertFalse(Arrays.equals(plain, Files.readAllBytes(segment())));
        ran("build", index, dump, "--no-dates", "--force");
        assertArrayEquals(plain, Files.readAllBytes(segment()));
    }

    private Path segment() throws IOException {
        try (var files = Files.list(index)) {
            return files.filter(f -> f.toString().endsWith(".whs")).findFirst().orElseThrow();
        }
    }

    @Test
    void fileTimesAreDatesOnRequest() throws IOException {
        Path text = Files.writeString(directory.resolve("one.txt"), Corpus.words(1, 50));
        Files.setLastModifiedTime(text, FileTime.from(Instant.parse("2020-05-06T07:08:09Z")));
        ran("build", index, text);
        assertDate("", "one.txt");
        ran("build", index, text, "--file-dates", "--force");
        assertDate("2020-05-06T07:08:09Z", "one.txt");
    }

    @Test
    void linesOfAFileOfDatesEndInAnyWay() throws IOException {
        StringBuilder lines = new StringBuilder("a\t2020-01-01\r\nb\t2021-01-01\rc\t2022-01-01");
        for (int i = 0; i < 1_000; i++) {
            lines.append("\rother").append(i).append("\t2023-01-01");
        }
        ran("build", index, dump, "--dates", dates(lines.toString()));
        assertDate("2020-01-01T00:00:00Z", "a");
        assertDate("2021-01-01T00:00:00Z", "b");
        assertDate("2022-01-01T00:00:00Z", "c");
    }

    @Test
    void aLineOfAFileOfDatesHasALimit() throws IOException {
        CliRun.of("build", index, dump, "--dates", dates("a\t2020-01-01\n" + "x".repeat(1 << 19)))
                .exits(1, "dates.tsv, line 2 has more than 262144 characters");
    }

    @Test
    void wrongFilesAndContradictionsAreRefused() throws IOException {
        CliRun.of("build", index, dump, "--dates", directory.resolve("none.tsv"))
                .exits(1, "none.tsv");
        CliRun.of("build", index, dump, "--dates", dates("a\t2020\nno tab here\n"))
                .exits(1, "line 2: there is no tab");
        CliRun.of("build", index, dump, "--no-dates", "--file-dates").exits(2, "contradicts");
        assertFalse(Files.exists(index));
        CliRun strangers = ran("build", index, dump, "--dates", dates("x\t2020\n"))
                .tells("no document has a date: --dates has none of the ids");
    }

    @Test
    void oldestDocumentRepresentsItsCluster() throws IOException {
        Path dates = dates("a\t2021\nb\t2020\n");
        ran("build", index, dump);
        CliRun.of("clusters", index, "--representative", "oldest").exits(1, "no document of the index has a date");
        CliRun.of("clusters", index, "--dates", dates).exits(2);
        CliRun given = ran("clusters", index, "--representative", "oldest", "--dates", dates, "--format", "json");
        assertTrue(given.lines().get(0).contains("\"representative\":\"b\""), given.out());
        ran("build", index, dump, "--force", "--dates", dates("a\t2019\nb\t2020\n"));
        CliRun stored = ran("clusters", index, "--representative", "oldest", "--format", "json");
        assertTrue(stored.lines().get(0).contains("\"representative\":\"a\""), stored.out());
    }
}
