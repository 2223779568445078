package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands in a heap of 64 MiB. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SmallHeapBuildTest {
    private static final int DISTINCT = 2_000_000;
    private static final boolean LONG = Boolean.getBoolean("io.whorl.long");
    private static final String FREQUENCIES = "--granularity 1 --frequencies";
    private static final int ONE_WORD = 7 << 20;

    /** Documents of one word. */
    private static final int SAME = LONG ? 4 : 1;

    @TempDir
    static Path directory;

    private static Path sources;
    private static final int BYTES = 1_000_000;

    @BeforeAll
    static void write() throws IOException {
        sources = Files.createDirectory(directory.resolve("sources"));
        byte[] oneWord = "word ".repeat(ONE_WORD / 5).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < SAME; i++) {
            Files.write(sources.resolve("same " + i), oneWord);
        }
        byte[] distinct = new byte[DISTINCT * 6];
        Arrays.fill(distinct, (byte) ' ');
        for (int i = 0; i < DISTINCT; i++) {
            for (int j = 0, rest = i; j < 5; j++, rest /= 26) {
                distinct[i * 6 + j] = (byte) ('a' + rest % 26);
            }
        }
        Files.write(sources.resolve("distinct"), distinct);
        Files.write(sources.resolve("half"), Arrays.copyOf(distinct, ONE_WORD));
    }

    /** The document of 12 MB is too large to be read. Those of 7 MB are not, even if all their words differ. */
    @Test
    void buildSkipsDocumentsThatDoNotFitAndRebuildAddAndMergeWork() throws Exception {
        for (String scheme : LONG ? new String[] {"", FREQUENCIES} : new String[] {FREQUENCIES}) {
            List<String> lines = build(scheme);
            assertTrue(lines.contains("exit 0"), lines.toString());
            assertTrue(
                    lines.stream()
                            .anyMatch(l -> l.startsWith("whorl: skipped ")
                                    && l.contains("distinct: larger than the limit of ")),
                    lines.toString());
            assertTrue(lines.stream().anyMatch(l -> l.matches("documents +" + (SAME + 1))), lines.toString());
        }
        String index = directory.resolve("index").toString();
        for (List<String> command : List.of(
                List.of("rebuild", index, sources.toString(), "--threads", "2", "--lenient"),
                List.of("add", index, sources.resolve("same 0").toString(), "--threads", "2"),
                List.of("merge", index))) {
            List<String> lines = run(command);
            assertTrue(lines.contains("exit 0"), lines.toString());
        }
    }

    @Test
    void documentsThatASelectionCannotHoldAreReportedAndSkipped() throws Exception {
        List<String> lines = build("--selection rarest-in-document --allow-empty");
        assertTrue(lines.contains("exit 0"), lines.toString());
        assertEquals(
                SAME + 1,
                lines.stream()
                        .filter(l -> l.contains(": chunks of one document: "))
                        .count(),
                lines.toString());
        assertTrue(lines.stream().anyMatch(l -> l.matches("skipped +" + (SAME + 2))), lines.toString());
    }

    private List<String> build(String scheme) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "build",
                directory.resolve("index").toString(),
                sources.toString(),
                "--force",
                "--threads",
                "2",
                "--lenient"));
        command.addAll(
                Arrays.stream(scheme.split(" ")).filter(s -> !s.isEmpty()).toList());
        return run(command);
    }

    private List<String> run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        if (!LONG) {
            command.add(1, "-XX:TieredStopAtLevel=1");
        }
        command.addAll(arguments);
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), "timeout");
            List<String> lines = new ArrayList<>(Files.readAllLines(out));
            lines.add("exit " + process.exitValue());
            return lines;
        } finally {
            process.destroyForcibly();
        }
    }

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
