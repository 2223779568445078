package io.whorl.corpus.internal.text;

import static io.whorl.corpus.internal.text.TextOf.officeFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.testing.Packed;
import io.whorl.testing.Sources;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.graphics.color.PDCalRGB;
import org.apache.pdfbox.pdmodel.graphics.color.PDColor;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OfficeFormatTest {
    private static final String RTF = "{\\rtf1\n";

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
        use(context);
    }

    private static void use(ClassLoader loader) {
        Thread.currentThread().setContextClassLoader(loader);
    }

    private static void assertFails(Reason reason, String detail, String document) {
        officeFails(reason, detail, Packed.utf8(document), "folder/a.rtf");
    }

    @ParameterizedTest
    @EnumSource
    void everySupportedTikaConvertsDocuments(TikaVersion version) throws Exception {
        use(LOADERS.get(version));
        assertEquals(
                "First line.\n\nna\u00efve < more.\n\na.rtf",
                text(mapped(RTF + "First line.\nna\u00efve < more.\nNAME")));
    }

    private static MappedText mapped(String document) throws TextConversionException {
        OfficeFormat office = new OfficeFormat();
        byte[] bytes = Packed.utf8(document);
        MappedText mapped = office.text(bytes, TextOf.head("folder/a.rtf", "", bytes), true);
        assertArrayEquals(
                office.text(bytes, TextOf.head("folder/a.rtf", "", bytes), false)
                        .utf8(),
                mapped.utf8());
        assertEquals(Optional.empty(), mapped.map());
        return mapped;
    }

    /** The page of a word of the text in words; empty if it is on no page. */
    private static String page(MappedText text, String word) {
        int start = text(text).codePointCount(0, text(text).indexOf(word));
        return text.pages()
                .pages(start, start + word.length())
                .map(p -> p.kind() + " " + p.first() + " " + p.last())
                .orElse("");
    }

    @ParameterizedTest
    @EnumSource
    void placesAreThePagesSheetsSlidesOrParagraphsThatTikaMarks(TikaVersion version) throws Exception {
        use(LOADERS.get(version));
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
        assertEquals("SHEET 2 2", page(mapped(RTF + "XLSX\nSHEET\none\nEND\nSHEET\ntwo\nEND"), "two"));
        assertEquals("SLIDE 2 2", page(mapped(RTF + "PPTX\nSLIDE\none\nEND\nSLIDE\ntwo\nEND"), "two"));
        MappedText unpaged = mapped(RTF + "first\n\nsecond \ud83d\ude00\nthird");
        assertEquals("PARAGRAPH 1 1", page(unpaged, "first"));
        assertEquals("PARAGRAPH 2 2", page(unpaged, "second"));
        assertEquals("PARAGRAPH 3 3", page(unpaged, "third"));
        assertEquals("PARAGRAPH 1 2", page(unpaged, "first\n\nsecond"));
    }

    @ParameterizedTest
    @EnumSource
    void failuresOfTikaAreReported(TikaVersion version) throws Exception {
        use(LOADERS.get(version));
        assertFails(Reason.INVALID, "a broken table", RTF + "FAIL");
        assertFails(Reason.INVALID, "StackOverflow", RTF + "OVERFLOW");
        assertFails(Reason.NO_READER, "found no text", RTF);
        assertFails(Reason.NO_READER, "its parsers are not on the class path", "{\\rtf1 Text}");
        assertFails(Reason.TOO_LARGE, "characters of text", RTF + "REPEAT");
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
    void textsInAllLanguagesAreLegible() {
        Sources.resource(OfficeFormatTest.class, "legible.txt")
                .lines()
                .forEach(text -> assertEquals(Optional.empty(), Legibility.problem(text.replace('↵', '\n'))));
    }

    @Test
    void documentsAreReportedWithoutTika() throws Exception {
        use(ClassLoader.getPlatformClassLoader());
        assertFails(Reason.NO_READER, "an RTF document, which needs Apache Tika 3 or 4", "{\\rtf1 Text}");
        use(LOADERS.get(TikaVersion.FOUR));
        assertEquals("Text", text(mapped(RTF + "Text")));
    }

    @Test
    void anUnknownVersionOfTikaIsNamedAsTheProblem() throws Exception {
        String code = "package org.apache.tika.parser; public class AutoDetectParser {}";
        Sources.compile("AutoDetectParser", code, "", folder);
        URL[] classes = {folder.toUri().toURL()};
        try (URLClassLoader tika = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
            use(tika);
            assertFails(
                    Reason.NO_READER,
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
            String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
            String code = Sources.resource(TikaVersion.class, "/tika/LineRtfParser.java.txt");
            Sources.compile("LineRtfParser", code.replace("STREAM", stream), path, classes);
            Path services = Files.createDirectories(classes.resolve("META-INF/services"));
            Files.writeString(services.resolve("org.apache.tika.parser.Parser"), PARSER);
            classPath.add(classes);
            URL[] urls = classPath.stream().map(TikaVersion::url).toArray(URL[]::new);
            return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        }

        private static URL url(Path path) {
            try {
                return path.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    // Office files that need no Tika.

    private static final String W = " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\""
            + " xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\"";
    private static final String ODT = "application/vnd.oasis.opendocument.text";

    private static byte[] zip(Map<String, String> members) {
        return Packed.zip(members.entrySet().stream()
                .flatMap(member -> Stream.of(member.getKey(), member.getValue()))
                .toArray());
    }

    private static Map<String, String> docx(String body) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("[Content_Types].xml", "<Types/>");
        members.put("word/document.xml", "<w:document" + W + "><w:body>" + body + "</w:body></w:document>");
        return members;
    }

    private static Map<String, String> odt(String styles, String body) {
        String content = "<o:document-content xmlns:o=\"o\" xmlns:text=\"t\" xmlns:style=\"s\" xmlns:fo=\"f\""
                + " xmlns:table=\"b\"><o:automatic-styles>" + styles + "</o:automatic-styles><o:body><o:text>" + body
                + "</o:text></o:body></o:document-content>";
        Map<String, String> members = new LinkedHashMap<>();
        members.put("mimetype", ODT);
        members.put("content.xml", content);
        return members;
    }

    private static MappedText read(byte[] document, String name) throws TextConversionException {
        return new OfficeFormat().text(document, TextOf.head(name, "", document), true);
    }

    private static MappedText word(String body) throws Exception {
        return read(zip(docx(body)), "a.docx");
    }

    private static String text(MappedText text) {
        return new String(text.utf8(), StandardCharsets.UTF_8);
    }

    private static String run(String properties, String text) {
        return "<w:r><w:rPr>" + properties + "</w:rPr><w:t xml:space=\"preserve\">" + text + "</w:t></w:r>";
    }

    private static String p(String content) {
        return "<w:p>" + content + "</w:p>";
    }

    @Test
    void aWordDocumentIsReadInTheOrderOfTheFile() throws Exception {
        Map<String, String> members = docx("");
        members.put("word/document.xml", Sources.resource(OfficeFormatTest.class, "document.xml"));
        members.put(
                "word/footnotes.xml",
                "<w:footnotes" + W + "><w:footnote>" + p(run("", "A note")) + "</w:footnote></w:footnotes>");
        MappedText text = read(zip(members), "");
        assertEquals(
                "The title\n\nOne word & more <x> tab\nline\n\ncell\n\nother\n\nkept end\n\nbox\n\nA note", text(text));
        assertEquals("PARAGRAPH 4 4", page(text, "other"));
        assertEquals(HiddenText.NONE, text.hidden());
    }

    @ParameterizedTest
    @CsvFileSource(resources = "hidden-runs.txt", delimiter = '|', quoteCharacter = '\'')
    void hiddenRunsAreLeftOutAndCounted(String properties) throws Exception {
        Map<String, String> members = docx(p(run("", "Seen ") + run(properties, "not seen ") + run("", "again")));
        members.put(
                "word/styles.xml",
                "<w:styles" + W + "><w:style w:styleId=\"Base\"><w:rPr><w:vanish/></w:rPr></w:style>"
                        + "<w:style w:styleId=\"Ghost\"><w:basedOn w:val=\"Base\"/></w:style></w:styles>");
        MappedText text = read(zip(members), "a.docx");
        assertEquals("Seen again", text(text));
        assertEquals(new HiddenText(7, "not seen"), text.hidden());
    }

    @ParameterizedTest
    @CsvFileSource(resources = "seen-runs.txt", delimiter = '|', quoteCharacter = '\'')
    void runsThatAReaderSeesStay(String properties) throws Exception {
        MappedText text = word(p(run("", "Seen ") + run(properties, "too ") + run("", "again")));
        assertEquals("Seen too again", text(text));
        assertEquals(HiddenText.NONE, text.hidden());
    }

    @Test
    void whiteTextOnAColouredGroundStays() throws Exception {
        String white = run("<w:color w:val=\"FFFFFF\"/>", "white");
        String shaded =
                "<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill=\"000000\"/></w:tcPr>" + p(white) + "</w:tc></w:tr></w:tbl>";
        String styled = "<w:tbl><w:tblPr><w:tblStyle w:val=\"GridTable4\"/></w:tblPr><w:tr><w:tc>" + p(white)
                + "</w:tc></w:tr></w:tbl>";
        String plain = styled.replace("GridTable4", "TableGrid");
        String box = p("<w:r><w:txbxContent>" + p(white) + "</w:txbxContent></w:r>");
        assertEquals("white\n\nwhite\n\nwhite", text(word(shaded + styled + plain + box)));
        assertEquals(5, word(shaded + plain).hidden().characters());
    }

    @Test
    void anOpenDocumentTextIsReadInTheOrderOfTheFile() throws Exception {
        Map<String, String> members = odt("", "");
        members.put("content.xml", Sources.resource(OfficeFormatTest.class, "content.xml"));
        MappedText text = read(zip(members), "a.odt");
        assertEquals("Title\n\nOne two three end seen\n\ncell\n\nA note", text(text));
        assertEquals(new HiddenText(9, "white none"), text.hidden());
    }

    @Test
    void theEncodingIsThatOfTheByteOrderMark() throws Exception {
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            String main = "\ufeff" + docx(p(run("", "na\u00efve"))).get("word/document.xml");
            byte[] zip = Packed.zip("word/document.xml", main.getBytes(charset));
            assertEquals("na\u00efve", text(read(zip, "a.docx")));
        }
        // Some programs declare another encoding than they write.
        String main = "<?xml version=\"1.0\" encoding=\"utf-16\"?>\n"
                + docx(p(run("", "\u00ef"))).get("word/document.xml");
        assertEquals("\u00ef", text(read(Packed.zip("word/document.xml", main), "a.docx")));
    }

    // ---- hostile documents ----

    @Test
    void aDocumentThatIsCutOffIsDamaged() throws Exception {
        byte[] whole = zip(docx(p(run("", "word ".repeat(500)))));
        for (int end = 40; end < whole.length; end += 37) {
            officeFails(Reason.DAMAGED, "damaged", Arrays.copyOf(whole, end), "a.docx");
        }
        Map<String, String> broken = docx("");
        broken.put("word/document.xml", "<w:document" + W + "><w:p>");
        officeFails(Reason.DAMAGED, "damaged", zip(broken), "a.docx");
    }

    @Test
    void entitiesAreNotExpanded() throws Exception {
        Map<String, String> bomb = docx("");
        bomb.put(
                "word/document.xml",
                "<!DOCTYPE x [<!ENTITY a \"" + "x".repeat(1000) + "\"><!ENTITY b \"" + "&a;".repeat(1000) + "\">"
                        + "<!ENTITY c \"" + "&b;".repeat(1000) + "\">]><w:document" + W + "><w:p><w:r><w:t>&c;</w:t>"
                        + "</w:r></w:p></w:document>");
        officeFails(Reason.DAMAGED, "damaged", zip(bomb), "a.docx");
        bomb.put(
                "word/document.xml",
                "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/hostname\">]><w:document" + W
                        + "><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:document>");
        officeFails(Reason.DAMAGED, "damaged", zip(bomb), "a.docx");
    }

    @Test
    void whatExpandsTooMuchIsRefused() throws Exception {
        officeFails(Reason.TOO_LARGE, "characters of text", zip(docx(p(run("", "word ".repeat(300_000))))), "a.docx");
        officeFails(Reason.DAMAGED, "expands", zip(docx("<w:p/>".repeat(4_000_000))), "a.docx");
        officeFails(Reason.DAMAGED, "depth", zip(docx("<w:p>".repeat(3_000) + "</w:p>".repeat(3_000))), "a.docx");
    }

    @Test
    void aPasswordIsNamed() throws Exception {
        Map<String, String> members = odt("", "<text:p>x</text:p>");
        members.put("META-INF/manifest.xml", "<m:manifest xmlns:m=\"m\"><m:encryption-data/></m:manifest>");
        officeFails(Reason.NO_READER, "protected by a password", zip(members), "a.odt");
        byte[] ole = new byte[2048];
        byte[] start = {(byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, (byte) 0xa1, (byte) 0xb1, 0x1a, (byte) 0xe1};
        System.arraycopy(start, 0, ole, 0, start.length);
        byte[] name = "EncryptedPackage".getBytes(StandardCharsets.UTF_16LE);
        System.arraycopy(name, 0, ole, 1024, name.length);
        officeFails(Reason.NO_READER, "protected by a password", ole, "a.docx");
    }

    @Test
    void picturesWithoutTextAreNamed() throws Exception {
        assertEquals("", text(word(p(""))));
        Map<String, String> members = docx(p(""));
        members.put("word/media/image1.png", "x");
        officeFails(Reason.NO_READER, "pictures of text only", zip(members), "a.docx");
    }

    @ParameterizedTest
    @CsvSource({"a.docx", "a.odt", "''"})
    void otherArchivesOfOfficeDocumentsNeedTika(String name) throws Exception {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("[Content_Types].xml", "<Types/>");
        members.put("ppt/presentation.xml", "<p/>");
        use(ClassLoader.getPlatformClassLoader());
        officeFails(Reason.NO_READER, "needs Apache Tika", zip(members), name);
    }

    // PDF files.

    private static final String SEEN = "The keeper of the lighthouse writes down each ship that passes at night";

    /** The reader sets the fonts of PDFBox, which would read those of the system otherwise. */
    @BeforeAll
    static void setFonts() throws ClassNotFoundException {
        Class.forName(PdfText.class.getName());
    }

    /** Draws on a page. */
    private interface Drawing {
        void draw(PDPageContentStream page, PDDocument document) throws IOException;
    }

    private static byte[] pdf(Drawing... pages) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = document(pages)) {
            document.save(bytes);
        }
        return bytes.toByteArray();
    }

    private static PDDocument document(Drawing... pages) throws IOException {
        PDDocument document = new PDDocument();
        for (Drawing drawing : pages) {
            PDPage page = new PDPage();
            document.addPage(page);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                drawing.draw(content, document);
            }
        }
        return document;
    }

    private static void text(PDPageContentStream page, float x, float y, float size, String text) throws IOException {
        page.beginText();
        page.setFont(new PDType1Font(FontName.HELVETICA), size);
        page.newLineAtOffset(x, y);
        page.showText(text);
        page.endText();
    }

    /** Lines of text from the top, 14 points apart. */
    private static Drawing lines(String... lines) {
        return (page, document) -> {
            float y = 700;
            for (String line : lines) {
                if (!line.isEmpty()) {
                    text(page, 72, y, 11, line);
                }
                y -= 14;
            }
        };
    }

    private static MappedText read(byte[] document) throws TextConversionException {
        return read(document, "a.pdf");
    }

    /** Draws a picture without text. */
    private static void picture(PDPageContentStream page, PDDocument document, float... place) throws IOException {
        BufferedImage black = new BufferedImage(9, 9, BufferedImage.TYPE_INT_RGB);
        page.drawImage(LosslessFactory.createFromImage(document, black), place[0], place[1], place[2], place[3]);
    }

    /** A document that a password of the user protects. */
    private static byte[] protectedBy(String password) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PDDocument document = document(lines(SEEN))) {
            document.protect(new StandardProtectionPolicy("owner", password, new AccessPermission()));
            document.save(bytes);
        }
        return bytes.toByteArray();
    }

    @Test
    void linesBecomeParagraphsAndHyphenatedWordsWhole() throws Exception {
        String[] parts =
                Sources.resource(OfficeFormatTest.class, "pdf-lines.txt").split("\n==>\n");
        assertEquals(parts[1].strip(), text(read(pdf(lines(parts[0].split("\n"))))));
    }

    @Test
    void pagesAreKnownAndWhatIsRepeatedOnThemIsLeftOut() throws Exception {
        Drawing[] pages = new Drawing[4];
        List<String> words =
                List.of("first page of words", "second leaf of text", "third sheet of this", "last one here");
        for (int i = 0; i < pages.length; i++) {
            int number = i;
            pages[i] = (page, document) -> {
                text(page, 72, 760, 9, "An essay by Anna");
                text(page, 72, 700, 11, "This is the " + words.get(number) + " and it goes on to the");
                text(page, 72, 686, 11, "next line of the page and then on the following page the");
                text(page, 300, 40, 9, "Page " + (number + 1) + " of 4");
            };
        }
        MappedText text = read(pdf(pages));
        assertTrue(!text(text).contains("Anna") && !text(text).contains("of 4"), text(text));
        for (int i = 0; i < pages.length; i++) {
            assertEquals("PAGE " + (i + 1) + " " + (i + 1), page(text, words.get(i)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ink", "white", "white-cmyk", "white-rgb", "white-cal", "tiny", "outside", "scaled"})
    void whatAReaderDoesNotSeeIsLeftOutAndCounted(String how) throws Exception {
        byte[] document = pdf((page, pdf) -> {
            text(page, 72, 700, 11, SEEN);
            page.saveGraphicsState();
            switch (how) {
                case "ink" -> page.setRenderingMode(RenderingMode.NEITHER);
                case "white" -> page.setNonStrokingColor(0.99f, 1f, 1f);
                case "white-cmyk" -> page.setNonStrokingColor(0f, 0f, 0f, 0f);
                case "white-rgb" -> page.setNonStrokingColor(new PDColor(new float[] {1, 1, 1}, PDDeviceRGB.INSTANCE));
                case "white-cal" -> page.setNonStrokingColor(new PDColor(new float[] {1, 1, 1}, new PDCalRGB()));
                case "scaled" -> page.transform(org.apache.pdfbox.util.Matrix.getScaleInstance(0.1f, 0.1f));
                default -> {
                    // By size or place.
                }
            }
            text(page, how.equals("outside") ? 900 : 72, 600, how.equals("tiny") ? 1 : 11, "not seen");
            page.restoreGraphicsState();
            text(page, 72, 580, 11, "And");
            text(page, 100, 580, 11, "again");
        });
        MappedText text = read(document);
        assertEquals(SEEN + "\n\nAnd again", text(text));
        assertEquals(7, text.hidden().characters());
        assertEquals("notseen", text.hidden().excerpt().replace(" ", ""));
    }

    @Test
    void whiteLettersOnSomethingPaintedAreSeen() throws Exception {
        for (String painted : List.of("rectangle", "path", "picture")) {
            byte[] document = pdf((page, pdf) -> {
                text(page, 72, 700, 11, SEEN);
                page.setNonStrokingColor(0f, 0f, 0.5f);
                if (painted.equals("picture")) {
                    picture(page, pdf, 60, 590, 300, 30);
                } else if (painted.equals("rectangle")) {
                    page.addRect(60, 590, 300, 30);
                    page.fill();
                } else {
                    page.moveTo(60, 590);
                    page.lineTo(360, 620);
                    page.fill();
                }
                page.setNonStrokingColor(1f);
                text(page, 72, 600, 11, "White on it");
            });
            assertTrue(text(read(document)).endsWith("White on it"), painted);
            assertEquals(HiddenText.NONE, read(document).hidden(), painted);
        }
    }

    @Test
    void theRecognisedTextOfAScanIsRead() throws Exception {
        byte[] document = pdf((page, pdf) -> {
            picture(page, pdf, 0, 0, 600, 800);
            page.setRenderingMode(RenderingMode.NEITHER);
            text(page, 72, 700, 11, SEEN);
        });
        assertEquals(SEEN, text(read(document)));
        assertEquals(HiddenText.NONE, read(document).hidden());
    }

    // ---- documents without text, and hostile ones ----

    @Test
    void whyADocumentCannotBeReadIsSaidInPlainWords() throws Exception {
        byte[] scan = pdf((page, pdf) -> picture(page, pdf, 0, 0, 9, 9));
        officeFails(Reason.NO_READER, "pictures of text only", scan, "a.pdf");
        officeFails(Reason.NO_READER, "a PDF without text", pdf((page, pdf) -> {}), "a.pdf");
        byte[] scrambled = pdf(lines(shifted(SEEN, 1), shifted(SEEN, 1)));
        officeFails(Reason.NO_READER, "letters are scrambled", scrambled, "a.pdf");
        officeFails(Reason.NO_READER, "protected by a password", protectedBy("user"), "a.pdf");
        officeFails(Reason.DAMAGED, "damaged", "%PDF-1.7\n%%EOF\n".getBytes(StandardCharsets.US_ASCII), "a.pdf");
    }

    /** A password that only forbids changes is none. */
    @Test
    void aDocumentThatAnyoneMayOpenIsRead() throws Exception {
        assertEquals(SEEN, text(read(protectedBy(""))));
    }

    @Test
    void aPdfThatIsCutOffIsDamaged() throws Exception {
        byte[] whole = pdf(lines(SEEN), lines(SEEN));
        for (int end = 9; end < whole.length - 40; end += 53) {
            officeFails(Reason.DAMAGED, "cut off", Arrays.copyOf(whole, end), "a.pdf");
        }
    }

    @Test
    void aBombIsRefused() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.write("%PDF-1.7\n1 0 obj\n<< /Filter /FlateDecode >>\nstream\n".getBytes(StandardCharsets.US_ASCII));
        try (DeflaterOutputStream out = new DeflaterOutputStream(bomb)) {
            byte[] blanks = new byte[1 << 20];
            for (int i = 0; i < 200; i++) {
                out.write(blanks);
            }
        }
        bomb.write("\nendstream\nendobj\nstartxref\n0\n%%EOF\n".getBytes(StandardCharsets.US_ASCII));
        officeFails(Reason.DAMAGED, "expands", bomb.toByteArray(), "a.pdf");
    }
}
