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

class FingerprintCommandTest {
    @Test
    void eachMinutiaIsShownOnceWithItsFirstChunk() throws IOException {
        List<Map<String, String>> found = CliRun.withInput(
                        "The cat sat; the cat SAT, the cat slept",
                        "fingerprint",
                        "-",
                        "--granularity",
                        2,
                        "--format",
                        "json")
                .objects();
        assertEquals(
                List.of("the cat", "cat sat", "sat the", "cat slept"),
                found.stream().map(o -> o.get("text")).toList());
        assertEquals(
                List.of("0", "1", "2", "7"),
                found.stream().map(o -> o.get("offset")).toList());
        assertEquals(4, found.stream().map(o -> o.get("minutia")).distinct().count());
    }

    @Test
    void minutiaeArePaddedToTheirWidth() {
        String text = Corpus.words(1, 2_000);
        for (int bits : new int[] {32, 40, 41, 64}) {
            List<String> lines = CliRun.withInput(text, "fingerprint", "-", "--bits", bits, "--format", "tsv")
                    .lines();
            assertEquals("minutia\toffset\ttext", lines.get(0));
            assertEquals(1_998, lines.size());
            int digits = (bits + 3) / 4;
            assertTrue(lines.stream().skip(1).allMatch(l -> l.matches("[0-9a-f]{" + digits + "}\t\\d+\t.*")));
        }
    }

    @Test
    void aFileIsRead(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("a.txt"), "one two three four five");
        CliRun run = CliRun.of("fingerprint", file);
        assertEquals(0, run.code());
        assertEquals(3, run.lines().size());
        assertTrue(run.lines().get(2).endsWith("two three four five"), run.out());
    }

    @Test
    void anEmptyFileAndEmptyStandardInputAreErrors(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("empty.txt"));
        CliRun ofFile = CliRun.of("fingerprint", file);
        CliRun ofInput = CliRun.withInput("", "fingerprint", "-");
        assertEquals("whorl: " + file + " contains no text\n", ofFile.err());
        assertEquals("whorl: - contains no text\n", ofInput.err());
        assertEquals(List.of(1, 1), List.of(ofFile.code(), ofInput.code()));
    }

    @Test
    void anEmptyFingerprintIsAWarning() {
        CliRun run = CliRun.withInput("...", "fingerprint", "-");
        assertEquals(0, run.code());
        assertEquals("", run.out());
        assertTrue(run.err().contains("has no minutiae: it has no words"), run.err());
    }
}
