package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.TextFormats.PlainFormat;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.ZipEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecognitionTest {
    @ParameterizedTest
    @CsvFileSource(resources = "recognised.csv", delimiter = ';', quoteCharacter = '^')
    void formatsAreRecognisedByBytesAndNames(String format, String name, String document) {
        assertEquals(
                format,
                TextOf.format(
                        name == null ? "" : name, document.replace('^', '"').replace('~', '\n')));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "media-types.csv")
    void formatsAreRecognisedByMediaType(String format, String mediaType) {
        assertEquals(format, TextOf.format("x.md", mediaType, "<html><p>text".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void plainTextHasNoFormat() {
        for (String document :
                new String[] {"<!doctype html>", ".TH X 1", "\\documentclass{x}", "%PDF-1.7", "GIF89a"}) {
            assertEquals("none", TextOf.format("x.md", Part.TEXT, document.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void utf16AndUtf32AreConverted(String charset) throws Exception {
        byte[] document = "\ufeffna\u00efve \ud83d\ude00\n".getBytes(charset);
        assertEquals("plain", TextOf.format("x.txt", "", document));
        assertEquals("na\u00efve \ud83d\ude00\n", TextOf.text(new PlainFormat(), "", document));
        byte[] cut = java.util.Arrays.copyOf(document, document.length - 1);
        assertEquals("na\u00efve \ud83d\ude00\ufffd", TextOf.text(new PlainFormat(), "", cut));
    }

    @Test
    void textsWithNulsStayDocuments() {
        assertEquals("none", TextOf.format("nul", "\0\n\0"));
        assertEquals("none", TextOf.format("x.md", "a\0b"));
        assertEquals("none", TextOf.format("x.txt", "GIF or MZ or PK"));
    }

    @Test
    void binariesAreReported() {
        byte[] png = "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR".getBytes(StandardCharsets.ISO_8859_1);
        assertEquals("binary", TextOf.format("x.txt", "", png));
        assertNoText(Skipped.Reason.NOT_TEXT, "a PNG picture", "", png);
    }

    private static byte[] random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void assertNoText(Skipped.Reason reason, String detail, String name, byte[] document) {
        Head head = TextOf.head(name, "", document);
        TextFormat format = new TextFormats()
                .texts().stream()
                        .filter(f -> f.recognises(head))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(name + " is taken for text"));
        TextConversionException e =
                assertThrows(TextConversionException.class, () -> format.text(document, head), name);
        assertEquals(reason, e.reason(), name);
        assertTrue(e.getMessage().contains(detail), e.getMessage());
    }

    @Test
    void binaryFilesAreNeverTakenForText() throws IOException {
        byte[] docx = zip(9, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w/>".repeat(500));
        Arrays.fill(docx, 0, 4, (byte) 0);
        assertNoText(Skipped.Reason.DAMAGED, "its name says", "a.docx", docx);
        byte[] sqlite = latin1("SQLite format 3\0");
        byte[] parquet = latin1("PAR1\u0015\0\u0015 a column of words that fill the first page of the file");
        assertNoText(Skipped.Reason.NO_READER, "a Parquet file", "part-0", parquet);
        assertNoText(Skipped.Reason.NO_READER, "a Parquet file", "a.parquet", random(1, 5_000));
        assertNoText(Skipped.Reason.NO_READER, "a database", "a.txt", sqlite);
        assertNoText(Skipped.Reason.NOT_TEXT, "its bytes are binary", "zeros", new byte[2_048]);
        for (int seed = 0; seed < 200; seed++) {
            byte[] bytes = random(seed, 200 + 20 * seed);
            bytes[0] = 1;
            assertNoText(Skipped.Reason.NOT_TEXT, "its bytes are binary", "a.bin", bytes);
            assertNoText(Skipped.Reason.DAMAGED, "its bytes are binary", "a.txt", bytes);
            assertNoText(Skipped.Reason.DAMAGED, "its name says", "a.PDF", bytes);
            bytes[0] = (byte) 0xff;
            bytes[1] = (byte) 0xfe;
            assertNoText(Skipped.Reason.NOT_TEXT, "its bytes are binary", "marked", bytes);
        }
        for (String name : new String[] {"a.docx", "a.odt", "a.pdf", "a.epub"}) {
            assertNoText(Skipped.Reason.DAMAGED, "its name says", name, random(2, 3));
            assertNoText(Skipped.Reason.DAMAGED, "its name says", name, new byte[0]);
            assertNoText(Skipped.Reason.DAMAGED, "its name says", name, latin1("words"));
        }
        for (String charset : new String[] {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}) {
            byte[] text = "A text without a byte order mark, na\u00efve as it is.\n".getBytes(charset);
            assertNoText(Skipped.Reason.NO_READER, "without a byte order mark", "a.txt", text);
        }
    }

    @Test
    void textsInAnyEncodingWithAFewControlCharactersAreRead() throws IOException {
        String cyrillic = "\u0421\u044a\u0435\u0448\u044c \u0435\u0449\u0451 \u044d\u0442\u0438\u0445 ";
        for (String charset : new String[] {"KOI8-R", "windows-1251", "IBM866", "UTF-8"}) {
            assertEquals("none", TextOf.format("a.txt", "", cyrillic.repeat(100).getBytes(charset)), charset);
        }
        String japanese = "\u3053\u308c\u306f\u6587\u7ae0\u3067\u3059\u3002\n";
        for (String charset : new String[] {"Shift_JIS", "EUC-JP", "ISO-2022-JP"}) {
            assertEquals("none", TextOf.format("a.txt", "", japanese.repeat(100).getBytes(charset)), charset);
        }
        byte[] korean = "\ud55c\uad6d\uc5b4 \ubb38\uc7a5\n".repeat(50).getBytes("ISO-2022-KR");
        assertEquals("none", TextOf.format("a.txt", "", korean));
        assertEquals("none", TextOf.format("a.txt", "", latin1("na\u00efve caf\u00e9 \u00bfqu\u00e9?\n".repeat(50))));
        assertEquals("none", TextOf.format("cat.txt", "N\bNA\bAM\bME\bE\n".repeat(50)));
        assertEquals("none", TextOf.format("colour.log", "\u001b[31mred\u001b[0m\n".repeat(50)));
        assertEquals("none", TextOf.format("dos.txt", "A text from DOS.\r\n\f\u001a"));
        assertEquals(
                "none", TextOf.format("few.txt", "A text with a few controls. ".repeat(20) + "\0\u0001\u0002\u007f"));
        assertEquals(
                "plain", TextOf.format("a.txt", "", ("\ufeff" + "a few words ".repeat(9) + "\0").getBytes("UTF-16LE")));
    }

    @ParameterizedTest
    @CsvSource({
        "office, x.bin, [Content_Types].xml, <Types/>",
        "office, x.bin, mimetype, application/epub+zip",
        "office, x.bin, mimetype, application/vnd.oasis.opendocument.text",
        "office, x.docx, word/document.xml, x",
        "binary, x.zip, word/document.xml, x",
        "binary, x.zip, mimetype, application/x-other",
        "binary, x.zip, a.txt, a text about [Content_Types].xml"
    })
    void officeFilesAreToldFromOtherZips(String format, String name, String member, String content) throws IOException {
        byte[] zip = Packed.zip(member, content);
        assertEquals(format, TextOf.format(name, "", zip));
        assertEquals(format.equals("office"), TextFormats.inArchives().get(0).recognises(TextOf.head(name, "", zip)));
    }

    /** The headers of the members state their sizes. */
    private static byte[] zip(int level, String... namesAndContents) throws IOException {
        SeekableInMemoryByteChannel bytes = new SeekableInMemoryByteChannel();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(bytes)) {
            zip.setMethod(level == 0 ? ZipEntry.STORED : ZipEntry.DEFLATED);
            zip.setLevel(level);
            for (int i = 0; i < namesAndContents.length; i += 2) {
                zip.putArchiveEntry(new ZipArchiveEntry(namesAndContents[i]));
                zip.write(latin1(namesAndContents[i + 1]));
                zip.closeArchiveEntry();
            }
        }
        return Arrays.copyOf(bytes.array(), (int) bytes.size());
    }

    /** Programs write members in any order, and crawlers often keep neither name nor media type. */
    @Test
    void officeFilesAreRecognisedByTheirFirstMembers() throws IOException {
        for (int level : new int[] {0, 9}) {
            assertEquals(
                    "office",
                    TextOf.format("", "", zip(level, "word/document.xml", "<w/>", "[Content_Types].xml", "<Types/>")));
            assertEquals("office", TextOf.format("", "", zip(level, "word/fonts/a.odttf", "x", "_rels/.rels", "<R/>")));
            assertEquals(
                    "office", TextOf.format("", "", zip(level, "mimetype", "application/epub+zip", "a.xhtml", "<p>")));
            assertEquals("office", TextOf.format("", "", zip(level, "a.ttf", "x", "META-INF/container.xml", "<c/>")));
            assertEquals(
                    "binary", TextOf.format("", "", zip(level, "mimetype", "image/openraster", "data/a.png", "x")));
            byte[] office = zip(level, "[Content_Types].xml", "<Types/>");
            assertEquals(
                    "binary",
                    TextOf.format("", "", zip(level, "a.docx", new String(office, StandardCharsets.ISO_8859_1))),
                    "an office file in an archive does not make it one");
        }
        byte[] other = zip(9, "word/document.xml", "<w/>");
        assertEquals("binary", TextOf.format("", "application/octet-stream", other));
        assertEquals(
                "office",
                TextOf.format("", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", other));
        for (int cut = 0; cut < 200; cut++) {
            byte[] whole = zip(9, "mimetype", "application/epub+zip", "META-INF/container.xml", "<c/>");
            TextOf.format("", "", Arrays.copyOf(whole, Math.min(cut, whole.length)));
        }
    }
}
