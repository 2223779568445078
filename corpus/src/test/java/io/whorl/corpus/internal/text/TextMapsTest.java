package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.format.TextRange;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps from the texts of documents to the documents. */
class TextMapsTest {
    private static final List<TextFormat> FORMATS =
            List.of(new HtmlFormat(), new MarkdownFormat(), new LatexFormat(), new TroffFormat(), new PlainFormat());

    private static final List<String> CHARSETS = List.of("utf-8", "windows-1252", "utf-16", "shift_jis", "gb18030");

    /** The part of the document that a part of its text stands for; both are unique. */
    private static String original(TextFormat format, String mediaType, byte[] document, String part, Charset charset)
            throws TextConversionException {
        MapCheck check = MapCheck.of(format, TextOf.head("", mediaType, document), document);
        String text = new String(check.mapped.utf8(), StandardCharsets.UTF_8);
        int at = text.indexOf(part);
        assertTrue(at >= 0, text);
        assertEquals(at, text.lastIndexOf(part), text);
        TextRange range = check.mapped.map().orElseThrow().original(range(text, at, at + part.length()));
        return new String(Arrays.copyOfRange(document, range.startByte(), range.endByte()), charset);
    }

    private static TextRange range(String text, int from, int to) {
        return new TextRange(
                text.codePointCount(0, from), text.codePointCount(0, to), utf8(text, from), utf8(text, to));
    }

    private static int utf8(String text, int to) {
        return text.substring(0, to).getBytes(StandardCharsets.UTF_8).length;
    }

    private static void expect(String original, TextFormat format, String document, String part) throws Exception {
        byte[] utf8 = document.getBytes(StandardCharsets.UTF_8);
        assertEquals(original, original(format, "", utf8, part, StandardCharsets.UTF_8));
    }

    @Test
    void htmlMapsThroughTagsReferencesAndSpaces() throws Exception {
        HtmlFormat html = new HtmlFormat();
        String page =
                "<title>T&eacute;a</title><p>Bread  &amp;\n<b>but</b>ter<!-- c --> &lt;x> a&#x1F600;b</p>\n<p>end";
        expect("T&eacute;a", html, page, "T\u00e9a");
        expect("Bread  &amp;", html, page, "Bread &");
        expect("&amp;", html, page, "&");
        expect("but</b>ter", html, page, "butter");
        expect("ter<!-- c --> &lt;x", html, page, "ter <x");
        expect("a&#x1F600;b", html, page, "a\ud83d\ude00b");
        expect("b</p>\n<p>end", html, page, "b\n\nend");
    }

    @Test
    void htmlThatTheParserMovesMapsToAllThatIsBetween() throws Exception {
        String page = "<table><tr><td>first cell</td></tr>moved text</table>end";
        expect("moved text", new HtmlFormat(), page, "moved text");
        expect("first cell", new HtmlFormat(), page, "first cell");
        expect("first cell</td></tr>moved text", new HtmlFormat(), page, "moved text\n\nfirst cell");
    }

    @Test
    void rawTextOfHtmlKeepsItsReferences() throws Exception {
        expect("a &amp; b", new HtmlFormat(), "<html><p>&amp;</p><plaintext>a &amp; b", "a &amp; b");
        byte[] xml = "<html><p><![CDATA[a &amp; b]]></p></html>".getBytes(StandardCharsets.UTF_8);
        assertEquals(
                "a &amp; b",
                original(new HtmlFormat(), "application/xhtml+xml", xml, "a &amp; b", StandardCharsets.UTF_8));
    }

    @Test
    void markdownMapsThroughMarkupAndEscapes() throws Exception {
        MarkdownFormat markdown = new MarkdownFormat();
        String page =
                "---\ntitle: x\n---\n# A *bold* step\r\n\r\n\r\n\r\n> quoted [link *text*](http://x \"t\") and\r\n"
                        + "> more\\* `co  de` &copy; <b>h</b>\n\n```java\nint x;\n\n  int y;\n```\n\n    inden\n\n"
                        + "<div>raw &amp; <i>html</i>\n</div>\n\n- item one\n- item\n  two\n";
        expect("bold", markdown, page, "bold");
        expect("A *bold* step", markdown, page, "A bold step");
        expect("quoted [link *text*](http://x \"t\") and\r\n> more\\*", markdown, page, "quoted link text and\nmore*");
        expect("co  de", markdown, page, "co de");
        expect("&copy;", markdown, page, "\u00a9");
        expect("x;\n\n  int y", markdown, page, "x;\n\nint y");
        expect("inden", markdown, page, "inden");
        expect("raw &amp; <i>html", markdown, page, "raw & html");
        expect("item\n  two", markdown, page, "item\ntwo");
    }

    @Test
    void latexMapsThroughCommandsAndLigatures() throws Exception {
        LatexFormat latex = new LatexFormat();
        String page =
                "\\documentclass{x}\r\n\\title{The \\LaTeX{} way}\r\n\\begin{document}\r\nA caf\\'e -- \\emph{with}\r\n"
                        + "tea $x^2$ \\verb|a_b| and ``quotes''\\footnote{A note.} 5\\,\\% more.\r\n\\end{document}";
        expect("The \\LaTeX{} way", latex, page, "The LaTeX way");
        expect("caf\\'e --", latex, page, "caf\u00e9 \u2013");
        expect("with}\r\ntea", latex, page, "with tea");
        expect("tea $x^2$ \\verb|a_b", latex, page, "tea a_b");
        expect("``quotes''", latex, page, "\u201cquotes\u201d");
        expect("5\\,\\% more", latex, page, "5 % more");
    }

