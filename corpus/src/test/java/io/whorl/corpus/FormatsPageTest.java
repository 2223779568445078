package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the Java examples of docs/formats.md. Runs on the thread whose class loader and standard output it
 * sets.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
class FormatsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "formats.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\n(.*?)```");
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

    @TempDir
    Path folder;

    private final PrintStream out = System.out;
    private final ClassLoader context = Thread.currentThread().getContextClassLoader();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void captureOutput() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(out);
        Thread.currentThread().setContextClassLoader(context);
    }

    @Test
    void thePageNamesTheVersionsOfTikaThatTheTestsCall() throws IOException {
        String build = Files.readString(Path.of("..", "pom.xml"));
        for (String version : new String[] {"tika3.version", "tika4.version"}) {
            Matcher number = Pattern.compile("<" + version + ">([^<]+)<").matcher(build);
            assertTrue(number.find(), version);
            assertTrue(Files.readString(PAGE).contains(" " + number.group(1)), number.group(1));
        }
    }

    private static Map<String, String> examples() throws IOException {
        Map<String, String> examples = new LinkedHashMap<>();
        Matcher example = EXAMPLE.matcher(Files.readString(PAGE));
        while (example.find()) {
            Matcher name = CLASS.matcher(example.group(1));
            assertTrue(name.find(), example.group(1));
            examples.put(name.group(1), example.group(1));
        }
        return examples;
    }

    private Path compile(Map<String, String> sources) throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = Files.writeString(folder.resolve(source.getKey() + ".java"), source.getValue());
            int exit = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            null,
                            null,
                            "-proc:none",
                            "-cp",
                            System.getProperty("java.class.path"),
                            "-d",
                            classes.toString(),
                            file.toString());
            assertEquals(0, exit, source.getKey() + " does not compile");
        }
        return classes;
    }

    @Test
    void theExamplesReadDocumentsOfAnAddedFormat() throws Exception {
        Path classes = compile(examples());
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(FormatProvider.class.getName()), "SubtitleFormat");
        Path film = Files.writeString(
                folder.resolve("film.srt"),
                "1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n2\n00:00:03,000 --> x\nBye.\n");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            loader.loadClass("ListDocuments").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {film.toString()});
            byte[] text = TextExtractor.of(ReaderOptions.DEFAULT).text("film.srt", Files.readAllBytes(film));
            assertEquals("Hello.\n\nBye.\n", new String(text, StandardCharsets.UTF_8));
            TextMap map = TextExtractor.of(ReaderOptions.DEFAULT)
                    .mappedText("film.srt", Files.readAllBytes(film))
                    .map()
                    .orElseThrow();
            assertEquals(new TextRange(32, 38, 32, 38), map.original(new TextRange(0, 6, 0, 6)));
        }
        assertEquals("film.srt: 13 bytes\n", printed.toString(StandardCharsets.UTF_8));
    }
}
