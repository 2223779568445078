package io.whorl.corpus.internal.text;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.Skipped.Reason;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.TextFormats.PlainFormat;
import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of every text format on arbitrary documents. */
class AnyDocumentTest {
    private static final List<TextFormat> FORMATS =
            List.of(new HtmlFormat(), new LatexFormat(), new TroffFormat(), new MarkdownFormat(), new PlainFormat());

    @Property(tries = 500)
    void plainProseKeepsItsWords(@ForAll("prose") String prose) throws Exception {
        for (TextFormat format : FORMATS) {
            String text = TextOf.text(format, prose);
            assertEquals(words(prose), words(text), format.name());
        }
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+"));
    }

    @Provide
    Arbitrary<String> prose() {
        return Arbitraries.of(("the¦naive¦caf\u00e9¦it's¦\u8a00\u8449¦end.¦No,¦x¦well-known¦(so)¦\n\n¦\n").split("¦"))
                .list()
                .ofMinSize(1)
                .ofMaxSize(60)
                .map(words -> "Prose " + String.join(" ", words).replace("\n ", "\n"));
    }

    /** A parser with quadratic time or recursion would take minutes or overflow the stack. */
    @Test
    void nestingIsBounded() throws TextConversionException {
        nested(
                new MarkdownFormat(),
                60_000,
                "\n\n\nend",
                "<¦<a href=\"¦<!-- ¦[¦![¦[a](¦*a ¦**a¦_a__b¦>¦- ¦1. ¦`¦```\n¦&¦\n- ");
        nested(
                new LatexFormat(),
                300_000,
                "\n\nend",
                "{¦}¦$¦\\[¦\\begin{align}¦\\begin{verbatim}¦\\cite{¦\\cite[¦\\verb|¦\\'{¦\\def\\a¦%¦"
                        + "\\¦\\a[{¦\\end{align}¦\\section{");
        nested(
                new TroffFormat(),
                300_000,
                "\n\n.SH end\n",
                "\\¦\\f[¦\\*[a¦\\h'¦\\[¦\\(¦.if n ¦\n.if n \\{\\¦\n.if t \\{\\¦\n.de A¦\n.TS¦\\\n¦"
                        + "\n.ie n .ie t ¦\n.B \"a");
    }

    /** Repeats each of some pieces up to so many characters, before a text that stays. */
    private static void nested(TextFormat format, int characters, String end, String pieces)
            throws TextConversionException {
        for (String piece : pieces.split("\u00a6")) {
            String text = TextOf.text(format, piece.repeat(characters / piece.length()) + end);
            assertTrue(text.endsWith("end"), () -> format.name() + ": " + piece);
        }
    }

    @Test
    void aPageThatOnlyRefersToAnotherIsReported() {
        TextConversionException e =
                assertThrows(TextConversionException.class, () -> TextOf.text(new TroffFormat(), ".so man3/x.3\n"));
        assertEquals(Reason.POINTER, e.reason());
        assertEquals("a page that only refers to man3/x.3", e.getMessage());
    }

    @Test
    void repeatedStringsAreLimited() throws Exception {
        String source = ".ds a aaaaaaaaaa\n" + ".ds a \\*a\\*a\n".repeat(100) + "\\*a".repeat(10_000);
        int length = TextOf.text(new TroffFormat(), source).length();
        assertTrue(length <= source.length() + 1_000, () -> length + " characters of " + source.length());
    }

    @Test
    void theRepeatedSubjectOfAPageIsLimited() throws Exception {
        String source = ".Nm " + "x".repeat(10_000) + "\n" + ".Nm\n".repeat(2_500);
        int length = TextOf.text(new TroffFormat(), source).length();
        assertTrue(length <= 2 * source.length() + 1_000, () -> length + " characters of " + source.length());
    }

    @Test
    void longDocumentsAreConvertedInPieces() throws Exception {
        String paragraph = "*Some* [words](x) \ud83d\ude00 here.\n\n";
        assertEquals(
                "Some words \ud83d\ude00 here.\n\n".repeat(20_000).strip(),
                TextOf.text(new MarkdownFormat(), paragraph.repeat(20_000)));
        for (String first : new String[] {"", "a"}) {
            String line = first + "\ud83d\ude00".repeat(300_000);
            assertEquals(line, TextOf.text(new MarkdownFormat(), line).replace("\n\n", ""));
        }
    }

