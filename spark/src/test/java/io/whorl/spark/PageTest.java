package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Checks the command lines of the pages about Spark. */
class PageTest {
    private static final Pattern SUBMIT =
            Pattern.compile("spark-submit --class (io\\.whorl\\.spark\\.\\w+) (\\S+) (.*)");

    @Test
    void everyCommandLineOfThePagesIsUnderstood() throws Exception {
        Set<String> classes = new TreeSet<>();
        for (String line : commandLines()) {
            Matcher submit = SUBMIT.matcher(line);
            assertTrue(submit.matches(), line);
            assertTrue(submit.group(2).endsWith("whorl-spark.jar"), line);
            classes.add(submit.group(1));
            Object command =
                    Class.forName(submit.group(1)).getDeclaredConstructor().newInstance();
            String[] arguments = submit.group(3).strip().split("\\s+");
            assertDoesNotThrow(
                    () -> new CommandLine(command)
                            .setCaseInsensitiveEnumValuesAllowed(true)
                            .parseArgs(arguments),
                    line);
        }
        assertEquals(
                Set.of("Build", "Clusters", "Dedup", "Fetch", "Orphans").stream()
                        .map(name -> "io.whorl.spark." + name)
                        .collect(Collectors.toSet()),
                classes);
    }

    /** The command lines of all blocks, without line breaks and comments. */
    private static List<String> commandLines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String page : List.of("spark.md", "spark-groups.md")) {
            String text = Files.readString(Path.of("../docs", page)).replace("\\\n", " ");
            for (String line : text.lines().toList()) {
                if (line.startsWith("spark-submit ")) {
                    lines.add(line.replaceAll("\\s+#.*", ""));
                }
            }
        }
        return lines;
    }
}
