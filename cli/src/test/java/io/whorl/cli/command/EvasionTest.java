package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts that try to escape a comparison are found all the same, and named. */
class EvasionTest {
    private static final String ESSAY = "The keeper of the lighthouse writes down each ship that passes at night, where"
            + " it goes, and what the weather is. Nobody has read these books for many years, until a student"
            + " found them in the cellar of the old harbour office and copied the pages.";

    @TempDir
    Path folder;

    private Path essays;

    @BeforeEach
    void essays() throws IOException {
        essays = Files.createDirectory(folder.resolve("essays"));
        Files.writeString(essays.resolve("anna.txt"), ESSAY);
    }

    private static String disguised(String text) {
        String from = "aceopxysij";
        String to = "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0455\u0456\u0458";
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> out.append(from.indexOf(c) < 0 ? (char) c : to.charAt(from.indexOf(c))));
        return out.toString();
    }

    @Test
    void anEssayInLookAlikeLettersIsFound() throws IOException {
        Files.writeString(essays.resolve("ben.txt"), disguised(ESSAY));
        CliRun run = CliRun.of("report", essays).exits(0);
        assertEquals(
                "anna.txt and ben.txt share 46 words in 1 passage, 100 % of anna.txt and 100 % of ben.txt",
                run.lines().get(0));
        Path index = folder.resolve("index");
        CliRun.of("build", index, essays.resolve("anna.txt"), "--preset", "plagiarism", "--store-text")
                .exits(0);
        assertEquals(
                1,
                CliRun.of("passages", index, essays.resolve("ben.txt"), "--format", "json")
                        .exits(0)
                        .objects()
                        .size());
        assertEquals(
                1,
                CliRun.of("report", essays.resolve("ben.txt"), "--against", index)
                        .exits(0)
                        .lines()
                        .size());
    }
}
