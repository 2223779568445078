package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.HiddenText;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class HtmlFormatTest {
    private final HtmlFormat html = new HtmlFormat();

    private void expect(String text, String page) throws TextConversionException {
        assertEquals(text, TextOf.text(html, page));
    }

    @Test
    void declaredXhtmlIsParsedAsXml() throws Exception {
        String page =
                "<?xml version='1.0'?><html><head><title/><script src='x'/></head><body><p>text</p></body></html>";
        assertEquals("text", TextOf.text(html, "application/xhtml+xml", page.getBytes(StandardCharsets.UTF_8)));
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
        byte[] page = "<p>\u00e9t\u00e9 \u00e0 ?".getBytes(StandardCharsets.UTF_8);
        page[page.length - 1] = (byte) 0xff;
        assertEquals("\u00e9t\u00e9 \u00e0 \ufffd", TextOf.text(html, "", page));
    }

    /** A parser with quadratic time or recursion would take minutes or overflow the stack. */
    @Test
    void nestingIsBounded() throws Exception {
        for (String tag : "<div>¦<b>¦<ul><li>¦<table><tr><td>¦<a href=x>¦<table>x<b></b>¦<svg>¦<!--¦<p><font color=1>"
                .split("¦")) {
            String page = tag.repeat(30_000);
            int words = tag.contains("x<b>") ? 30_000 : 0;
            assertEquals(
                    words, TextOf.text(html, page).chars().filter(c -> c == 'x').count(), tag);
        }
    }

    @Test
    void manyOpenBlocksAreConverted() throws Exception {
        expect("word", "<div>".repeat(200_000) + "word");
    }

    @Test
    void pagesWithTooManyTagsAreRejected() throws Exception {
        TextConversionException e =
                assertThrows(TextConversionException.class, () -> expect("", "<b>".repeat(HtmlFormat.MAX_TAGS + 1)));
        assertEquals(Skipped.Reason.TOO_LARGE, e.reason());
        assertThrows(TextConversionException.class, () -> expect("", ("<b" + " a".repeat(500) + ">").repeat(10_000)));
        expect("", "<b a=\"b c\">".repeat(50_000));
        assertEquals("a page of 500001 tags; at most 500000 are parsed", e.getMessage());
    }

    private MappedText mapped(String page) throws TextConversionException {
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        MappedText text = html.mappedText(bytes, TextOf.head("a.html", "", bytes));
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
}
