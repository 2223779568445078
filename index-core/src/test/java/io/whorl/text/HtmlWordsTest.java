package io.whorl.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.scheme.TextRules.Markup;
import io.whorl.text.ReferenceWords.Word;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlWordsTest {
    private final WordReader reader = WordReader.of(Rules.with(b -> b.markup(Markup.HTML)), true);

    @Test
    void readsWhatIsShownTitleFirst() {
        assertEquals(List.of("the", "title", "one", "café", "two"), words("""
                <html><head><title>The Title</title><style>p { color: red }</style></head>
                <body><script>var x = "<p>no</p>";</script><!-- nor this -->
                <p>One caf&eacute;</p><template><p>nor that</p></template><p>two</body>"""));
    }

    @Test
    void tagsInsideALinePartNoWord() {
        assertEquals(List.of("unbroken", "word"), words("<p>un<b>bro</b>ken <i>word</i>"));
    }

    @Test
    void cellsAndLineBreaksPartWords() {
        assertEquals(List.of("a", "b", "c", "d"), words("<table><tr><td>a</td><td>b</td></tr></table>c<br>d"));
    }

    @Test
    void blocksAreParagraphsAndSourceLinesAreNot() {
        byte[] page = Texts.utf8("<h1>Head</h1>text\n\nmore<ul><li>item</ul>tail<br>line<br><br>last<pre>x\n\ny</pre>");
        reader.open(page, 0, page.length);
        assertEquals(
                List.of("head 3", "text 3", "more 0", "item 3", "tail 3", "line 0", "last 3", "x 3", "y 3"),
                Reading.all(reader).stream()
                        .map(w -> w.text() + " " + w.breaks())
                        .toList());
    }

    @Test
    void readsStreamsToo() throws IOException {
        byte[] page = Texts.utf8("<p>a &amp; b &lt;c&gt; &#x4E2D;");
        reader.open(new ByteArrayInputStream(page));
        assertEquals(
                List.of("a", "b", "c", "中"),
                Reading.all(reader).stream().map(Word::text).toList());
    }

    @Test
    void countsMalformedBytes() {
        byte[] page = {
            '<', 'p', '>', 'a', (byte) 0xFF, 'b', (byte) 0xE2, (byte) 0x82, (byte) 0xEF, (byte) 0xBF, (byte) 0xBD
        };
        reader.open(page, 0, page.length);
        assertEquals(
                List.of("a", "b"), Reading.all(reader).stream().map(Word::text).toList());
        assertEquals(2, reader.malformed());
    }

    @Test
    void survivesDeepNestingAndWrongRanges() {
        assertEquals(List.of("deep"), words("<div><b>".repeat(20_000) + "deep"));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.open(new byte[3], 1, 4));
    }

    private List<String> words(String html) {
        return Reading.texts(reader, html);
    }
}
