package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.ReadAll.FailingStream;
import io.whorl.corpus.ReadAll.Plugins;
import io.whorl.corpus.ReadAll.ReadingFixture;
import io.whorl.corpus.example.CardFormat;
import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.FormatProvider;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import io.whorl.testing.Packed;
import io.whorl.testing.Sources;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests formats of applications, also those that throw unexpected exceptions, which must affect only the source that
 * they read. Runs on the thread whose class loader it sets.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SAME_THREAD)
class PluginTest extends ReadingFixture {
    private static final byte[] CARDS =
            Packed.utf8("== a.1\nFirst\ncard.\n== a.2\n" + "long ".repeat(30) + "\n== a.3\nThird.\n");

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    private void plugIn(Class<?> format) {
        Thread.currentThread().setContextClassLoader(Plugins.loader(dir, FormatProvider.class, format));
    }

    @AfterEach
    void unplug() {
        Thread.currentThread().setContextClassLoader(before);
    }

    @Test
    void anApplicationFormatIsReadLikeTheBuiltInOnes() throws IOException {
        read("x.cards", CARDS).gives("x.cards=" + new String(CARDS, StandardCharsets.UTF_8));
        plugIn(CardFormat.class);
        FormatOptions options = FormatOptions.DEFAULT.maxDocument(100);
        read(options, "x.cards", CARDS)
                .gives("a.1=First\ncard.\n", "a.3=Third.\n")
                .skips(Reason.TOO_LARGE);
        ReadAll packed = read(options, "x.tar.gz", Packed.gzip(TestArchives.tarOf("old.cards", CARDS)))
                .gives("a.1=First\ncard.\n", "a.3=Third.\n")
                .skips(Reason.TOO_LARGE);
        assertEquals(
                dir.resolve("x.tar.gz") + "!old.cards#a.1",
                packed.documents().get(0).place());
    }

    /** Delivers a good document, then one that fails after as many bytes as its file name states; none for -1. */
    public static final class FaultyFormat implements FormatProvider, ContainerFormat {
        @Override
        public List<ContainerFormat> containers() {
            return List.of(this);
        }

        @Override
        public String name() {
            return "careless";
        }

        @Override
        public boolean recognises(Head head) {
            return head.isNamed(".careless");
        }

        @Override
        public PartReader open(Part whole, ReadContext context) {
            int good = Integer.parseInt(whole.name().substring(0, whole.name().indexOf('.')));
            return new PartReader() {
                private int given;

                @Override
                public Optional<Part> next() {
                    if (good < 0 && given > 0) {
                        throw new CancellationException("a mistake");
                    }
                    InputStream body = given == 0
                            ? new ByteArrayInputStream(new byte[] {'x'})
                            : new FailingStream("x".repeat(good).getBytes(StandardCharsets.US_ASCII), good) {
                                @Override
                                void fail() {
                                    throw new IllegalStateException("a mistake");
                                }
                            };
                    return Optional.of(Part.member(whole.place() + "#" + given, "part-" + given++, body));
                }

                @Override
                public void close() {}
            };
        }
    }

    @Test
    void aCancellationByAFormatIsNotTheEndOfTheSources() throws IOException {
        plugIn(FaultyFormat.class);
        Path bad = write("-1.careless", "-");
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> ReadAll.of(bad));
        assertTrue(e.getMessage().contains("a mistake"), e.getMessage());
    }

    @Test
    void runtimeExceptionsOfAStreamAreDamage() throws IOException {
        plugIn(FaultyFormat.class);
        for (int good : new int[] {0, 1, Head.MAX_BYTES, 3 * Head.MAX_BYTES}) {
            Path bad = write(good + ".careless", "-");
            ReadAll all = ReadAll.of(bad, write("next.txt", "n"))
                    .gives("part-0=x", "next.txt=n")
                    .skips(Reason.DAMAGED);
            assertEquals(bad.toString(), all.place(0));
            assertTrue(all.detail(0).contains("a mistake"), all.detail(0));
        }
    }

    // The examples of docs/formats.md.

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
            Sources.compile(source.getKey(), source.getValue(), System.getProperty("java.class.path"), classes);
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