    @Test
    void troffMapsThroughRequestsAndEscapes() throws Exception {
        TroffFormat troff = new TroffFormat();
        String page = ".TH X 1\r\n.SH \"FIRST \"\"PART\"\r\nSome \\fBbold\\fR text \\(em with\r\n.B many fonts\r\n"
                + ".if n see this\r\na joined \\\r\nline.\r\n.ds Q quoted\r\nA \\*Q word.\r\n";
        expect("FIRST \"\"PART", troff, page, "FIRST \"PART");
        expect("bold\\fR text", troff, page, "bold text");
        expect("\\(em with\r\n.B many", troff, page, "\u2014 with many");
        expect("see this\r\na joined \\\r\nline", troff, page, "see this a joined line");
        expect("\\*Q word", troff, page, "quoted word");
    }

    @Test
    void macrosThatPrintFixedTextMapToTheirPlace() throws Exception {
        TroffFormat troff = new TroffFormat();
        String page = ".Dd x\n.Nm ls\n.Nd list\n.Sh A\nFirst\n.Nm\nthen\n.Fl al ,\n.Xr cat 1\n.Ar\nend\n";
        expect("First\n.Nm\nthen", troff, page, "First ls then");
        expect("al ,\n.Xr cat 1", troff, page, "-al, cat(1)");
        expect("then\n.Fl al", troff, page, "then -al");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTF-8",
                "UTF-16LE",
                "UTF-16BE",
                "UTF-32LE",
                "UTF-32BE",
                "windows-1252",
                "KOI8-R",
                "Shift_JIS",
                "EUC-KR",
                "GB18030",
                "Big5"
            })
    void bytesAreThoseOfTheEncoding(String name) throws Exception {
        Charset charset = Charset.forName(name);
        String word = charset.newEncoder().canEncode('\u00e9')
                ? "na\u00efve caf\u00e9"
                : charset.newEncoder().canEncode('\u8a00') ? "\u8a00\u8449 a\u8a00" : "\u0441\u043b\u043e\u0432\u043e";
        String smile = charset.newEncoder().canEncode("\ud83d\ude00") ? "\ud83d\ude00" : "";
        String mark = name.startsWith("UTF") ? "\ufeff" : "";
        byte[] document = (mark + "<p>one " + smile + "<b>" + word + "</b> &amp; end").getBytes(charset);
        assertEquals(
                word + "</b> &amp; end",
                original(new HtmlFormat(), "text/html; charset=" + name, document, word + " & end", charset));
        byte[] plain = (mark + "one " + smile + word + " end").getBytes(charset);
        assertEquals(word, original(new PlainFormat(), "text/plain; charset=" + name, plain, word, charset));
    }

    @Test
    void aByteOrderMarkIsACodePointOfTheDocument() throws Exception {
        for (String name : List.of("UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE")) {
            Charset charset = Charset.forName(name);
            byte[] document = "\ufeffword".getBytes(charset);
            MappedText text = new PlainFormat().mappedText(document, TextOf.head("", "", document));
            TextRange word = text.map().orElseThrow().original(new TextRange(0, 4, 0, 4));
            int width = document.length / 5;
            assertEquals(new TextRange(1, 5, document.length - 4 * width, document.length), word, name);
        }
    }

    @Test
    void encodingsWithShiftStatesHaveNoMap() throws Exception {
        byte[] document = "\u8a00\u8449".getBytes(Charset.forName("ISO-2022-JP"));
        MappedText text =
                new PlainFormat().mappedText(document, TextOf.head("", "text/plain; charset=iso-2022-jp", document));
        assertEquals("\u8a00\u8449", new String(text.utf8(), StandardCharsets.UTF_8));
        assertTrue(text.map().isEmpty());
    }

    @Test
    void aMapOfCopiedTextIsShort() throws Exception {
        byte[] document = "<p>na\u00efve words and more of them\n".repeat(1).getBytes(StandardCharsets.UTF_8);
        byte[] long_ = ("<p>" + "na\u00efve words and \u8a00\u8449 more of them\n".repeat(1_000))
                .getBytes(StandardCharsets.UTF_8);
        HtmlFormat html = new HtmlFormat();
        TextMap small =
                html.mappedText(document, TextOf.head("", "", document)).map().orElseThrow();
        TextMap large = html.mappedText(long_, TextOf.head("", "", long_)).map().orElseThrow();
        assertEquals(small.bytes(), large.bytes());
    }

    @Property(tries = 300)
    void anyMarkupMapsEachCharacterToItself(@ForAll("marked") String document) throws Exception {
        check(document.getBytes(StandardCharsets.UTF_8), CHARSETS.get(document.length() % CHARSETS.size()));
    }

    @Property(tries = 100)
    void anyBytesMapEachCharacterToItself(@ForAll byte[] document) throws Exception {
        check(document, CHARSETS.get(document.length % CHARSETS.size()));
    }

    private static void check(byte[] document, String charset) throws TextConversionException {
        for (TextFormat format : FORMATS) {
            try {
                MapCheck.of(format, TextOf.head("x", "text/x; charset=" + charset, document), document);
            } catch (TextConversionException e) {
                assertEquals(Skipped.Reason.POINTER, e.reason(), format.name());
            }
        }
    }

    @Provide
    Arbitrary<String> marked() {
        return new AnyDocumentTest().marked();
    }
}
