package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thresholds as percentages, and the warning about a share in place of a percentage. */
class MinScoreTest {
    @TempDir
    private Path directory;

    private Path index;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
    }

    private CliRun query(Object... options) {
        Object[] all = new Object[options.length + 3];
        all[0] = "query";
        all[1] = index;
        all[2] = directory.resolve("sources/original.txt");
        System.arraycopy(options, 0, all, 3, options.length);
        return CliRun.of(all);
    }

    @Test
    void aPercentageIsRelativeToTheHighestScore() {
        assertEquals(query("--min-score", 50).out(), query("--min-score", "50%").out());
        assertEquals(2 + 1, query("--min-score", "50%").lines().size());
        assertEquals(
                query("--measure", "contained", "--min-score", 0.5).out(),
                query("--measure", "contained", "--min-score", "50%").out());
        assertEquals(
                CliRun.of("pairs", index, "--min-score", 0.8).out(),
                CliRun.of("pairs", index, "--min-score", "80%").out());
        assertEquals(2, query("--measure", "shared", "--min-score", "50%").code());
        assertEquals(2, query("--min-score", "101%").code());
        assertEquals(2, query("--min-score", "half").code());
    }

    @Test
    void aShareForTheMeasurePercentIsAWarning() {
        assertTrue(
                query("--min-score", 0.5).err().contains("give --min-score 50%"),
                query("--min-score", 0.5).err());
        assertFalse(query("--min-score", 5).err().contains("warning"));
        assertFalse(query("--min-score", "0.5%").err().contains("warning"));
        assertFalse(query("--measure", "resemblance", "--min-score", 0.5).err().contains("warning"));
    }
}