    @Test
    void deepListsBeforeManyEmptyLinesTakeLinearTime() throws Exception {
        String text = TextOf.text(new MarkdownFormat(), "- ".repeat(50_000) + "a" + "\n".repeat(100_000) + "b");
        // The parser opens some of the lists; the marks of the others are text.
        assertEquals("a\n\nb", text.replace("- ", ""));
    }

    @Test
    void backticksOfManyLengthsTakeLinearTime() throws Exception {
        String source =
                IntStream.range(1, 500).mapToObj(i -> "`".repeat(i) + "a ").collect(Collectors.joining());
        String text = TextOf.text(new MarkdownFormat(), source);
        assertEquals(499, text.chars().filter(c -> c == 'a').count());
    }

    // HTML.

    private final HtmlFormat html = new HtmlFormat();

    private void expect(String text, String page) throws TextConversionException {
        assertEquals(text, TextOf.text(html, page));
    }

    @Test
    void declaredXhtmlIsParsedAsXml() throws Exception {
        String page =
                "<?xml version='1.0'?><html><head><title/><script src='x'/></head><body><p>text</p></body></html>";
        assertEquals("text", TextOf.text(html, "application/xhtml+xml", Packed.utf8(page)));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "charsets.csv", delimiter = '|', quoteCharacter = '\'')
    void theCharsetComesFromMediaTypeMetaOrBytes(String mediaType, String charset, String meta) throws Exception {
        String word =
                switch (charset) {
                    case "KOI8-R", "windows-1251" -> "\u0441\u043b\u043e\u0432\u043e";
                    case "Shift_JIS" -> "\u8a00\u8449";
                    case "EUC-KR" -> "\ub2e8\uc5b4";
                    default -> "na\u00efve";
                };
        byte[] page = (meta + "<p>" + word).getBytes(Charset.forName(charset));
        assertEquals(word, TextOf.text(html, mediaType, page));
    }

    @Test
    void aByteOrderMarkOverridesTheMediaType() throws Exception {
        for (Charset charset :
                new Charset[] {StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE}) {
            byte[] page = "\ufeff<html><p>na\u00efve".getBytes(charset);
            assertEquals("na\u00efve", TextOf.text(html, "text/html; charset=koi8-r", page));
            assertEquals("html", TextOf.format("", "", page));
        }
    }

    @Test
    void oneInvalidByteDoesNotChangeTheCharset() throws Exception {
        byte[] page = Packed.utf8("<p>\u00e9t\u00e9 \u00e0 ?");
        page[page.length - 1] = (byte) 0xff;
        assertEquals("\u00e9t\u00e9 \u00e0 \ufffd", TextOf.text(html, "", page));
    }

    @Test
    void nestedTagsAreBounded() throws Exception {
        for (String tag : "<div>¦<b>¦<ul><li>¦<table><tr><td>¦<a href=x>¦<table>x<b></b>¦<svg>¦<!--¦<p><font color=1>"
                .split("¦")) {
            String page = tag.repeat(30_000);
            int words = tag.contains("x<b>") ? 30_000 : 0;
            assertEquals(
                    words, TextOf.text(html, page).chars().filter(c -> c == 'x').count(), tag);
        }
        expect("word", "<div>".repeat(200_000) + "word");
    }

    @Test
    void pagesWithTooManyTagsAreRejected() throws Exception {
        TextConversionException e =
                assertThrows(TextConversionException.class, () -> expect("", "<b>".repeat(HtmlFormat.MAX_TAGS + 1)));
        assertEquals(Reason.TOO_LARGE, e.reason());
        assertThrows(TextConversionException.class, () -> expect("", ("<b" + " a".repeat(500) + ">").repeat(10_000)));
        expect("", "<b a=\"b c\">".repeat(50_000));
        assertEquals("a page of 500001 tags; at most 500000 are parsed", e.getMessage());
    }

    private MappedText mapped(String page) throws TextConversionException {
        byte[] bytes = Packed.utf8(page);
        MappedText text = html.text(bytes, TextOf.head("a.html", "", bytes), true);
        assertEquals(TextOf.text(html, page), new String(text.utf8(), StandardCharsets.UTF_8));
        return text;
    }

