package io.whorl.corpus.internal.text;

import static io.whorl.corpus.internal.text.TextOf.officeFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OfficeFormatTest {
    private static final String RTF = "{\\rtf1\n";

    private final OfficeFormat office = new OfficeFormat();
    private final ClassLoader context = Thread.currentThread().getContextClassLoader();

    @TempDir
    static Path folder;

    private static final Map<TikaVersion, URLClassLoader> LOADERS = new EnumMap<>(TikaVersion.class);

    @BeforeAll
    static void loadTika() throws IOException {
        for (TikaVersion version : TikaVersion.values()) {
            LOADERS.put(version, version.loader(Files.createDirectory(folder.resolve(version.name()))));
        }
    }

    @AfterAll
    static void closeLoaders() throws IOException {
        for (URLClassLoader loader : LOADERS.values()) {
            loader.close();
        }
    }

    @AfterEach
    void restoreClassLoader() {
        Thread.currentThread().setContextClassLoader(context);
    }

    private static byte[] bytes(String document) {
        return document.getBytes(StandardCharsets.UTF_8);
    }

    private String text(String document) throws TextConversionException {
        byte[] bytes = bytes(document);
        return new String(office.text(bytes, TextOf.head("folder/a.rtf", "", bytes)), StandardCharsets.UTF_8);
    }

    private void assertFails(Skipped.Reason reason, String detail, String document) {
        officeFails(reason, detail, bytes(document), "folder/a.rtf");
    }

    @ParameterizedTest
    @EnumSource
    void everySupportedTikaConvertsDocuments(TikaVersion version) throws Exception {
        Thread.currentThread().setContextClassLoader(LOADERS.get(version));
        assertEquals("First line.\n\nna\u00efve < more.\n\na.rtf", text(RTF + "First line.\nna\u00efve < more.\nNAME"));
    }

    private MappedText mapped(String document) throws TextConversionException {
        byte[] bytes = bytes(document);
        MappedText mapped = office.mappedText(bytes, TextOf.head("folder/a.rtf", "", bytes));
        assertArrayEquals(office.text(bytes, TextOf.head("folder/a.rtf", "", bytes)), mapped.utf8());
        assertEquals(Optional.empty(), mapped.map());
        return mapped;
    }

    /** The page of a word of the text in words; empty if it is on no page. */
    private static String page(MappedText text, String word) {
        String string = new String(text.utf8(), StandardCharsets.UTF_8);
        int start = string.codePointCount(0, string.indexOf(word));
        return text.pages()
                .pages(start, start + word.length())
                .map(p -> p.kind() + " " + p.first() + " " + p.last())
                .orElse("");
    }

    @ParameterizedTest
    @EnumSource
    void pagesAreThoseThatTikaMarks(TikaVersion version) throws Exception {
        Thread.currentThread().setContextClassLoader(LOADERS.get(version));
        MappedText text =
                mapped(RTF + "title\nPAGE\n\ud83d\ude00 one\nmore\nEND\nPAGE\nEND\nPAGE\nthree\nATTACHED\nPAGE\n"
                        + "inside\nEND\nEND\nagain\nEND\noutline\nPAGE\nfour\nEND");
        assertEquals("", page(text, "title"));
        assertEquals("PAGE 1 1", page(text, "one"));
        assertEquals("PAGE 1 1", page(text, "more"));
        assertEquals("PAGE 3 3", page(text, "three"));
        assertEquals("", page(text, "inside"));
        assertEquals("PAGE 3 3", page(text, "again"));
        assertEquals("", page(text, "outline"));
        assertEquals("PAGE 4 4", page(text, "four"));
        assertEquals("PAGE 1 3", page(text, "one\n\nmore\n\nthree"));
        assertEquals("PAGE 3 4", page(text, "again\n\noutline\n\nfour"));
    }

    @ParameterizedTest
    @EnumSource
    void sheetsAndSlidesAreNamedByTheTypeOfTheDocument(TikaVersion version) throws Exception {
        Thread.currentThread().setContextClassLoader(LOADERS.get(version));
        assertEquals("SHEET 2 2", page(mapped(RTF + "XLSX\nSHEET\none\nEND\nSHEET\ntwo\nEND"), "two"));
        assertEquals("SLIDE 2 2", page(mapped(RTF + "PPTX\nSLIDE\none\nEND\nSLIDE\ntwo\nEND"), "two"));
    }

    @ParameterizedTest
    @EnumSource
    void paragraphsAreCountedWithoutPages(TikaVersion version) throws Exception {
        Thread.currentThread().setContextClassLoader(LOADERS.get(version));
        MappedText text = mapped(RTF + "first\n\nsecond \ud83d\ude00\nthird");
        assertEquals("PARAGRAPH 1 1", page(text, "first"));
        assertEquals("PARAGRAPH 2 2", page(text, "second"));
        assertEquals("PARAGRAPH 3 3", page(text, "third"));
        assertEquals("PARAGRAPH 1 2", page(text, "first\n\nsecond"));
    }

    @ParameterizedTest
    @EnumSource
    void failuresOfTikaAreReported(TikaVersion version) throws Exception {
        Thread.currentThread().setContextClassLoader(LOADERS.get(version));
        assertFails(Skipped.Reason.INVALID, "a broken table", RTF + "FAIL");
        assertFails(Skipped.Reason.INVALID, "StackOverflow", RTF + "OVERFLOW");
        assertFails(Skipped.Reason.NO_READER, "found no text", RTF);
        assertFails(Skipped.Reason.NO_READER, "its parsers are not on the class path", "{\\rtf1 Text}");
        assertFails(Skipped.Reason.TOO_LARGE, "characters of text", RTF + "REPEAT");
    }

    /** A font may have codes of its own: in order of the alphabet, but elsewhere, or in the order of use. */
    private static String shifted(String text, int by) {
        StringBuilder shifted = new StringBuilder();
        text.chars().forEach(c -> shifted.append((char) (c > ' ' ? c + by : c)));
        return shifted.toString();
    }

    @Test
    void aTextThatIsNotLanguageIsNamed() {
        String prose =
                "The keeper of the lighthouse writes down each ship that passes at night, where it goes, and what the"
                        + " weather is. Nobody has read these books for many years, until a student found them.";
        assertEquals(Optional.empty(), Legibility.problem(prose));
        for (String soup : List.of(
                "v v l j q p h q",
                shifted(prose, -29),
                shifted(prose, 1),
                shifted(prose.replaceAll("[^a-z ]", ""), -0x3d),
                prose.replaceAll("[a-m]", "\ufffd"),
                shifted(prose, 0xf000),
                shifted(
                        "\u0421\u043c\u043e\u0442\u0440\u0438\u0442\u0435\u043b\u044c \u043c\u0430\u044f\u043a\u0430 "
                                .repeat(4),
                        -0x350),
                prose.replaceAll("(?<=[a-z])", " "))) {
            assertTrue(Legibility.problem(soup).isPresent(), soup);
        }
        String symbols = shifted(prose.replaceAll("[^a-o ]", ""), -0x40);
        assertTrue(Legibility.problem(symbols).orElse("").contains("symbols"));
    }

    /** The share of vowels, the length of words and the alphabet differ, and none of this makes a text illegible. */
    @Test
    void textsInAllLanguagesAreLegible() throws IOException {
        try (InputStream in = OfficeFormatTest.class.getResourceAsStream("legible.txt")) {
            String texts = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            texts.lines().forEach(text -> assertEquals(Optional.empty(), Legibility.problem(text.replace('↵', '\n'))));
        }
    }

    @Test
    void documentsAreReportedWithoutTika() throws Exception {
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        assertFails(Skipped.Reason.NO_READER, "an RTF document, which needs Apache Tika 3 or 4", "{\\rtf1 Text}");
        Thread.currentThread().setContextClassLoader(LOADERS.get(TikaVersion.FOUR));
        assertEquals("Text", text(RTF + "Text"));
    }

    @Test
    void anUnknownVersionOfTikaIsNamedAsTheProblem() throws Exception {
        Path source = folder.resolve("AutoDetectParser.java");
        Files.writeString(source, "package org.apache.tika.parser; public class AutoDetectParser {}");
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", folder.toString(), source.toString()));
        URL[] classes = {folder.toUri().toURL()};
        try (URLClassLoader tika = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(tika);
            assertFails(
                    Skipped.Reason.NO_READER,
                    "Apache Tika 3 or 4; the Tika on the class path cannot be used: java.lang.ClassNotFoundException",
                    RTF + "Text");
        }
    }

    /** A version of Tika that the build copied to the target directory, loaded apart from everything else. */
    enum TikaVersion {
        THREE("tika-3", "java.io.InputStream"),
        FOUR("tika-4", "org.apache.tika.io.TikaInputStream");

        private static final String PARSER = "sample.LineRtfParser";

        private final Path jars;
        private final String stream;

        TikaVersion(String directory, String stream) {
            jars = Path.of("target", directory);
            this.stream = stream;
        }

        /** A class loader of Tika's core and of a parser for what the tests call RTF. */
        URLClassLoader loader(Path folder) throws IOException {
            List<Path> classPath = new ArrayList<>();
            try (Stream<Path> files = Files.list(jars)) {
                files.sorted().forEach(classPath::add);
            }
            Path classes = Files.createDirectories(folder.resolve("classes"));
            compile(classPath, Files.createDirectories(folder.resolve("sources")), classes);
            Path services = Files.createDirectories(classes.resolve("META-INF/services"));
            Files.writeString(services.resolve("org.apache.tika.parser.Parser"), PARSER);
            classPath.add(classes);
            URL[] urls = classPath.stream().map(TikaVersion::url).toArray(URL[]::new);
            return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        }

        private void compile(List<Path> classPath, Path sources, Path classes) throws IOException {
            Path source = sources.resolve("LineRtfParser.java");
            try (InputStream template = TikaVersion.class.getResourceAsStream("/tika/LineRtfParser.java.txt")) {
                String code = new String(template.readAllBytes(), StandardCharsets.UTF_8);
                Files.writeString(source, code.replace("STREAM", stream));
            }
            String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            int exit = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "-proc:none", "-cp", path, "-d", classes.toString(), source.toString());
            assertEquals(0, exit, "the sample parser does not compile against " + jars);
        }

        private static URL url(Path path) {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
