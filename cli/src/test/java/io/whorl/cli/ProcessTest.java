package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.internal.Json;
import io.whorl.testing.Ended;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Closed outputs, full disks and locales, in a process of its own. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ProcessTest {
    private static final long TIMEOUT_SECONDS = 120;

    @TempDir
    private Path directory;

    /**
     * Runs a shell command in which {@code $whorl} is the program. It writes the exit code to the file {@code code}.
     */
    private CliRun shell(String line) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).directory(directory.toFile());
        List<String> program = CliRun.command("", Main.class);
        builder.environment().put("whorl", String.join(" ", program));
        Ended ended = Ended.of(builder, TIMEOUT_SECONDS);
        Path code = directory.resolve("code");
        return new CliRun(
                Files.exists(code) ? Integer.parseInt(Files.readString(code).strip()) : -1, ended.out(), ended.err());
    }

    private void write(int words) throws IOException {
        Files.writeString(directory.resolve("text.txt"), Corpus.words(1, words));
    }

    @Test
    void aReaderThatStopsEarlyIsNotAFailure() throws Exception {
        write(200_000);
        shell("{ $whorl fingerprint text.txt; echo $? > code; } | head -1")
                .exits(0)
                .tellsNothing()
                .printsLines(1);
    }

    @Test
    void aPipeIsReadAsStandardInput() throws Exception {
        String first = "echo '{\"id\": \"note\", \"text\": \"the words of a first note\"}'";
        String second = "echo '{\"text\": \"other words of a second note\"}'";
        String lines = "{ " + first + "; sleep 0.1; " + second + "; }";
        CliRun built = shell(lines + " | { $whorl --quiet build index -; echo $? > code; }")
                .exits(0)
                .tellsNothing();
        assertTrue(built.lines().stream().anyMatch(line -> line.matches("documents +2")), built.out());
    }

    @Test
    void aTemporaryIndexIsNotInsideItsSource() throws Exception {
        Path source = Files.createDirectory(directory.resolve("source"));
        Files.writeString(source.resolve("text.txt"), Corpus.words(1, 100));
        shell("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$PWD/source $whorl dedup source; echo $? > code")
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
    void aClosedInputIsAFailure() throws Exception {
        shell("{ $whorl build index - <&-; echo $? > code; }").exits(1, "standard input is closed");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskIsAFailure() throws Exception {
        write(100);
        for (String command : List.of("fingerprint text.txt", "help build")) {
            shell("{ $whorl " + command + " > /dev/full; echo $? > code; }").exits(1, "No space left on device");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aNameThatTheLocaleCannotExpressIsReportedWithTheRemedy() throws Exception {
        String name = "name=$(printf 'b\\303\\274cher.txt'); ";
        for (String command : List.of("fingerprint", "build index", "delete index")) {
            shell(name + "LC_ALL=C LANG=C $whorl " + command + " \"$name\"; echo $? > code")
                    .exits(2, "LC_ALL=C.UTF-8")
                    .omits("Exception", "java.nio");
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
            shell("LC_ALL=" + locale + " $whorl dedup source --write copy; echo $? > code")
                    .exits(0, "kept 5 documents and dropped 1 document ")
                    .omits("has an id that");
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
        String lines =
                Repeated.text(300, i -> Corpus.record(i, Corpus.words(0, 300) + " " + Corpus.words(i + 1, 1_000)));
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
            shell("JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=$PWD/tmp $whorl " + command
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

    // Deduplication that is killed at random moments, or runs into a full disk.

    private static final int KILLS = LongForm.of(2, 50);
    private static final int DOCUMENTS = LongForm.of(400, 6_000);

    private Path dump(int documents, IntFunction<String> text) throws IOException {
        return Files.writeString(
                directory.resolve("dump.jsonl"), Repeated.text(documents, i -> Corpus.record(i, text.apply(i))));
    }

    private static String[] arguments(Path dump, Path clean) {
        return ("dedup " + dump + " --write " + clean + " --format json --run-text 100k --write-piece 100k").split(" ");
    }

    /** @return true if it was killed before it ended by itself */
    private boolean killed(String[] arguments, long afterMillis) throws Exception {
        Process process = new ProcessBuilder(CliRun.command("", Main.class, (Object[]) arguments))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        boolean ended = process.waitFor(afterMillis, TimeUnit.MILLISECONDS);
        process.destroyForcibly();
        assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        return !ended;
    }

    @Test
    void aKilledRunEndsWithTheSameBytes() throws Exception {
        Path dump = dump(DOCUMENTS, i -> Corpus.words(i % 3 == 0 ? i / 10 : i, 300));
        Path expected = directory.resolve("expected.jsonl");
        CliRun whole = CliRun.of((Object[]) arguments(dump, expected)).exits(0);
        assertTrue(whole.lines().size() > DOCUMENTS / 5, () -> whole.lines().size() + " dropped");
        byte[] bytes = Files.readAllBytes(expected);
        Path packed = directory.resolve("expected.jsonl.gz");
        CliRun.of((Object[]) arguments(dump, packed)).exits(0);
        byte[] packedBytes = Files.readAllBytes(packed);
        Random random = new Random(13);
        int kills = 0;
        for (int i = 0; i < KILLS; i++) {
            Path clean = directory.resolve("clean" + i + (i % 2 == 0 ? ".jsonl" : ".jsonl.gz"));
            if (!killed(arguments(dump, clean), 350 + random.nextInt(LongForm.of(700, 4_000)))) {
                continue;
            }
            kills++;
            CliRun resumed = CliRun.of(arguments(dump, clean), "--resume");
            if (resumed.code() == 1 && resumed.err().contains("--force replaces it")) {
                // The kill came after the result was printed.
                resumed = whole;
            }
            resumed.exits(0);
            assertEquals(whole.out(), resumed.out());
            assertArrayEquals(i % 2 == 0 ? bytes : packedBytes, Files.readAllBytes(clean));
            assertTrue(Files.notExists(directory.resolve(clean.getFileName() + ".dedup")));
        }
        assertTrue(!LongForm.ON || kills > KILLS / 2, kills + " kills");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskKeepsTheFinishedSteps() throws Exception {
        Path dump = dump(60, i -> Corpus.words(i / 2 * (i % 5), 3_000));
        Path clean = directory.resolve("clean.jsonl");
        // No file may grow beyond 640 KB, as if the disk were full. The copy is larger, the temporary index is not.
        String command = String.join(" ", arguments(dump, clean));
        shell("ulimit -f 1280; $whorl " + command + "; echo $? > code")
                .exits(1, "clean.jsonl cannot be written: File too large", "continue with --resume");
        assertTrue(Files.notExists(clean));
        Path unfinished = directory.resolve("clean.jsonl.unfinished");
        Path copied = directory.resolve("clean.jsonl.dedup").resolve("copied.step");
        long durable = Json.of(Files.readString(copied)).number("bytes");
        assertTrue(durable > 400_000 && durable <= Files.size(unfinished), durable + " bytes are finished");
        CliRun resumed = CliRun.of(arguments(dump, clean), "--resume").exits(0);
        List<String> kept = new ArrayList<>(Files.readAllLines(dump));
        for (Map<String, String> dropped : resumed.objects()) {
            assertTrue(kept.removeIf(line -> line.startsWith("{\"id\":\"" + dropped.get("drop") + "\",")));
        }
        assertEquals(kept, Files.readAllLines(clean));
    }
}