    @Test
    void textThatAReaderDoesNotSeeIsLeftOutAndCounted() throws Exception {
        for (String tag : ("<i hidden>¦<i style='display:none'>¦<i style='COLOR: red; Display : None !important'>¦"
                        + "<i style='visibility:hidden'>¦<i style='opacity:0'>¦<i style='font-size:0'>¦"
                        + "<i style='font-size:1px'>¦<i style='font-size:0.1em'>¦<i style='color:#fff'>¦"
                        + "<i style='color:white'>¦<i style='color:rgb(254,255,253)'>¦<i style='color:transparent'>¦"
                        + "<i style='color:#123456;background:#123457'>¦<i style='position:absolute;left:-9999px'>¦"
                        + "<i style='text-indent:-5000px'>¦<font color=white>¦<i class='x ghost'>¦<i id=gone>")
                .split("¦")) {
            String style = "<style>/* a, b { } */ .ghost { display:none } #gone, .y {visibility:hidden}</style>";
            MappedText text = mapped("<html>" + style + "<p>Seen " + tag + "not <b>seen</b></i></font> again");
            assertEquals("Seen again", new String(text.utf8(), StandardCharsets.UTF_8), tag);
            assertEquals(new HiddenText(7, "not seen"), text.hidden());
            assertTrue(text.map().isPresent());
        }
    }

    @Test
    void textThatAReaderSeesStays() throws Exception {
        for (String tag : ("<i style='display:block'>¦<i style='font-size:9px'>¦<i style='color:#fff;background:#000'>¦"
                        + "<i style='color:#fff;background:url(dark.png)'>¦<i style='color:#eee'>¦<i class=small>¦"
                        + "<i class=light>¦<i style='margin-left:-20px'>")
                .split("¦")) {
            String style = "<style>@media (max-width: 30em) { .small { display:none } .a { top:0 } }"
                    + ".light { color:#fff } .light { background:#333 }</style>";
            MappedText text = mapped("<html>" + style + "<p>Seen " + tag + "too</i> again");
            assertEquals("Seen too again", new String(text.utf8(), StandardCharsets.UTF_8), tag);
            assertEquals(HiddenText.NONE, text.hidden());
        }
    }

    /** A style sheet that is elsewhere, or a rule for elements inside others, may give white text a dark ground. */
    @Test
    void whiteTextOnAGroundThatIsNotKnownStays() throws Exception {
        for (String head : new String[] {
            "<link rel=stylesheet href=x.css>",
            "<style>nav .x { background: #333 }</style>",
            "<style>@import 'x'</style>"
        }) {
            assertEquals(
                    HiddenText.NONE,
                    mapped("<html>" + head + "<p>a <i style='color:#fff'>b</i>").hidden());
        }
    }

    // Wikitext.

    static final String TYPE = "text/x-wiki; file=\"Datei\"; category=\"Kategorie\"";

    private static String convert(String wikitext) {
        byte[] document = Packed.utf8(wikitext);
        Head head = new Head("", TYPE, document);
        WikitextFormat format = new WikitextFormat();
        return format.convert(format.decoded(document, head), head, false).text;
    }

