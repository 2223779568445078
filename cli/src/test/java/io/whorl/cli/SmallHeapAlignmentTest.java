package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Aligns two equal texts of a megabyte, all of whose words are content words, in a heap of 72 MB. */
class SmallHeapAlignmentTest {
    private static final int BYTES = 1_000_000;

    @TempDir
    Path directory;

    @Test
    void equalTextsOfAMegabyteAreOnePassage() throws Exception {
        Random random = new Random(5);
        List<String> vocabulary =
                IntStream.range(0, 20_000).mapToObj(i -> word(random)).toList();
        StringBuilder text = new StringBuilder();
        int words = 0;
        for (; text.length() < BYTES; words++) {
            text.append(vocabulary.get(random.nextInt(vocabulary.size()))).append(' ');
        }
        Files.writeString(directory.resolve("a.txt"), text);
        Files.writeString(directory.resolve("b.txt"), text);
        assertTrue(words > 100_000);
        String printed = compare();
        String shares = String.format("a.txt shares %,d words with b.txt in 1 passage, 100 %% of a.txt", words);
        assertEquals(
                shares, printed.lines().filter(l -> l.contains(" shares ")).collect(Collectors.joining()), printed);
    }

    private static String word(Random random) {
        return random.ints(2 + random.nextInt(8), 'a', 'z' + 1)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private String compare() throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx72m",
                        "-XX:+UseG1GC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "compare",
                        "a.txt",
                        "b.txt",
                        "--passages")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), "the command ends in time");
            String printed = Files.readString(out);
            assertEquals(0, process.exitValue(), printed);
            return printed;
        } finally {
            process.destroyForcibly();
        }
    }
}
