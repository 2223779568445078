package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules that need a date or a field. */
class DedupRuleTest {
    private static final String TEXT = Corpus.words(1, 120);

    @TempDir
    private Path directory;

    /** Copies of one text, named a, b, c, …, each with a value as JSON. */
    private Path dump(String field, String... values) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            lines.add("{\"id\":\"" + (char) ('a' + i) + "\",\"text\":\"" + TEXT + "\""
                    + (values[i].isEmpty() ? "" : ",\"" + field + "\":" + values[i]) + "}");
        }
        return Files.write(directory.resolve("dump.jsonl"), lines);
    }

    private static String kept(Path dump, String... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("dedup", dump, "--format", "json"));
        arguments.addAll(List.of(options));
        CliRun run = CliRun.of(arguments.toArray());
        assertEquals(0, run.code(), run.err());
        return run.objects().get(0).get("keep");
    }

    @Test
    void theDocumentWithTheGreatestOrLeastNumberSurvives() throws IOException {
        Path dump = dump("n", "3", "-2.5e3", "\"100\"", "\"seven\"", "", "99.5");
        assertEquals("c", kept(dump, "--keep", "field:n:greatest"));
        assertEquals("b", kept(dump, "--keep", "field:n:least"));
        CliRun run = CliRun.of("dedup", dump, "--keep", "field:n", "--format", "json");
        assertEquals("c", run.objects().get(0).get("keep"));
        assertTrue(run.err().contains("1 document has no field \"n\", and comes last"), run.err());
    }

    @Test
    void theDocumentWithTheGreatestOrLeastTextSurvives() throws IOException {
        Path dump = dump("v", "\"ab\"", "\"abc\"", "\"a\"", "\"aa\"", "null");
        assertEquals("b", kept(dump, "--keep", "field:v"));
        assertEquals("c", kept(dump, "--keep", "field:v:least"));
        Path csv = Files.writeString(
                directory.resolve("t.csv"), "id,rank,text\nx,2," + TEXT + "\ny,1," + TEXT + "\nz,," + TEXT + "\n");
        assertEquals("y", kept(csv, "--keep", "field:rank:least"));
    }

    @Test
    void equalValuesLeaveTheFirstDocument() throws IOException {
        assertEquals("b", kept(dump("n", "0", "7", "7.0"), "--keep", "field:n"));
        assertEquals("a", kept(dump("n", "-0.0", "0"), "--keep", "field:n"));
    }

    @Test
    void theOldestDocumentSurvives() throws IOException {
        Path dump = dump("day", "\"2024-03-01\"", "", "\"2019\"", "\"soon\"", "\"Fri, 1 Mar 2019 12:30:00 +0100\"");
        CliRun run = CliRun.of("dedup", dump, "--keep", "oldest", "--date-field", "day", "--format", "json");
        assertEquals("c", run.objects().get(0).get("keep"));
        assertTrue(run.err().contains("1 date cannot be read"), run.err());
        assertTrue(run.err().contains("2 documents have no date, and come last"), run.err());
        Path dates = Files.writeString(directory.resolve("dates.tsv"), "b\t1999-12-31\nunknown\t1970\n");
        assertEquals("b", kept(dump, "--keep", "oldest", "--dates", dates.toString()));
    }

    @Test
    void theOldestDocumentOfAnIndexSurvives() throws IOException {
        Path dump = dump("day", "\"2024\"", "", "\"2019\"");
        Path index = directory.resolve("index");
        assertEquals(
                0,
                CliRun.of("build", index, dump, "--date-field", "day", "--quiet")
                        .code());
        assertEquals("c", kept(index, "--keep", "oldest"));
        Path dates = Files.writeString(directory.resolve("dates.tsv"), "b\t1999-12-31\n");
        assertEquals("b", kept(index, "--keep", "oldest", "--dates", dates.toString()));
        assertEquals(
                2,
                CliRun.of("dedup", index, "--keep", "oldest", "--date-field", "day")
                        .code());
        Path undated = directory.resolve("undated");
        assertEquals(0, CliRun.of("build", undated, dump, "--quiet").code());
        CliRun run = CliRun.of("dedup", undated, "--keep", "oldest");
        assertEquals(1, run.code());
        assertTrue(run.err().contains("needs dates"), run.err());
    }

    @Test
    void rulesWithoutTheirValuesAreRefused() throws IOException {
        Path dump = dump("n", "1", "2");
        for (String rule : List.of("oldest", "field:other")) {
            CliRun run = CliRun.of("dedup", dump, "--keep", rule);
            assertEquals(1, run.code());
            assertTrue(run.err().contains("no document has a"), run.err());
        }
        for (String rule : List.of("field:", "field::least", "newest")) {
            assertEquals(2, CliRun.of("dedup", dump, "--keep", rule).code());
        }
        assertEquals(2, CliRun.of("dedup", dump, "--date-field", "n").code());
        CliRun run = CliRun.of("dedup", Corpus.index(directory), "--keep", "field:n");
        assertEquals(2, run.code());
        assertTrue(run.err().contains("give the sources"), run.err());
    }
}
