package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.whorl.cli.console.Streams;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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

    private static Stream<String> words(Object... arguments) {
        return Stream.of(arguments)
                .flatMap(a -> a instanceof Object[] some ? Stream.of(some) : Stream.of(a))
                .flatMap(a -> a instanceof Collection<?> some ? some.stream() : Stream.of(a))
                .map(Object::toString)
                .flatMap(a -> a.startsWith("--") ? Stream.of(a.split(" ")) : Stream.of(a));
    }

    /**
     * Runs the program in a process of its own, in a directory in which its output is kept.
     *
     * @param java the options of Java, separated by blanks
     * @param in standard input
     */
    static CliRun inProcess(Path directory, String java, Path in, Object... arguments) throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        String program = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        words(program, List.of(java.split(" ")), "-cp", classes, Main.class.getName(), arguments)
                                .toList())
                .directory(directory.toFile())
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertTrue(process.waitFor(200, TimeUnit.SECONDS), "timeout");
            return new CliRun(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns streams of which nothing is a terminal. */
    public static Streams streams(String input, Writer out, Writer err) {
        ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        return new Streams(in, out, new PrintWriter(err, true), () -> false);
    }

    /** Returns the exit code of a run with streams of the test. */
    public static int withStreams(Streams streams, String... arguments) {
        return Cli.execute(streams, arguments);
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

    /** Returns a field of each object of standard output. */
    public List<String> values(String field) throws IOException {
        return values(objects(), field);
    }

    public static List<String> values(List<Map<String, String>> objects, String field) {
        return objects.stream().map(object -> object.get(field)).toList();
    }

    /** Returns standard output as a single JSON object. */
    public Map<String, String> object() throws IOException {
        List<Map<String, String>> objects = objects();
        if (objects.size() != 1) {
            throw new IOException(objects.size() + " objects in: " + out + err);
        }
        return objects.get(0);
    }
}
