package io.whorl.corpus.internal.text;

import static io.whorl.corpus.internal.text.TextOf.officeFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class OfficeXmlTest {
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

    private static String resource(String name) throws IOException {
        try (InputStream in = OfficeXmlTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static MappedText read(byte[] document, String name) throws TextConversionException {
        return new OfficeFormat().mappedText(document, TextOf.head(name, "", document));
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
        members.put("word/document.xml", resource("document.xml"));
        members.put(
                "word/footnotes.xml",
                "<w:footnotes" + W + "><w:footnote>" + p(run("", "A note")) + "</w:footnote></w:footnotes>");
        MappedText text = read(zip(members), "");
        assertEquals(
                "The title\n\nOne word & more <x> tab\nline\n\ncell\n\nother\n\nkept end\n\nbox\n\nA note", text(text));
        int other = text(text).indexOf("other");
        assertEquals(
                "PARAGRAPH 4",
                text.pages()
                        .pages(other, other + 5)
                        .map(x -> x.kind() + " " + x.first())
                        .orElse(""));
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
        members.put("content.xml", resource("content.xml"));
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
        officeFails(Reason.DAMAGED, "nested", zip(docx("<w:p>".repeat(3_000) + "</w:p>".repeat(3_000))), "a.docx");
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
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            TextConversionException e = assertThrows(TextConversionException.class, () -> read(zip(members), name));
            assertTrue(e.getMessage().contains("needs Apache Tika"), e.getMessage());
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
