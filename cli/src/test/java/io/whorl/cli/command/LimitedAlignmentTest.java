package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A warning says that alignment reached a limit. */
class LimitedAlignmentTest {
    private static final int WORDS = 45_000;
    private static final int LETTERS = 24;

    /** 360,000 words in which each pair of neighbours occurs eight times: more seeds than are collected. */
    private static String repeatedEightTimes() {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder once = new StringBuilder();
        for (int i = 0; i < WORDS; i++) {
            for (int letter = 0; letter < 3; letter++) {
                once.append((char) ('b' + random.nextInt(LETTERS)));
            }
            once.append("x ");
        }
        return once.toString().repeat(8);
    }

    @Test
    void textsThatRepeatWordsTooOftenAreReported(@TempDir Path folder) throws IOException {
        Path text = Files.writeString(folder.resolve("repeated.txt"), repeatedEightTimes());
        Path other = Files.copy(text, folder.resolve("other.txt"));
        CliRun run = CliRun.of("compare", text, other, "--passages");
        assertEquals(0, run.code(), run.err());
        assertTrue(
                run.err().contains("repeated.txt and other.txt repeat words so often that alignment reached a limit"),
                run.err());
    }
}
