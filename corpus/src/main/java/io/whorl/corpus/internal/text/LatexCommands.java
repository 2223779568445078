package io.whorl.corpus.internal.text;

import java.util.HashMap;
import java.util.Map;

/**
 * Rules for the arguments of commands. A pattern lists the arguments in order: {@code o} optional, in brackets,
 * dropped; {@code m} in braces, dropped; {@code d} everything up to the next brace, dropped; {@code k} in braces, kept;
 * {@code s} kept, with spaces around it; {@code p} kept, as a paragraph; {@code t} kept even in the preamble. Of other
 * commands, arguments in brackets are dropped, and those in braces are kept.
 */
final class LatexCommands {
    private static final Map<String, String> ARGUMENTS = new HashMap<>();
    private static final Map<String, String> TEXTS = new HashMap<>();

    static {
        arguments(
                "m",
                "label ref pageref eqref autoref cref Cref nameref vref index glossary input include bibliography"
                        + " bibliographystyle pagestyle thispagestyle vspace hspace vskip hskip hypersetup"
                        + " pagenumbering"
                        + " phantom hphantom vphantom hyphenation newlength ensuremath graphicspath newcounter"
                        + " stepcounter refstepcounter selectfont fontencoding fontfamily fontseries fontshape"
                        + " includeonly excludecomment includecomment usetikzlibrary lstset geometry tikzset"
                        + " theoremstyle addbibresource captionsetup setcitestyle newif");
        arguments(
                "mm",
                "setlength addtolength setcounter addtocounter fontsize newcolumntype DeclareMathOperator"
                        + " numberwithin pagecolor settowidth");
        arguments(
                "om",
                "documentclass documentstyle usepackage RequirePackage includegraphics bibitem color"
                        + " LoadClass inputminted externaldocument");
        arguments(
                "oom",
                "cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite"
                        + " footcite nocite citen onlinecite fullcite Citet Citep");
        arguments("moom", "newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd");
        arguments("moomm", "newenvironment renewenvironment");
        arguments("momo", "newtheorem");
        arguments("dm", "def gdef edef xdef");
        arguments("omm", "rule");
        arguments("", "item quad qquad xspace");
        arguments("o", "linebreak pagebreak nolinebreak nopagebreak newline maketitle tableofcontents");
        arguments("mk", "href scalebox hypertarget adjustbox");
        arguments("mmk", "multicolumn resizebox multirow");
        arguments("omk", "rotatebox textcolor");
        arguments("mook", "raisebox");
        arguments("ooomk", "parbox");
        arguments("os", "footnote footnotetext thanks marginpar");
        arguments("ok", "makebox framebox hyperref mbox fbox");
        arguments("op", "part chapter section subsection subsubsection paragraph subparagraph caption");
        arguments("mmm", "addcontentsline");
        arguments("mp", "captionof");
        arguments("t", "title subtitle");
        arguments("k", "url path nolinkurl text textrm emph textbf textit texttt textsc textsf underline");
        texts("LaTeX=LaTeX TeX=TeX BibTeX=BibTeX LaTeXe=LaTeX2e ss=\u00df ae=\u00e6 AE=\u00c6 oe=\u0153"
                + " OE=\u0152 o=\u00f8"
                + " O=\u00d8 l=\u0142 L=\u0141 aa=\u00e5 AA=\u00c5 i=\u0131 j=\u0237 dh=\u00f0"
                + " DH=\u00d0 th=\u00fe TH=\u00de"
                + " ldots=\u2026 dots=\u2026 textellipsis=\u2026 textemdash=\u2014"
                + " textendash=\u2013 textquoteleft=\u2018"
                + " textquoteright=\u2019 textquotedblleft=\u201c textquotedblright=\u201d"
                + " textbackslash=\\ textasciitilde=~"
                + " textasciicircum=^ textbar=| textless=< textgreater=> textunderscore=_ textbullet=\u2022"
                + " textdegree=\u00b0 textregistered=\u00ae texttrademark=\u2122 copyright=\u00a9"
                + " textcopyright=\u00a9"
                + " pounds=\u00a3 textsterling=\u00a3 texteuro=\u20ac euro=\u20ac S=\u00a7 P=\u00b6"
                + " dag=\u2020 ddag=\u2021"
                + " guillemotleft=\u00ab guillemotright=\u00bb glqq=\u201e grqq=\u201c");
    }

    private LatexCommands() {}

    /** The pattern of the arguments. The caller removes a star from the name. */
    static String arguments(String command) {
        return ARGUMENTS.getOrDefault(command, "o");
    }

    /** The text that the command itself prints; empty if none. */
    static String text(String command) {
        return TEXTS.getOrDefault(command, "");
    }

    private static void arguments(String pattern, String commands) {
        for (String command : commands.split(" ")) {
            ARGUMENTS.put(command, pattern);
        }
    }

    private static void texts(String pairs) {
        for (String pair : pairs.split(" ")) {
            int equals = pair.indexOf('=');
            TEXTS.put(pair.substring(0, equals), pair.substring(equals + 1));
            ARGUMENTS.put(pair.substring(0, equals), "");
        }
    }
}
