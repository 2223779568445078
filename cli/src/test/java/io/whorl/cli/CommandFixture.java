package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * A test of commands in a directory of its own. In command lines, and in what they print, {@code $} stands for the
 * directory and a slash.
 */
public abstract class CommandFixture {
    @TempDir
    protected Path directory;

    protected CliRun run(String line, Object... more) {
        return CliRun.in(directory, "", line, more);
    }

    /** Runs a command line with a standard input. */
    protected CliRun given(String input, String line, Object... more) {
        return CliRun.in(directory, input, line, more);
    }

    /** Runs a command line, and interrupts it, as Ctrl-C does, when it tells a text. */
    protected CliRun interrupted(String text, String line) {
        Consumer<String> interrupt = told -> {
            if (told.contains(text)) {
                Thread.currentThread().interrupt();
            }
        };
        CliRun run = CliRun.in(directory, new StringWriter(), interrupt, line);
        // Also clears the interrupt for what follows on this thread.
        assertTrue(Thread.interrupted(), run.err());
        return run;
    }

    /** Runs a command line whose results go to a writer. */
    protected CliRun printing(Writer out, String line) {
        return CliRun.in(directory, out, told -> {}, line);
    }

    /** See {@link CliRun#each}. */
    protected void each(String table) {
        CliRun.each(directory, table);
    }

    /** Writes {@link Corpus} to {@code sources}, and builds {@code index} of it. */
    protected void buildIndex(String options) throws IOException {
        Corpus.write(path("sources"));
        run("build $index $sources --quiet " + options).exits(0);
    }

    protected Path path(String name) {
        return directory.resolve(name);
    }

    protected boolean exists(String name) {
        return Files.exists(path(name));
    }

    /** Writes a file, and the directories that it is in. */
    protected Path write(String name, String text) throws IOException {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    protected Path write(String name, byte[] content) throws IOException {
        Files.createDirectories(path(name).getParent());
        return Files.write(path(name), content);
    }

    protected String read(String name) throws IOException {
        return Files.readString(path(name));
    }

    protected byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(path(name));
    }

    protected List<String> linesOf(String name) throws IOException {
        return Files.readAllLines(path(name));
    }

    /** Returns the sorted names of what is in a directory. */
    protected List<String> names(String name) throws IOException {
        try (Stream<Path> files = Files.list(path(name))) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    /** Returns the number of documents that an index has. */
    protected String documents(String index) throws IOException {
        return run("stats $" + index + " --format json").row("documents");
    }

    /** Returns the file of the only segment of an index. */
    protected String segment(String index) throws IOException {
        List<String> segments =
                names(index).stream().filter(name -> name.endsWith(".whs")).toList();
        assertEquals(1, segments.size());
        return index + "/" + segments.get(0);
    }

    /** Flips a bit in the middle of a file. It becomes a new file, because the old one may still be mapped. */
    protected void damage(String name) throws IOException {
        byte[] bytes = bytes(name);
        bytes[bytes.length / 2] ^= 1;
        Files.delete(path(name));
        write(name, bytes);
    }
}
