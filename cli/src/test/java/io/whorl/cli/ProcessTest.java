package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Closed outputs, full disks and locales, in a process of its own. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ProcessTest {
    private static final long TIMEOUT_SECONDS = 60;

    @TempDir
    private Path directory;

    /**
     * Runs a shell command in which {@code $whorl} is the program. It writes the exit code to the file {@code code}.
     */
    private CliRun shell(String line) throws IOException, InterruptedException {
        Path err = directory.resolve("err");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", line)
                .directory(directory.toFile())
                .redirectError(err.toFile())
                .redirectOutput(directory.resolve("out").toFile());
        builder.environment()
                .put("whorl", String.join(" ", CliRun.command("-XX:TieredStopAtLevel=1 -XX:+UseSerialGC", Main.class)));
        Process process = builder.start();
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("timeout: " + line);
        }
        Path code = directory.resolve("code");
        return new CliRun(
                Files.exists(code) ? Integer.parseInt(Files.readString(code).strip()) : -1, "", Files.readString(err));
    }

    private void write(int words) throws IOException {
        Files.writeString(directory.resolve("text.txt"), Corpus.words(1, words));
    }

    @Test
    void aReaderThatStopsEarlyIsNotAFailure() throws Exception {
        write(200_000);
        CliRun ended = shell("{ $whorl fingerprint text.txt; echo $? > code; } | head -1");
        assertEquals(new CliRun(0, "", ""), ended);
        assertEquals(1, Files.readAllLines(directory.resolve("out")).size());
    }

    @Test
    void aPipeIsReadAsStandardInput() throws Exception {
        String first = "echo '{\"id\": \"note\", \"text\": \"the words of a first note\"}'";
        String second = "echo '{\"text\": \"other words of a second note\"}'";
        String lines = "{ " + first + "; sleep 0.1; " + second + "; }";
        assertEquals(new CliRun(0, "", ""), shell(lines + " | { $whorl --quiet build index -; echo $? > code; }"));
        String out = Files.readString(directory.resolve("out"));
        assertTrue(out.lines().anyMatch(line -> line.matches("documents +2")), out);
    }

    @Test
    void aTemporaryIndexIsNotInsideItsSource() throws Exception {
        Path source = Files.createDirectory(directory.resolve("source"));
        Files.writeString(source.resolve("text.txt"), Corpus.words(1, 100));
        CliRun ended = shell("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$PWD/source $whorl dedup source; echo $? > code")
                .exits(2, "the temporary index would be inside the source source; choose another place with --temp");
    }

    @Test
    void aClosedOutputIsNotAFailure() throws Exception {
        write(100);
        for (String command : List.of("fingerprint text.txt", "--help")) {
            assertEquals(new CliRun(0, "", ""), shell("{ $whorl " + command + " >&-; echo $? > code; }"));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsAFailure() throws Exception {
        write(100);
        for (String command : List.of("fingerprint text.txt", "help build")) {
            CliRun ended = shell("{ $whorl " + command + " > /dev/full; echo $? > code; }")
                    .exits(1, "No space left on device");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aNameThatTheLocaleCannotExpressIsReportedWithTheRemedy() throws Exception {
        String name = "name=$(printf 'b\\303\\274cher.txt'); ";
        for (String command : List.of("fingerprint", "build index", "delete index")) {
            CliRun ended = shell(name + "LC_ALL=C LANG=C $whorl " + command + " \"$name\"; echo $? > code")
                    .exits(2, "LC_ALL=C.UTF-8");
            assertFalse(ended.err().contains("Exception") || ended.err().contains("java.nio"), ended.err());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void namesThatAreNotUtf8KeepTheirBytesInCopiesAndHaveIdsOfTheirOwn() throws Exception {
        Path source = Files.createDirectory(directory.resolve("source"));
        List<String> names = List.of("a.txt", "bad%FE.txt", "bad%FF.txt", "b%C3%BCcher.txt", "lines%FF.jsonl");
        for (int i = 0; i < names.size(); i++) {
            String text = Corpus.words(i + 1, 100);
            // The last file is copied by record.
            boolean records = names.get(i).endsWith(".jsonl");
            String record = "{\"id\":\"%s\",\"text\":\"" + text + "\"}\n";
            Files.writeString(
                    named(source, names.get(i)), records ? String.format(record + record, "one", "two") : text);
        }
        for (String locale : List.of("C", "C.UTF-8")) {
            CliRun ended = shell("LC_ALL=" + locale + " $whorl dedup source --write copy; echo $? > code")
                    .exits(0);
            ended.tells("kept 5 documents and dropped 1 document ").omits("has an id that");
            Path copy = directory.resolve("copy");
            for (String name : names.subList(0, 4)) {
                assertEquals(-1, Files.mismatch(named(source, name), named(copy, name)), name);
            }
            assertEquals(1, Files.readAllLines(named(copy, names.get(4))).size());
            shell("rm -r copy");
        }
        shell("LC_ALL=C $whorl build index source; echo $? > code").exits(0, ": 6 documents,");
    }

    /** Ctrl-C and a signal to end run the same code. Shells ignore the signal of Ctrl-C in the background. */
    @Test
    void anEndedCommandLeavesNoTemporaryFilesAndNoPartOfItsResult() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            lines.append(Corpus.record(i, Corpus.words(0, 300) + " " + Corpus.words(i + 1, 1_000)));
        }
        Files.writeString(directory.resolve("docs.jsonl"), lines);
        write(100);
        shell("$whorl build small text.txt; echo $? > code").exits(0);
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        for (String command : List.of(
                "report docs.jsonl --html result",
                "overlap small docs.jsonl --among",
                "dedup docs.jsonl",
                "build result docs.jsonl")) {
            String begun = command.startsWith("build") ? "result" : "tmp/whorl-*";
            CliRun ended = shell("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$PWD/tmp $whorl " + command
                            + " & pid=$!; until ls "
                            + begun + " >list 2>&1 || ! kill -0 $pid; do sleep 0.02; done; kill -TERM $pid; wait $pid;"
                            + " echo $? > code")
                    .exits(143)
                    .omits("internal error");
            try (Stream<Path> left = Files.list(temporary)) {
                assertEquals(List.of(), left.toList(), command);
            }
            assertFalse(Files.exists(directory.resolve("result/MANIFEST")), command);
            assertFalse(Files.isRegularFile(directory.resolve("result")), command);
        }
    }

    private static Path named(Path parent, String encoded) {
        return Path.of(URI.create(parent.toUri() + encoded));
    }
}
