package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangesCommandTest {
    @TempDir
    private Path directory;

    private Path old;
    private Path young;

    @BeforeEach
    void build() throws IOException {
        old = directory.resolve("old");
        young = directory.resolve("new");
        index(
                old,
                Map.of(
                        "same.txt", Corpus.words(1, 200),
                        "changed.txt", Corpus.words(2, 200),
                        "here.txt", Corpus.words(3, 200),
                        "gone.txt", Corpus.words(4, 200)));
        index(
                young,
                Map.of(
                        "same.txt", Corpus.words(1, 200),
                        "changed.txt", Corpus.words(2, 180),
                        "there.txt", Corpus.words(3, 190),
                        "new.txt", Corpus.words(5, 200),
                        "copy.txt", Corpus.words(1, 150)));
    }

    private void index(Path index, Map<String, String> texts, String... options) throws IOException {
        Path sources = Files.createTempDirectory(directory, "sources");
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Files.writeString(sources.resolve(text.getKey()), text.getValue());
        }
        CliRun.of("build", index, sources, "--quiet", options).exits(0);
    }

    @Test
    void eachDocumentIsListedOnceByItsChange() throws IOException {
        CliRun run = CliRun.of("changes", old, young, "--format", "json").exits(0);
        List<Map<String, String>> changes = run.objects();
        assertEquals(
                List.of(
                        "changed changed.txt changed.txt",
                        "copied copy.txt same.txt",
                        "gone gone.txt null",
                        "moved here.txt there.txt",
                        "new new.txt null"),
                changes.stream()
                        .map(c -> c.get("change") + " " + c.get("id") + " " + c.get("found"))
                        .toList());
        assertEquals(
                List.of("change", "score", "shared", "resemblance", "containment", "contained", "id", "found"),
                List.copyOf(changes.get(3).keySet()));
        assertEquals("187", changes.get(3).get("shared"));
        assertEquals(187 / 197.0, Double.parseDouble(changes.get(3).get("containment")), 1e-12);
        run.tells("1 unchanged, 1 changed, 1 moved (to 1 new id), 1 gone, 1 new, 1 copied");
        CliRun all = CliRun.of("changes", old, young, "--format", "csv", "--unchanged");
        assertEquals(
                "change,score,shared,resemblance,containment,contained,id,found",
                all.lines().get(0));
        assertEquals("same,,,,,,same.txt,", all.lines().get(all.lines().size() - 1));
        CliRun.of("changes", old, young).prints("there.txt");
        CliRun.of("changes", old, old, "--format", "json").printsNothing();
    }

    @Test
    void indexesOfDifferentSchemesAndWrongOptionsAreRefused() throws IOException {
        Path other = directory.resolve("other");
        index(other, Map.of("a.txt", Corpus.words(1, 50)), "--granularity", "3");
        CliRun schemes = CliRun.of("changes", old, other).exits(1);
        schemes.tells("granularity (4 and 3)");
        CliRun.of("changes", old, directory.resolve("none")).exits(1);
        CliRun.of("changes", old).exits(2);
        CliRun.of("changes", old, young, "--min-score", "1.5").exits(2);
        CliRun.of("changes", old, young, "--measure", "cosine").exits(2);
        CliRun.of("changes", old, young, "--memory", "1").exits(2);
    }
}
