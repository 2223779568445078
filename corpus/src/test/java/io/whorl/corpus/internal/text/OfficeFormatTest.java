package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OfficeFormatTest {
    private static final String PDF = "%PDF-1.7\n";

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

    private String text(String document) throws TextConversionException {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        return new String(office.text(bytes, TextOf.head("folder/a.pdf", "", bytes)), StandardCharsets.UTF_8);
    }

    private void assertFails(Skipped.Reason reason, String detail, String document) {
        TextConversionException e = assertThrows(TextConversionException.class, () -> text(document));
        assertEquals(reason, e.reason());
        assertTrue(e.getMessage().contains(detail), e.getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void everySupportedTikaConvertsDocuments(TikaVersion version) throws Exception {
        Thread.currentThread().setContextClassLoader(LOADERS.get(version));
        assertEquals("First line.\n\nna\u00efve < more.\n\na.pdf", text(PDF + "First line.\nna\u00efve < more.\nNAME"));
    }

    private MappedText mapped(String document) throws TextConversionException {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        MappedText mapped = office.mappedText(bytes, TextOf.head("folder/a.pdf", "", bytes));
        assertArrayEquals(office.text(bytes, TextOf.head("folder/a.pdf", "", bytes)), mapped.utf8());
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
                mapped(PDF + "title\nPAGE\n\ud83d\ude00 one\nmore\nEND\nPAGE\nEND\nPAGE\nthree\nATTACHED\nPAGE\n"
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
        assertEquals("SHEET 2 2", page(mapped(PDF + "XLSX\nSHEET\none\nEND\nSHEET\ntwo\nEND"), "two"));
        assertEquals("SLIDE 2 2", page(mapped(PDF + "PPTX\nSLIDE\none\nEND\nSLIDE\ntwo\nEND"), "two"));
    }

    @ParameterizedTest
    @EnumSource
    void paragraphsAreCountedWithoutPages(TikaVersion version) throws Exception {
        Thread.currentThread().setContextClassLoader(LOADERS.get(version));
        MappedText text = mapped(PDF + "first\n\nsecond \ud83d\ude00\nthird");
        assertEquals("PARAGRAPH 1 1", page(text, "first"));
        assertEquals("PARAGRAPH 2 2", page(text, "second"));
        assertEquals("PARAGRAPH 3 3", page(text, "third"));
        assertEquals("PARAGRAPH 1 2", page(text, "first\n\nsecond"));
    }

    @ParameterizedTest
    @EnumSource
    void failuresOfTikaAreReported(TikaVersion version) throws Exception {
        Thread.currentThread().setContextClassLoader(LOADERS.get(version));
        assertFails(Skipped.Reason.INVALID, "a broken table", PDF + "FAIL");
        assertFails(Skipped.Reason.INVALID, "StackOverflow", PDF + "OVERFLOW");
        assertFails(Skipped.Reason.NOT_TEXT, "found no text", PDF);
        assertFails(Skipped.Reason.NOT_TEXT, "its parsers are not on the class path", "{\\rtf1 Text}");
        assertFails(Skipped.Reason.TOO_LARGE, "characters of text", PDF + "REPEAT");
    }

    @Test
    void documentsAreReportedWithoutTika() throws Exception {
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        assertFails(Skipped.Reason.NO_READER, "a PDF, which needs Apache Tika 3 or 4", PDF + "Text");
        assertFails(Skipped.Reason.NO_READER, "an RTF document, which needs Apache Tika 3 or 4", "{\\rtf1 Text}");
        Thread.currentThread().setContextClassLoader(LOADERS.get(TikaVersion.FOUR));
        assertEquals("Text", text(PDF + "Text"));
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
                    PDF + "Text");
        }
    }
}
