package io.whorl.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** Files beside the classes of tests, and sources that a test compiles. */
public final class Sources {
    private Sources() {}

    /** Returns the text of a file that is a resource in the package of a class. */
    public static String resource(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Compiles a class into a directory.
     *
     * @param name the simple name of the class
     */
    public static void compile(String name, String code, String classPath, Path classes) throws IOException {
        Path source = Files.createTempDirectory("source").resolve(name + ".java");
        Files.writeString(source, code);
        String[] options = {"-proc:none", "-cp", classPath, "-d", classes.toString(), source.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options), name);
        Files.delete(source);
        Files.delete(source.getParent());
    }
}
