package io.whorl.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the script verify says at its end, with a program in place of Maven that leaves reports of tests. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class VerifyScriptTest {
    private static final String REPORT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuite name="a.B" time="0.1" tests="9" errors="1" skipped="4" failures="2">
              <properties><property name="tests" value="5"/></properties>
              <testcase name="one" classname="a.B" time="0.0"/>
              <testcase name="two" classname="a.B" time="0.0">
                <skipped message="public void a.B.two() is @Disabled ==&gt; WHORL_DATA is not set"/>
              </testcase>
              <testcase name="three" classname="a.B" time="0.0">
                <skipped message="WHORL_DATA is not set"/>
              </testcase>
              <testcase name="four" classname="a.B" time="0.0">
                <skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: there is no &quot;browser&quot;
            \tat a.B.four(B.java:7)]]></skipped>
              </testcase>
              <testcase name="five" classname="a.B" time="0.0">
                <skipped/>
              </testcase>
            </testsuite>
            """;

    @TempDir
    private Path folder;

    /**
     * Runs the script, and returns its lines. Its exit code must be that of Maven.
     *
     * @param counts what Maven prints at the end of a module
     */
    private List<String> verify(String report, String counts, int code) throws IOException, InterruptedException {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.copy(Path.of("..", "verify"), project.resolve("verify"));
        Path earlier = Files.createDirectories(project.resolve("x/target/surefire-reports"));
        Files.writeString(earlier.resolve("TEST-a.Earlier.xml"), REPORT);
        Files.setLastModifiedTime(
                earlier.resolve("TEST-a.Earlier.xml"), java.nio.file.attribute.FileTime.fromMillis(0));
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Path given = Files.writeString(folder.resolve("report"), report);
        Path maven = Files.writeString(
                programs.resolve("mvn"),
                "#!/bin/sh\necho \"mvn $*\"\n"
                        + "echo '[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s'\n"
                        + "echo '" + counts + "'\nmkdir -p y/target/surefire-reports\nsleep 0.1\ncp " + given
                        + " y/target/surefire-reports/TEST-a.B.xml\nexit " + code + "\n");
        assertTrue(maven.toFile().setExecutable(true));
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", project.resolve("verify").toString(), "clean", "-Dx")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().merge("PATH", "", (path, none) -> programs + ":" + path);
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "timeout");
        assertEquals(code, process.exitValue());
        // The folder of the tests is named only where memory has the space.
        return Files.readAllLines(output, StandardCharsets.UTF_8).stream()
                .map(line -> line.replaceFirst("-Dtest.tmp=\\S+ ", ""))
                .toList();
    }

    @Test
    void itCountsTheTestsOfThisRunAndTheReasonsOfThoseLeftOut() throws Exception {
        String counts = "[ERROR] Tests run: 10, Failures: 2, Errors: 1, Skipped: 5";
        assertEquals(
                List.of(
                        "mvn --batch-mode --no-transfer-progress clean -Dx verify",
                        "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s",
                        counts,
                        "left out: 1, no reason given",
                        "left out: 1, reason not reported",
                        "left out: 1, there is no \"browser\"",
                        "left out: 2, WHORL_DATA is not set",
                        "5 tests ran: 2 passed, 3 failed; 5 left out; the build failed, see above"),
                verify(REPORT, counts, 1));
    }

    @Test
    void aBuildThatSucceedsEndsWithItsTests() throws Exception {
        List<String> lines =
                verify("<testsuite name=\"a.B\">", "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0", 0);
        assertEquals("3 tests ran: 3 passed, 0 failed; 0 left out", lines.get(lines.size() - 1));
    }
}
