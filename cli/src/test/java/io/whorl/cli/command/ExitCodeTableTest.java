package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a command for each row of the table of exit codes. */
class ExitCodeTableTest {
    /** The cases of the table, as its second column begins. {@code ProcessTest} ends processes by signals. */
    private static final String SIGNAL = "Ended by Ctrl-C";

    @TempDir
    private Path directory;

    private interface Scenario {
        CliRun run() throws IOException;
    }

    private static List<String[]> table() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/cli.md"));
        int at = lines.indexOf("| exit code | when |");
        List<String[]> rows = new ArrayList<>();
        for (int i = at + 2; lines.get(i).startsWith("|"); i++) {
            String[] cells = lines.get(i).split(" *\\| *");
            rows.add(new String[] {cells[1], cells[2]});
        }
        return rows;
    }

    private Map<String, Scenario> scenarios() throws IOException {
        Path index = Corpus.index(directory);
        Path text = directory.resolve("sources/original.txt");
        Path empty = Files.createDirectories(directory.resolve("empty"));
        Path damaged = Files.writeString(
                directory.resolve("damaged.jsonl"), "{\"text\": \"" + Corpus.words(5, 50) + "\"}\nnot JSON\n");
        Path picture = Files.createDirectories(directory.resolve("pictures"));
        Files.write(picture.resolve("a.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0});
        Files.writeString(picture.resolve("a.txt"), Corpus.words(6, 50));
        Path broken = Corpus.index(directory.resolve("second"));
        try (var files = Files.list(broken)) {
            Path largest = files.filter(Files::isRegularFile)
                    .max(java.util.Comparator.comparingLong(f -> f.toFile().length()))
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(largest);
            bytes[bytes.length / 2] ^= 1;
            Files.write(largest, bytes);
        }
        Map<String, Scenario> all = new LinkedHashMap<>();
        all.put("Done.", () -> CliRun.of("query", index, text));
        all.put("Files without text,", () -> CliRun.of("build", directory.resolve("i1"), picture));
        all.put("Failed, and nothing is changed", () -> CliRun.of("build", index, directory.resolve("sources")));
        all.put("No document was read", () -> CliRun.of("build", directory.resolve("i2"), empty));
        all.put("Documents that may have text", () -> CliRun.of("build", directory.resolve("i3"), damaged));
        all.put("`check` found problems", () -> CliRun.of("check", broken));
        all.put("`overlap --fail-on`", () -> CliRun.of("overlap", index, text, "--fail-on", "contaminated"));
        all.put("`group`: the index", () -> CliRun.withInput("no-such\n", "group", index, "--ids", "-"));
        all.put("Wrong usage", () -> CliRun.of("query", index, text, "--top", 0));
        return all;
    }

    @Test
    void eachRowIsTrue() throws IOException {
        Map<String, Scenario> scenarios = scenarios();
        for (String[] row : table()) {
            if (row[1].startsWith(SIGNAL)) {
                continue;
            }
            Optional<String> key =
                    scenarios.keySet().stream().filter(row[1]::startsWith).findFirst();
            Scenario scenario = scenarios.remove(key.orElse(""));
            assertEquals(
                    row[0],
                    scenario == null ? "no scenario" : "" + scenario.run().code(),
                    row[1]);
        }
        assertEquals(Map.of(), scenarios, "cases that the table lacks");
    }
}
