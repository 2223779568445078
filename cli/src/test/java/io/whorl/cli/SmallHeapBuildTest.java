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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
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
    Path directory;

    private Path sources;

    @BeforeEach
    void write() throws IOException {
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
}
