package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.Ended;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.io.output.BrokenWriter;
import org.apache.commons.io.output.CloseShieldWriter;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run of the program in the process of the test. Arrays and lists among the arguments stand for their elements, and a
 * text that begins with {@code --} for its words: options and their values.
 */
public record CliRun(int code, String out, String err) {

    public static CliRun of(Object... arguments) {
        return withInput("", arguments);
    }

    public static CliRun withInput(String input, Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = withStreams(streams(input, out, err), words(arguments).toArray(String[]::new));
        return new CliRun(code, out.toString(), err.toString());
    }

    /**
     * Runs a command line in which {@code $} stands for a directory and a slash, and {@code ''} for an empty argument.
     * In what it prints, the directory is {@code $}, too.
     */
    public static CliRun in(Path directory, String input, String line, Object... more) {
        CliRun run = withInput(input, inPlace(directory, line), more);
        String root = directory + "/";
        return new CliRun(run.code, run.out.replace(root, "$"), run.err.replace(root, "$"));
    }

    private static List<String> inPlace(Path directory, String line) {
        return Stream.of(line.strip().split(" +"))
                .map(word -> word.equals("''") ? "" : word.replace("$", directory + "/"))
                .toList();
    }

    /** Runs a command line whose results go to a writer, and does something with each text that it tells. */
    public static CliRun in(Path directory, Writer out, Consumer<String> told, String line) {
        StringWriter err = new StringWriter() {
            @Override
            public void write(String text, int from, int length) {
                super.write(text, from, length);
                told.accept(text);
            }
        };
        int code = withStreams(streams("", out, err), inPlace(directory, line).toArray(String[]::new));
        return new CliRun(code, "", err.toString());
    }

    /**
     * Runs the command of each line of a table, which is followed by {@code =>}, its exit code, and the texts between
     * {@code ;} that it tells. A command that fails prints no results and no trace.
     */
    public static void each(Path directory, String table) {
        assertAll(table.lines().map(row -> () -> {
            String[] parts = row.split(" => ");
            String[] expected = (parts[1] + " ").split(" ", 2);
            CliRun run = in(directory, "", parts[0]);
            assertEquals(expected[0], "" + run.code, row + "\n" + run.err);
            run.tells(expected[1].strip().split(" ; "));
            if (run.code > 0) {
                run.printsNothing().omits("\tat ", "internal error");
                assertTrue(run.err.startsWith("whorl: "), run.err);
            }
        }));
    }

    /** Returns a writer that throws an error. */
    public static Writer failing(Supplier<IOException> error) {
        return CloseShieldWriter.wrap(new BrokenWriter(error::get));
    }

    private static Stream<String> words(Object... arguments) {
        return Stream.of(arguments)
                .flatMap(a -> a instanceof Object[] some ? Stream.of(some) : Stream.of(a))
                .flatMap(a -> a instanceof Collection<?> some ? some.stream() : Stream.of(a))
                .map(Object::toString)
                .flatMap(a -> a.startsWith("--") ? Stream.of(a.split(" ")) : Stream.of(a));
    }

    /**
     * Returns the words that run a class in a process of its own, which starts fast in the short form of the tests.
     *
     * @param java the options of Java, separated by blanks
     */
    public static List<String> command(String java, Class<?> main, Object... arguments) {
        List<String> options = java.isEmpty() ? List.of() : List.of(java.split(" "));
        return ChildJvm.command(options, main, words(arguments).toArray(String[]::new));
    }

    /**
     * Runs the program in a process of its own, in a directory.
     *
     * @param java the options of Java, separated by blanks
     * @param in standard input
     */
    static CliRun inProcess(Path directory, String java, Path in, Object... arguments) throws Exception {
        Ended ended = Ended.of(
                new ProcessBuilder(command(java, Main.class, arguments))
                        .directory(directory.toFile())
                        .redirectInput(in.toFile()),
                200);
        return new CliRun(ended.code(), ended.out(), ended.err());
    }

    /** Returns streams of which nothing is a terminal. */
    public static Streams streams(String input, Writer out, Writer err) {
        ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        return new Streams(in, out, new PrintWriter(err, true), () -> false, () -> Integer.MAX_VALUE);
    }

    /** Returns the exit code of a run with streams of the test. */
    public static int withStreams(Streams streams, String... arguments) {
        return Main.execute(streams, arguments);
    }

    /** Asserts the exit code, and that standard error contains each of these texts. */
    public CliRun exits(int expected, String... texts) {
        assertEquals(expected, code, () -> String.join(", ", texts) + out + err);
        return tells(texts);
    }

    /** Asserts that standard error contains each of these texts. */
    public CliRun tells(String... texts) {
        for (String text : texts) {
            assertTrue(err.contains(text), () -> "no '" + text + "' in: " + err);
        }
        return this;
    }

