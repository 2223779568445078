package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.internal.text.TextFormats.PlainFormat;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Properties of every text format on arbitrary documents. */
class AnyDocumentTest {
    private static final List<TextFormat> FORMATS =
            List.of(new HtmlFormat(), new LatexFormat(), new TroffFormat(), new MarkdownFormat(), new PlainFormat());
    /** The largest number of output bytes per input byte: references are short, and blank lines are inserted. */
    private static final int EXPANSION = 8;

    @Property(tries = 2_000)
    void markupIsConvertedToValidBoundedUtf8(@ForAll("marked") String document) throws Exception {
        bounded(document.getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 1_000)
    void anyBytesAreConvertedToValidBoundedUtf8(@ForAll byte[] document) throws Exception {
        bounded(document);
    }

    private static void bounded(byte[] document) throws CharacterCodingException {
        for (TextFormat format : FORMATS) {
            byte[] text;
            try {
                text = format.text(document, TextOf.head("x", "", document));
            } catch (TextConversionException e) {
                assertEquals(Skipped.Reason.POINTER, e.reason(), format.name());
                continue;
            }
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            assertTrue(
                    text.length <= 64 + EXPANSION * document.length,
                    () -> format.name() + " returns " + text.length + " bytes for " + document.length);
            for (TextFormat each : new TextFormats().texts()) {
                each.recognises(TextOf.head("x.tex", "", document));
            }
        }
    }

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

    @Provide
    Arbitrary<String> marked() {
        return Arbitraries.of(("word¦ ¦\n¦\n\n¦{¦}¦[¦]¦$¦$$¦%¦&¦~¦\\¦\\\\¦\\begin{document}¦\\begin{equation}¦"
                                + "\\end{equation}¦\\begin{verbatim}¦\\end{verbatim}¦\\cite¦\\section*{¦\\'¦\\verb|¦"
                                + "\\def\\x¦\\item¦\\title{¦\n.SH ¦\n.if n ¦\n.if t \\{\\\n¦\\}¦\n.de X\n¦\n..\n¦"
                                + "\n.ds a \\*a\\*a b\n¦\\*a¦\\fB¦\\(co¦\\[u00E9_0301]¦\\[uD800]¦\\n(x¦\n.nr x 5\n¦"
                                + "\\h'¦\n.Fl a ¦\n.Nm ¦Ns ¦\n.TS\n¦\n.TE\n¦\n.el ¦\n.IP \"a b¦\n.so x¦<p>¦<b>¦</b>¦"
                                + "<script>¦<!--¦-->¦<table>¦&amp;¦&#xD800;¦<a href='¦>¦```\n¦`¦* ¦    ¦![¦](¦"
                                + "[1]: x\n¦---\n¦a: b\n¦# ¦\t¦\0¦\ud83d\ude00¦\u0301¦\"¦'¦-¦0¦1.")
                        .split("¦"))
                .list()
                .ofMaxSize(40)
                .map(pieces -> String.join("", pieces));
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
        assertEquals(Skipped.Reason.POINTER, e.reason());
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
        assertEquals(
                "a\n\nb", TextOf.text(new MarkdownFormat(), "- ".repeat(50_000) + "a" + "\n".repeat(100_000) + "b"));
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
