package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of docs/cli.md in a shell, in their order. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class CliPageTest {
    private static final Path PAGE = Path.of("..", "docs", "cli.md");
    private static final int TIMEOUT_SECONDS = 200;

    @Test
    void theExamplesOfThePageRun(@TempDir Path directory) throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("set -e\nwhorl() { \"$JAVA\" -XX:TieredStopAtLevel=1 -cp \"$CLASSES\""
                + " io.whorl.cli.Main \"$@\"; }\n");
        Matcher example = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        int examples = 0;
        while (example.find()) {
            // Only bash has this form of source, and its effect is only in the shell of the user.
            if (!example.group(1).contains("source <(")) {
                script.append(example.group(1));
                examples++;
            }
        }
        assertTrue(examples >= 10, examples + " examples");
        Path output = directory.resolve("output.txt");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script.toString())
                .directory(Files.createDirectory(directory.resolve("work")).toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .put(
                        "JAVA",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString());
        builder.environment()
                .put("CLASSES", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), "timeout");
            assertEquals(0, process.exitValue(), Files.readString(output));
        } finally {
            process.destroyForcibly();
        }
    }
}
