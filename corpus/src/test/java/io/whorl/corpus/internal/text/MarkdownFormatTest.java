package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.TextConversionException;
import org.junit.jupiter.api.Test;

class MarkdownFormatTest {
    private void expect(String text, String source) throws TextConversionException {
        assertEquals(text, TextOf.text(new MarkdownFormat(), source));
    }

    @Test
    void headingsParagraphsListsAndQuotations() throws Exception {
        expect("Title\n\nBelow\n\nSome strong and light text\non two lines.\n\none\n\ntwo\n\nquoted\n\nlast", """
                # Title #

                Below
                -----
                Some **strong** and _light_ text
                on two lines.

                * one
                * two

                > quoted

                ***
                last
                """);
    }

    @Test
    void linksLoseTheirTargetsAndPicturesKeepTheirDescriptions() throws Exception {
        expect("See this page, that one, a cat and http://a.example.", """
                See [this *page*](http://b.example "t"), [that one][1], ![a cat](cat.png) and <http://a.example>.

                [1]: http://c.example
                """);
    }

    @Test
    void codeIsKept() throws Exception {
        expect("Call f(x) so:\n\ny = f(1)\nz = 2\n\nindented", """
                Call `f(x)` so:

                ```java
                y = f(1)
                z = 2
                ```

                    indented
                """);
    }

    @Test
    void tagsAreRemovedAndTheirTextIsKept() throws Exception {
        expect("Centred & so\n\nA small word.\n\nHidden", """
                <p align="center">Centred &amp; so</p>
                <!-- not <b>this</b> -->

                A <small>small</small> word<!-- nor <i>that</i> -->.

                <details><summary>Hidden</summary>
                <script>x</script>
                </details>
                """);
    }

    @Test
    void frontMatterIsRemovedButARuleIsNot() throws Exception {
        expect("Text", "---\ntitle: Not prose\ntags:\n  - a\n---\nText\n");
        expect("Text", "+++\ntitle = \"x\"\n+++\n\nText\n");
        expect("A sentence, no field.\n\nText", "---\n\nA sentence, no field.\n\n---\nText\n");
        expect("title: open", "---\ntitle: open\n");
    }

    @Test
    void longDocumentsAreConvertedInPieces() throws Exception {
        String paragraph = "*Some* [words](x) \ud83d\ude00 here.\n\n";
        expect("Some words \ud83d\ude00 here.\n\n".repeat(20_000).strip(), paragraph.repeat(20_000));
        for (String first : new String[] {"", "a"}) {
            String line = first + "\ud83d\ude00".repeat(300_000);
            assertEquals(line, TextOf.text(new MarkdownFormat(), line).replace("\n\n", ""));
        }
    }

    @Test
    void deepListsBeforeManyEmptyLinesTakeLinearTime() throws Exception {
        expect("a\n\nb", "- ".repeat(50_000) + "a" + "\n".repeat(100_000) + "b");
    }

    @Test
    void backticksOfManyLengthsTakeLinearTime() throws Exception {
        StringBuilder source = new StringBuilder();
        for (int i = 1; i < 500; i++) {
            source.append("`".repeat(i)).append("a ");
        }
        assertEquals(
                499,
                TextOf.text(new MarkdownFormat(), source.toString())
                        .chars()
                        .filter(c -> c == 'a')
                        .count());
    }
}
