package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingOptionsTest {
    @TempDir
    private Path directory;

    private Path sources;

    @BeforeEach
    void write() throws IOException {
        sources = Corpus.write(directory.resolve("sources"));
    }

    private Map<String, String> build(Object... options) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("build", directory.resolve("index"), sources, "--force"));
        arguments.addAll(Arrays.asList(options));
        arguments.addAll(List.of("--format", "json", "--quiet"));
        CliRun run = CliRun.of(arguments).exits(0);
        return run.object();
    }

    @Test
    void globsLimitAndSampleExcludeDocumentsSilently() throws IOException {
        Map<String, String> some = build("--include", "*o*.txt", "--exclude", "other.*", "--strict");
        assertEquals("3", some.get("documents"));
        assertEquals("0", some.get("skipped"));
        assertEquals("2", build("--limit", 2).get("documents"));
        String half = build("--sample", "1/2:4").get("documents");
        assertEquals(half, build("--sample", "0.5:4").get("documents"));
        assertTrue(Integer.parseInt(half) < 5, half);
    }

    @Test
    void wrongValuesAreRefused() {
        for (List<String> option : List.of(
                List.of("--include", "[a"),
                List.of("--limit", "0"),
                List.of("--sample", "2"),
                List.of("--sample", "1/0"),
                List.of("--sample", "x"),
                List.of("--namespaces", "main"))) {
            CliRun run = CliRun.of("build", directory.resolve("index"), sources, option.get(0), option.get(1));
            assertEquals(2, run.code(), option + run.err());
        }
    }

    @Test
    void fieldOptionsApplyToRecordsInFilesOfAnyName() throws IOException {
        String lines = "{\"id\":\"a\",\"body\":\"" + Corpus.words(9, 50) + "\"}";
        Path packed = Files.write(directory.resolve("packed.txt"), Packed.gzip(lines));
        Path marked = Files.writeString(directory.resolve("marked.txt"), "\ufeff" + lines);
        for (Path source : List.of(packed, marked)) {
            CliRun.of("build", directory.resolve("index"), source, "--force", "--text-field", "body")
                    .exits(0);
            assertEquals(
                    "a",
                    CliRun.withInput(Corpus.words(9, 50), "query", directory.resolve("index"), "-", "--format", "json")
                            .object()
                            .get("id"));
        }
    }

    @Test
    void fieldOptionsApplyToArchivesInDirectories() throws IOException {
        Files.write(
                sources.resolve("more.json.gz"),
                Packed.gzip("[{\"key\":\"k\",\"body\":\"" + Corpus.words(9, 50) + "\"}]"));
        assertEquals("6", build("--id-field", "key", "--text-field", "body").get("documents"));
        CliRun stats =
                CliRun.withInput(Corpus.words(9, 50), "query", directory.resolve("index"), "-", "--format", "json");
        assertEquals("k", stats.object().get("id"));
    }
}
