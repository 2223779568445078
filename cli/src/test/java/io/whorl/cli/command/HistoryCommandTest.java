package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {
    @TempDir
    private Path directory;

    private Path sources;
    private Path index;
    private Path dates;

    /** Three versions of a text, each without its first words and with new ones, and another text. */
    @BeforeEach
    void write() throws IOException {
        String[] words = Corpus.words(1, 400).split(" ");
        sources = Files.createDirectories(directory.resolve("sources"));
        for (int i = 0; i < 3; i++) {
            Files.writeString(
                    sources.resolve("v" + i + ".txt"),
                    String.join(" ", Arrays.asList(words).subList(i * 50, i * 50 + 200)));
        }
        Files.writeString(sources.resolve("other.txt"), Corpus.words(3, 200));
        index = directory.resolve("index");
        dates = Files.writeString(
                directory.resolve("dates.tsv"), "v0.txt\t2022\nv1.txt\t2020\nv2.txt\t2021-06-01T10:00:00Z\n");
    }

    private static CliRun ran(Object... arguments) {
        return CliRun.of(arguments).exits(0);
    }

    @Test
    void versionsAreListedByDateWithWhatTheyKept() throws IOException {
        ran("build", index, sources, "--dates", dates);
        CliRun run = ran("history", index, "v1.txt", "--format", "json");
        List<Map<String, String>> versions = run.objects();
        assertEquals(List.of("v1.txt", "v2.txt", "v0.txt"), CliRun.values(versions, "id"));
        assertEquals(
                List.of("date", "words", "minutiae", "score", "id"),
                List.copyOf(versions.get(0).keySet()));
        assertEquals("2020-01-01T00:00:00Z", versions.get(0).get("date"));
        Map<String, String> second = versions.get(1);
        assertEquals(
                List.of("date", "words", "minutiae", "score", "shared", "kept", "old", "resemblance", "id", "before"),
                List.copyOf(second.keySet()));
        assertEquals("v1.txt", second.get("before"));
        // 147 of 197 chunks of four words.
        assertEquals("147", second.get("shared"));
        assertEquals(147 / 197.0, Double.parseDouble(second.get("kept")), 1e-12);
        run.tells("3 versions; 0 have no date");
        List<String> csv = ran("history", index, "v1.txt", "--format", "csv").lines();
        assertEquals("date,words,minutiae,score,shared,kept,old,resemblance,id,before", csv.get(0));
        assertEquals(4, csv.size());
        assertTrue(ran("history", index, "v1.txt").out().contains("2021-06-01T10:00:00Z"));
    }

    @Test
    void versionsWithoutDatesAreListedApart() throws IOException {
        ran("build", index, sources);
        CliRun undated = ran("history", index, "v1.txt").tells("no version has a date");
        CliRun given = ran("history", index, "v1.txt", "--dates", dates, "--link", "star", "--format", "json");
        assertEquals(3, given.objects().size());
        Files.writeString(dates, "v1.txt\t2020\nv2.txt\tsoon\n");
        CliRun some = ran("history", index, "v1.txt", "--dates", dates, "--format", "json")
                .tells("1 date cannot be read", "3 versions; 2 have no date");
        assertFalse(some.objects().get(2).containsKey("date"));
        CliRun alone = ran("history", index, "other.txt", "--format", "json");
        assertEquals(1, alone.objects().size());
    }

    @Test
    void passagesAreCountedWhereTextsAreStored() throws IOException {
        ran("build", index, sources, "--dates", dates);
        CliRun.of("history", index, "v1.txt", "--passages").exits(1, "--store-text");
        ran("build", index, sources, "--dates", dates, "--store-text", "--force");
        List<Map<String, String>> versions = ran("history", index, "v1.txt", "--passages", "--format", "json")
                .objects();
        assertFalse(versions.get(0).containsKey("passages"));
        assertEquals("1", versions.get(1).get("passages"));
        long words = Long.parseLong(versions.get(1).get("passageWords"));
        assertTrue(words > 140 && words < 160, versions::toString);
    }

    @Test
    void unknownIdsAndWrongOptionsAreRefused() {
        ran("build", index, sources);
        CliRun.of("history", index, "no\u0007such").exits(1, "has no document with the id 'no");
        for (List<Object> wrong : List.<List<Object>>of(
                List.of("--min-score", "2"),
                List.of("--min-score", "0"),
                List.of("--measure", "weighted-resemblance"),
                List.of("--top", "0"))) {
            CliRun run = CliRun.of("history", index, "v1.txt", wrong.get(0), wrong.get(1));
            assertEquals(2, run.code(), wrong + run.err());
            run.tells(wrong.get(0).toString().substring(2) + " is ");
        }
    }
}