    /** Compares with an obvious method that removes the innermost templates first. Letters separate the braces. */
    @Property
    void balancedTemplatesAreRemoved(@ForAll @Size(max = 40) List<@IntRange(min = 0, max = 2) Integer> tokens) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (int token : tokens) {
            depth += token == 0 ? 1 : token == 1 && depth > 0 ? -1 : 0;
            text.append(token == 0 ? "{{" : token == 1 && !(text.length() > 0 && depth < 0) ? "}}" : "")
                    .append("a");
        }
        String obvious = text.toString();
        String before;
        do {
            before = obvious;
            obvious = obvious.replaceAll("\\{\\{[^{}]*\\}\\}", "");
        } while (!obvious.equals(before));
        assertEquals(obvious, new WikitextFormat.Braces(PlacedText.of(text.toString(), false)).run().text);
    }

    /** Any combination of markup is converted without a failure, and words outside markup remain. */
    @Property
    void anyMarkupIsConvertedAndWordsRemain(@ForAll @Size(max = 60) List<@IntRange(min = 0, max = 27) Integer> tokens) {
        String[] all = ("{{¦}}¦{{{¦}}}¦{|¦|}¦[[¦]]¦[http://x ¦]¦|¦\n¦\n\n¦<ref>¦</ref>¦<!--¦-->¦<nowiki>¦</nowiki>¦''¦"
                        + "'''''¦==¦&amp;¦&#¦__TOC__¦File:¦* ¦\ud800")
                .split("¦");
        StringBuilder text = new StringBuilder("beginning\n\n");
        tokens.forEach(token -> text.append(all[token]).append("w"));
        assertTrue(convert(text.toString()).startsWith("beginning"));
    }

    /** Unclosed markup of 256 KiB takes a fraction of a second; quadratic time would take minutes. */
    @Timeout(60)
    @Test
    void unclosedMarkupTakesLinearTime() {
        for (String over :
                ("{{¦{{a|¦{{{¦\n{|¦[[¦[[a|¦[[File:a|¦[http://¦[http://a ¦<ref>¦<b ¦<¦<!--¦<nowiki>¦<math>a</mat¦"
                                + "</ref¦''¦'''¦&¦&#¦&amp¦_¦__A¦==\n¦\n:¦ ¦\n¦a\n\n"
                                + "¦[[File:x|y\n\n¦{{a}}¦[[a|[[b¦[[a|b]]¦}}¦]]¦\n|}")
                        .split("¦")) {
            String text = over.repeat((1 << 18) / over.length());
            assertTrue(convert(text).length() <= text.length(), over);
        }
    }

    // Mails.

    private static final String PLAIN = "Content-Type: text/plain; charset=utf-8\n";

    /** Converts a mail whose characters are its bytes. */
    private static String text(String mail) throws TextConversionException {
        byte[] bytes = mail.getBytes(StandardCharsets.ISO_8859_1);
        return new String(
                new MailFormat()
                        .text(bytes, new Head("", "message/rfc822", new byte[0]), false)
                        .utf8(),
                StandardCharsets.UTF_8);
    }

    private static Reason reason(String mail) {
        return assertThrows(TextConversionException.class, () -> text(mail)).reason();
    }

    private static String multipart(String kind, String... parts) {
        String boundary = "b" + Math.abs(String.join("", parts).hashCode());
        return "Content-Type: multipart/" + kind + "; boundary=\"" + boundary + "\"\n\npreamble\n--" + boundary + "\n"
                + String.join("\n--" + boundary + "\n", parts) + "\n--" + boundary + "--\nepilogue\n";
    }

    /** Other bodies and subjects are examples in mail.txt. */
    @Test
    void bodiesInEncodingsOtherThanUtf8AreDecoded() throws TextConversionException {
        assertEquals(
                "äö\n",
                text("Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\n5PY=\n"));
        assertEquals("ä\n", text("Content-Type: text/plain; charset=unheard-of\n\n\u00e4\n"));
    }

    @Test
    void plainTextIsPreferredAndAttachmentsAreRemoved() throws TextConversionException {
        String html = "Content-Type: text/html\n\n<p>as html";
        assertEquals("plain\n", text(multipart("alternative", PLAIN + "\nplain", html)));
        assertEquals("as html\n", text(multipart("alternative", html, "Content-Type: image/png\n\nxx")));
        assertEquals("as html\n", text(multipart("alternative", PLAIN + "\n \n", html)));
        assertEquals(
                "plain\n",
                text(multipart(
                        "alternative",
                        PLAIN + "\nplain",
                        multipart("related", html, "Content-Type: image/png\n\nxx"))));
        assertEquals(
                "one\n\nplain\n\nas html\n",
                text(multipart(
                        "mixed",
                        PLAIN + "\none",
                        multipart("alternative", PLAIN + "\nplain", html),
                        html,
                        PLAIN + "Content-Disposition: ATTACHMENT; filename=x\n\nattached",
                        "Content-Type: text/calendar\n\nBEGIN")));
        assertEquals(
                "outer\n\nforwarded\n",
                text("Subject: outer\n"
                        + multipart(
                                "mixed", "Content-Type: message/rfc822\n\nSubject: inner\n" + PLAIN + "\nforwarded")));
        assertEquals("a diff\n", text(multipart("mixed", "Content-Type: text/x-patch\n\na diff")));
    }

    @Test
    void mailsWithoutTextAreReported() {
        assertEquals(Reason.NOT_TEXT, reason("Content-Type: image/png\n\nxx"));
        assertEquals(Reason.NOT_TEXT, reason(""));
    }

    @Test
    void nestedPartsAreLimited() throws TextConversionException {
        String nested =
                Repeated.text(100_000, i -> "Content-Type: multipart/mixed; boundary=" + i + "\n\n--" + i + "\n");
        assertEquals(Reason.INVALID, reason(nested + PLAIN + "\ntext\n"));
        assertEquals(
                Reason.INVALID, reason("Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\n".repeat(20_000)));
        String message = "Content-Type: message/rfc822\n\n".repeat(100_000);
        assertEquals(Reason.INVALID, reason(message + "\ntext\n"));
    }

    /** 256 KiB each take a fraction of a second; quadratic time would take minutes. */
    @Timeout(60)
    @Test
    void hostileMailsTakeLinearTime() {
        for (String over :
                "Subject: =?¦Subject: =?utf-8?q?¦A: b\n¦A¦A:\n ¦Content-Type: a; b=c; ¦\n--b\n¦\n--b¦=\n¦&lt;<b>"
                        .split("¦")) {
            String begin = over.startsWith("\n--")
                    ? "Content-Type: multipart/mixed; boundary=b\n\n"
                    : over.startsWith("=")
                            ? "Content-Transfer-Encoding: quoted-printable\n\n"
                            : over.startsWith("&") ? "Content-Type: text/html\n\n" : "";
            String mail =
                    begin + over + over.substring(over.indexOf(':') + 1).repeat((1 << 18) / over.length()) + "\n\nbody";
            try {
                assertTrue(text(mail).length() <= mail.length(), over);
            } catch (TextConversionException e) {
                assertFalse(e.getMessage().isEmpty());
            }
        }
    }

    // How formats are recognised.

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
        assertEquals(format, TextOf.format("x.md", mediaType, Packed.utf8("<html><p>text")));
    }

    @Test
    void plainTextHasNoFormat() {
        for (String document :
                new String[] {"<!doctype html>", ".TH X 1", "\\documentclass{x}", "%PDF-1.7", "GIF89a"}) {
            assertEquals("none", TextOf.format("x.md", Part.TEXT, Packed.utf8(document)));
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
        assertNoText(Reason.NOT_TEXT, "a PNG picture", "", png);
    }

    private static byte[] random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void assertNoText(Reason reason, String detail, String name, byte[] document) {
        Head head = TextOf.head(name, "", document);
        TextFormat format = TextFormats.texts().stream()
                .filter(f -> f.recognises(head))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is taken for text"));
        TextConversionException e =
                assertMessage(TextConversionException.class, detail, () -> format.text(document, head, false));
        assertEquals(reason, e.reason(), name);
    }

    @Test
    void binaryFilesAreNeverTakenForText() throws IOException {
        byte[] docx = zip(9, "[Content_Types].xml", "<Types/>", "word/document.xml", "<w/>".repeat(500));
        Arrays.fill(docx, 0, 4, (byte) 0);
        assertNoText(Reason.DAMAGED, "its name says", "a.docx", docx);
        byte[] sqlite = latin1("SQLite format 3\0");
        byte[] parquet = latin1("PAR1\u0015\0\u0015 a column of words that fill the first page of the file");
        assertNoText(Reason.NO_READER, "a Parquet file", "part-0", parquet);
        assertNoText(Reason.NO_READER, "a Parquet file", "a.parquet", random(1, 5_000));
        assertNoText(Reason.NO_READER, "a database", "a.txt", sqlite);
        assertNoText(Reason.NOT_TEXT, "its bytes are binary", "zeros", new byte[2_048]);
        for (int seed = 0; seed < 200; seed++) {
            byte[] bytes = random(seed, 200 + 20 * seed);
            bytes[0] = 1;
            assertNoText(Reason.NOT_TEXT, "its bytes are binary", "a.bin", bytes);
            assertNoText(Reason.DAMAGED, "its bytes are binary", "a.txt", bytes);
            assertNoText(Reason.DAMAGED, "its name says", "a.PDF", bytes);
            bytes[0] = (byte) 0xff;
            bytes[1] = (byte) 0xfe;
            assertNoText(Reason.NOT_TEXT, "its bytes are binary", "marked", bytes);
        }
        for (String name : new String[] {"a.docx", "a.odt", "a.pdf", "a.epub"}) {
            assertNoText(Reason.DAMAGED, "its name says", name, random(2, 3));
            assertNoText(Reason.DAMAGED, "its name says", name, new byte[0]);
            assertNoText(Reason.DAMAGED, "its name says", name, latin1("words"));
        }
        for (String charset : new String[] {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}) {
            byte[] text = "A text without a byte order mark, na\u00efve as it is.\n".getBytes(charset);
            assertNoText(Reason.NO_READER, "without a byte order mark", "a.txt", text);
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
