package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options that have no effect together with others are wrong usage. */
class IdleOptionsTest {
    @TempDir
    private Path directory;

    private static void assertRefused(String option, Object... arguments) {
        CliRun run = CliRun.of(arguments);
        assertEquals(2, run.code(), run.err());
        assertTrue(run.err().startsWith("whorl: " + option), run.err());
        assertEquals("", run.out());
    }

    @Test
    void optionsWithoutEffectAreRefused() throws IOException {
        Path index = Corpus.index(directory, "--store-text");
        Path sources = directory.resolve("sources");
        Path a = sources.resolve("original.txt");
        Path b = sources.resolve("version.txt");
        for (List<String> reading : List.of(
                List.of("--include", "o*"),
                List.of("--limit", "1"),
                List.of("--strict"),
                List.of("--max-document", "1k"),
                List.of("--no-convert"))) {
            Object value = reading.size() > 1 ? reading.get(1) : "--quiet";
            assertRefused(reading.get(0), "dedup", index, reading.get(0), value);
            assertRefused(reading.get(0), "query", index, "--like", "original.txt", reading.get(0), value);
        }
        assertRefused("--force", "dedup", index, "--force");
        assertRefused("--force", "dedup", sources, "--force");
        assertRefused("--passages", "compare", a, b, "--passages", "--granularity", "3");
        assertRefused("--no-convert", "compare", "original.txt", "version.txt", "--index", index, "--no-convert");
        assertRefused("--page-texts", "clusters", index, "--page-texts", "2");
    }
}
