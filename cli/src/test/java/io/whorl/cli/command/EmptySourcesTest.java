package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that reads no document fails, changes nothing, and says what the sources contain. */
class EmptySourcesTest {
    @TempDir
    private Path directory;

    private Path index;
    private Path records;
    private Path empty;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            lines.append("{\"id\":").append(i).append(",\"text\":\"some words of a text\"}\n");
        }
        records = Files.writeString(directory.resolve("records.jsonl"), lines);
        empty = Files.createDirectories(directory.resolve("empty"));
    }

    private static CliRun run(List<Object> command, Object... more) {
        return CliRun.of(command, more);
    }

    private void assertRefused(String seen, CliRun run) throws IOException {
        run.exits(1).printsNothing();
        assertTrue(run.err().contains("no document was read") && run.err().contains(seen), run.err());
        assertEquals("5", CliRun.of("stats", index, "--format", "json").object().get("documents"));
    }

    @Test
    void commandsThatReadNoDocumentSayWhatTheSourcesContain() throws IOException {
        Path fresh = directory.resolve("fresh");
        for (List<Object> command : List.<List<Object>>of(
                List.of("build", fresh),
                List.of("build", index, "--force"),
                List.of("add", index),
                List.of("rebuild", index),
                List.of("query", index))) {
            assertRefused(
                    "100 (no string in the field \"body\"; it has: id, text)",
                    run(command, records, "--text-field", "body"));
            assertRefused("no files and no records", run(command, empty));
            assertRefused(
                    "excluded 100 documents: 100 (not selected by globs or sample",
                    run(command, records, "--include", "x*"));
            assertFalse(Files.exists(fresh));
        }
    }

    @Test
    void anEmptyIndexIsBuiltIfAllowed() throws IOException {
        Path fresh = directory.resolve("fresh");
        CliRun run = CliRun.of("build", fresh, empty, "--allow-empty", "--format", "json")
                .exits(0);
        assertEquals("0", run.object().get("documents"));
        CliRun.of("add", index, empty, "--allow-empty").exits(0);
    }

    @Test
    void anIndexIsNotPublishedIfAllDocumentsAreLeftOut() throws IOException {
        Path fresh = directory.resolve("fresh");
        for (CliRun run : List.of(
                CliRun.of("build", fresh, records, "--min-document", 1_000),
                CliRun.of("build", index, records, "--min-document", 1_000, "--force"),
                CliRun.of("rebuild", index, records, "--min-document", 1_000))) {
            run.exits(1).printsNothing();
            assertTrue(
                    run.err().contains("no document was indexed")
                            && run.err().contains("100 documents shorter than --min-document"),
                    run.err());
        }
        assertFalse(Files.exists(fresh));
        assertEquals("5", CliRun.of("stats", index, "--format", "json").object().get("documents"));
        for (String command : List.of("build", "rebuild")) {
            Path allowed = directory.resolve(command);
            CliRun.of(command, allowed, records, "--min-document", 1_000, "--allow-empty")
                    .exits(0);
            assertEquals(
                    "0",
                    CliRun.of("stats", allowed, "--format", "json").object().get("documents"));
        }
    }

    @Test
    void excludedDocumentsAreCounted() throws IOException {
        CliRun run = CliRun.of("build", directory.resolve("fresh"), records, "--include", "1*", "--format", "json");
        assertEquals("89", run.object().get("leftOutByRule"));
        assertEquals("89", run.object().get("skippedLeftOut"));
        run.tells("excluded 89 documents: 89 (not selected by globs or sample");
    }
}
