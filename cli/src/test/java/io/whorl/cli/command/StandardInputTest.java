package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that index documents read them from standard input, named {@code -}. */
class StandardInputTest {
    private static final String LINES =
            "{\"id\":\"one\",\"text\":\"" + Corpus.words(11, 50) + "\"}\n{\"text\":\"" + Corpus.words(12, 50) + "\"}\n";

    @TempDir
    private Path directory;

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
            CliRun run = CliRun.withInput(LINES, command, index, "-", "--format", "json");
            assertEquals(0, run.code(), run.err());
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
        CliRun wrong = CliRun.withInput(LINES, "build", index, "-", "--force", "--text-field", "body");
        assertEquals(1, wrong.code());
        assertTrue(wrong.err().contains("no string in the field"), wrong.err());
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
        CliRun run = CliRun.withInput("", "build", directory.resolve("index"), "-");
        assertEquals(1, run.code());
        assertTrue(run.err().contains("no document was read"), run.err());
        assertTrue(Files.notExists(directory.resolve("index")));
    }
}
