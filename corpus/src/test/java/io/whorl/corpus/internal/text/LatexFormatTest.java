package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.corpus.format.TextConversionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatexFormatTest {
    private void expect(String text, String source) throws TextConversionException {
        assertEquals(text, TextOf.text(new LatexFormat(), source));
    }

    @Test
    void onlyTheTitleOfThePreambleIsKept() throws Exception {
        expect("On Prints\n\nBody text.", """
                \\documentclass[11pt]{article}
                \\usepackage[utf8]{inputenc}
                \\newcommand{\\x}[1]{never #1}
                \\title{On \\emph{Prints}}
                \\author{Nobody}
                % \\begin{document}
                \\begin{document}
                \\maketitle
                Body text.
                \\end{document}
                Not this.
                """);
    }

    /** COPS 5.1: the equation is discarded, leaving "Let equal the answer." */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$X+Y$",
                "\\(X+Y\\)",
                "$$X+Y$$",
                "\\[X\\$+Y\\]",
                "\\begin{equation*}X\\begin{array}{l}Y\\end{array}\\end{equation*}",
                "$X\\mbox{so}$"
            })
    void equationsAreRemoved(String equation) throws Exception {
        expect("Let equal the answer.", "Let " + equation + " equal the answer.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '\u00a6',
            quoteCharacter = '^',
            value = {
                "a \\emph{b}\\textbf{c} d \u00a6 a bc d",
                "{\\bf a} {\\em b} \u00a6 a b",
                "see \\cite[p.~3]{a,b} and~\\ref{x}. \u00a6 see and .",
                "a\\label{x}b \u00a6 ab",
                "a\\footnote{A note.} b \u00a6 a A note. b",
                "\\href{http://x}{here} \\url{http://y} \u00a6 here http://y",
                "\\textcolor{red}{a} \\includegraphics[width=1cm]{f} b \u00a6 a b",
                "a % comment \u00a6 a",
                "5\\% of \\$3 \\& \\{x\\} \\_ \\# \u00a6 5% of $3 & {x} _ #",
                "a\\\\[2pt] b \u00a6 a~b",
                "\\verb|a_$b| \\verb+c+ \u00a6 a_$b c",
                "the \\LaTeX{} book \u00a6 the LaTeX book",
                "\\def\\x#1{y} a \\newcommand\\y[2][z]{q}b \u00a6 a b",
                "``a'' `b' it's c---d e--f \u00a6 \u201ca\u201d \u2018b' it's c\u2014d e\u2013f",
                "a \\unknown[x]{b} c \u00a6 a b c",
                "\\begin{tabular}{ll} a & b \\\\ \\end{tabular} c \u00a6 c",
                "a \\begin{verbatim} $ \\begin{align} \\end{verbatim} b \u00a6 a b",
                "a $ b \u00a6 a",
                "a \\cite{b \u00a6 a",
                "} a ] b \u00a6 a ] b"
            })
    void commandsFollowTheirPatterns(String source, String text) throws Exception {
        expect(text.replace('~', '\n'), source);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '\u00a6',
            quoteCharacter = '^',
            value = {
                "caf\\'e \u00a6 caf\u00e9",
                "na\\\"{\\i}ve na\\\"\\i ve \u00a6 na\u00efve na\u00efve",
                "\\c{c}a \\c ca Erd\\H{o}s \\v{S}koda \u00a6 \u00e7a \u00e7a Erd\u0151s \u0160koda",
                "Stra\\ss e \\AA ngstr\\\"om {\\o}l \\L\\'od\\'z \u00a6 Stra\u00dfe \u00c5ngstr\u00f6m"
                        + " \u00f8l \u0141\u00f3d\u017a",
                "\\~n \\^{o} \\`a \\=u \\.z \u00a6 \u00f1 \u00f4 \u00e0 \u016b \u017c",
                "\\'5 \\'{ab} \u00a6 5 ab",
                "?`Que\\ldots \u00a6 \u00bfQue\u2026"
            })
    void accentsAreComposed(String source, String text) throws Exception {
        expect(text, source);
    }

    @Test
    void sectionsItemsAndCaptionsAreParagraphs() throws Exception {
        expect("One\n\ntext\n\nfirst\n\n[label] second\n\nA caption\n\nafter", """
                \\section[short]{One}\\label{s}
                text
                \\begin{itemize}
                \\item first
                \\item[label] second
                \\end{itemize}
                \\begin{figure}[htb]
                \\centering\\includegraphics{x.png}
                \\caption[c]{A caption}
                \\end{figure}
                after
                """);
    }

    @Test
    void paragraphsAndComments() throws Exception {
        expect("one two\n\nthree joined", "one\n two\n  \n three joi%\n   ned");
        expect("a\n\nb", "a%\n\nb");
        expect("a\n\nb", "a \\par b");
    }

    @Test
    void unclosedGroupsEndWithTheirParagraph() throws Exception {
        expect("a\n\nb", "a $x\n\nb");
        expect("a\n\nb", "a \\[x\n\nb");
        expect("a\n\nb", "a \\cite{x\n\nb");
        expect("a\n\nb c", "a \\begin{equation} \n\nb c".replace("equation} ", "equation}"));
        expect("a\n\n$x\nb".replace("$x\n", ""), "a\\begin{tabular}\n\nb");
    }
}