    /** Asserts that standard error contains none of these texts. */
    public CliRun omits(String... texts) {
        for (String text : texts) {
            assertFalse(err.contains(text), () -> "'" + text + "' in: " + err);
        }
        return this;
    }

    /** Asserts that standard output contains each of these texts. */
    public CliRun prints(String... texts) {
        for (String text : texts) {
            assertTrue(out.contains(text), () -> "no '" + text + "' in: " + out);
        }
        return this;
    }

    /** Asserts that standard output is empty. */
    public CliRun printsNothing() {
        assertEquals("", out, () -> err);
        return this;
    }

    /** Asserts that standard error is empty. */
    public CliRun tellsNothing() {
        assertEquals("", err);
        return this;
    }

    /** Returns the lines of standard output. */
    public List<String> lines() {
        return out.lines().toList();
    }

    /** Returns standard output as one JSON object per line: plain fields as text, nested objects as "{}". */
    public List<Map<String, String>> objects() throws IOException {
        List<Map<String, String>> objects = new ArrayList<>();
        for (String line : lines()) {
            try (JsonParser p = new JsonFactory().createParser(line)) {
                Map<String, String> fields = new LinkedHashMap<>();
                if (p.nextToken() != JsonToken.START_OBJECT) {
                    throw new IOException("not an object: " + line);
                }
                while (p.nextToken() == JsonToken.FIELD_NAME) {
                    String name = p.currentName();
                    boolean nested = p.nextToken().isStructStart();
                    p.skipChildren();
                    fields.put(name, nested ? "{}" : p.getText());
                }
                if (p.nextToken() != null) {
                    throw new IOException("more than one object in: " + line);
                }
                objects.add(fields);
            }
        }
        return objects;
    }

    /** Returns the value at which a parser is: a map, a list, a text, a double, a truth value, or null. */
    public static Object json(JsonParser p) throws IOException {
        switch (p.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                while (p.nextToken() != JsonToken.END_OBJECT) {
                    String name = p.currentName();
                    p.nextToken();
                    fields.put(name, json(p));
                }
                return fields;
            }
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (p.nextToken() != JsonToken.END_ARRAY) {
                    items.add(json(p));
                }
                return items;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> {
                return p.getDoubleValue();
            }
            case VALUE_TRUE, VALUE_FALSE -> {
                return p.getBooleanValue();
            }
            default -> {
                return p.currentToken() == JsonToken.VALUE_NULL ? null : p.getText();
            }
        }
    }

    /** Returns fields of each object of standard output: their values, separated by blanks like their names. */
    public List<String> rows(String fields) throws IOException {
        return objects().stream()
                .map(object -> Stream.of(fields.split(" ")).map(object::get).collect(Collectors.joining(" ")))
                .toList();
    }

    /** Returns fields of the only object of standard output. */
    public String row(String fields) throws IOException {
        object();
        return rows(fields).get(0);
    }

    /** Asserts that the objects of standard output have these values, as {@link #rows} returns them. */
    public CliRun gives(String fields, String... expected) throws IOException {
        assertEquals(List.of(expected), rows(fields), () -> out + err);
        return this;
    }

    /** Asserts that the first object of standard output has these values. */
    public CliRun givesFirst(String fields, String expected) throws IOException {
        assertEquals(expected, rows(fields).get(0), () -> out + err);
        return this;
    }

    /** Asserts the names of the fields of the first object. */
    public CliRun hasFields(String expected) throws IOException {
        assertEquals(expected, fields(), () -> out + err);
        return this;
    }

    /** Asserts the number of lines of standard output. */
    public CliRun printsLines(int expected) {
        assertEquals(expected, lines().size(), () -> out + err);
        return this;
    }

    /** Returns the names of the fields of the first object of standard output. */
    public String fields() throws IOException {
        return String.join(" ", objects().get(0).keySet());
    }

    /** Returns standard output as a single JSON object. */
    public Map<String, String> object() throws IOException {
        List<Map<String, String>> objects = objects();
        if (objects.size() != 1) {
            throw new IOException(objects.size() + " objects in: " + out + err);
        }
        return objects.get(0);
    }

    /**
     * A test of commands in a directory of its own. In command lines, and in what they print, {@code $} stands for the
     * directory and a slash.
     */
    public abstract static class Fixture {
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

        /** Returns the text of a file that gzip compressed. */
        protected String unpacked(String name) throws IOException {
            try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(path(name)))) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }

        protected List<String> linesOf(String name) throws IOException {
            return Files.readAllLines(path(name));
        }

        /** Asserts that a file contains each of these texts. */
        protected void holds(String name, String... texts) throws IOException {
            String content = read(name);
            for (String text : texts) {
                assertTrue(content.contains(text), () -> "no '" + text + "' in: " + content);
            }
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
}
