package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TroffFormatTest {
    private void expect(String text, String source) throws TextConversionException {
        assertEquals(text, TextOf.text(new TroffFormat(), source));
    }

    @Test
    void manualPagesAreConverted() throws Exception {
        expect(
                "NAME\n\nfoo - do it\n\nOPTIONS\n\n-a, --all Take all of them, see bar(1).\n\n\u2022 item"
                        + " text\n\nx = 1\ny\nend",
                """
                .\\" a comment
                .TH FOO 1 "2026-01-01" "source" "Manual"
                .SH NAME
                foo \\- do it
                .SH "OPTIONS"
                .TP
                \\fB\\-a\\fR, \\fB\\-\\-all\\fP
                Take \\fIall\\fP
                .I of them,
                see
                .BR bar (1).
                .IP \\(bu 4
                item text
                .sp
                .nf
                x = 1
                y
                .fi
                end
                """);
    }

    @Test
    void mdocPagesAreConverted() throws Exception {
        expect(
                "NAME\n\nls list\n\nSYNOPSIS\n\nls -al -f file file ...\n\nThe ls tool, like cat(1), runs"
                        + " on FreeBSD.\n\n-a All.",
                """
                .Dd January 1, 2026
                .Dt LS 1
                .Os
                .Sh NAME
                .Nm ls
                .Nd list
                .Sh SYNOPSIS
                .Nm
                .Op Fl al
                .Op Fl f Ar file
                .Ar
                .Pp
                The
                .Nm
                tool, like
                .Xr cat 1 ,
                runs on
                .Fx .
                .Bl -tag
                .It Fl a
                All.
                .El
                """);
    }

    @Test
    void msMeAndMmDocumentsAreConverted() throws Exception {
        expect("A title\n\nSome One\n\nHeading\n\nBody note text", """
                .TL
                A title
                .AU
                Some One
                .NH 1
                Heading
                .PP
                Body
                .B note
                text
                """.replace(".AU\n", ".sp\n"));
        expect("First\n\nText in bold here", ".sh 1 \"First\"\n.pp\nText in\n.b bold\nhere\n");
        expect("Head line\n\nText", ".H 1 \"Head line\"\n.P\nText\n");
    }

    @Test
    void tablesEquationsAndPicturesAreRemoved() throws Exception {
        expect("a\n\nb\n\nc\n\nd", "a\n.TS\nx;\n.TE\nb\n.EQ\ny\n.EN\nc\n.PS\nbox\n.PE\nd\n");
        expect("a\n\nx", "a\n.TS\nx\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '\u00a6',
            quoteCharacter = '^',
            value = {
                "a\\fBb\\fIc\\f(CWd\\f[R]e \u00a6 abcde",
                "a\\s+2b\\s0c\\s-1d\\s10e\\s(12f \u00a6 abcdef",
                "a\\-b\\ec\\&d\\|e\\%f\\:g \u00a6 a-b\\cdefg",
                "a\\ b\\~c\\0d \u00a6 a b c d",
                "\\(co \\(em \\(aq\\(lqx\\(rq \\[bu] \\[u00E9] \\[e aa]. \u00a6 \u00a9 \u2014"
                        + " '\u201cx\u201d \u2022 \u00e9 .",
                "\\(:o\\('e\\[,c]\\(ss \\N'65' \\C'eu' \u00a6 \u00f6\u00e9\u00e7\u00df A \u20ac",
                "a\\h'2m'b\\v'-1'c\\w'xx'd\\o'ex'f \u00a6 abcdef",
                "a \\\" comment \u00a6 a",
                "a\\*(Aqs \\*R \\*(lqq\\*(rq \\*[none]b \u00a6 a's \u00ae \u201cq\u201d b",
                "a\\n(XXb\\nyc \u00a6 abc",
                "a\\[unclosed b\\h'c \u00a6 aunclosed bc"
            })
    void escapesAreReplaced(String source, String text) throws Exception {
        expect(text, source);
    }

    @Test
    void conditionsAreEvaluatedAsOnATerminal() throws Exception {
        expect("one three", ".if n one\n.if t two\n.if !t three\n");
        expect("yes other", ".ie n yes\n.el no\n.ie t this\n.el other\n");
        expect("in after", ".if n \\{\\\nin\n.\\}\n.if t \\{\\\nout\n.if n \\{\\\nouter\n.\\}\n.\\}\nafter\n");
        expect("big same set", ".nr X 5\n.if \\nX>4 big\n.if '\\nX'5' same\n.ds S x\n.if dS set\n.if \\nX<4 small\n");
        expect("SECTION\n\nb", ".if t \\{\\\na\n.SH SECTION\nb\n.\\}\n");
        expect("a rest", ".if t \\{\na\nrest\n");
    }

    @Test
    void definedMacrosAndStringsAreApplied() throws Exception {
        expect("Shown here", ".de Sh2\n\\fB\\\\$1\\fR\n..\n.de IX\n.tm \\\\$1\n..\n.IX hidden\n.Sh2 Shown\nhere\n");
        expect("a value!", ".ds V value\n.as V !\na \\*V\n");
        expect("a", ".ig\nignored\n..\na\n");
        expect("text", ".de X END\nbody\n.END\ntext\n");
    }

    @Test
    void continuedLinesAreJoined() throws Exception {
        expect("joined here", "joi\\\nned here\n");
        expect("joined", "joi\\c\nned\n");
        expect("B is bold and \"quoted\"", ".B \"B is\" bold\n.R and \"\"\"quoted\"\"\"\n");
        expect("b", "'\\\" t\n.\n'br\nb");
    }

    @Test
    void aPageThatOnlyRefersToAnotherIsReported() {
        TextConversionException e = assertThrows(TextConversionException.class, () -> expect("", ".so man3/x.3\n"));
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
}
