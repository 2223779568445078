package io.whorl.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Small valid documents of each format that is converted to text. */
final class TextSeeds {
    private TextSeeds() {}

    static List<FuzzTarget> all() {
        return List.of(
                CorpusTarget.of(
                        "page.html",
                        utf8("<!doctype html><html><head><meta charset=utf-8><title>T</titl"
                                + "e><script>x</script>"
                                + "</head><body><h1"
                                + " id='a'>One</h1><table><tr><td>two<td>three</table><ul><li>four<li>five</ul>"
                                + "<p>six &amp; <b>seven</b><pre> a\n b</pre><svg><a"
                                + " xlink:href='#'/></svg></body></html>"),
                        "<meta charset=iso-8859-15><p>gr\u00fcn".getBytes(StandardCharsets.ISO_8859_1)),
                CorpusTarget.of(
                        "page.md",
                        utf8("---\ntitle: T\n---\n# One\n\n* a\n  1. b\n\n> quoted\n\n```java"
                                + "\ncode\n```\n\n"
                                + "| a | b |\n|---|---|\n| c | d |\n\n[link](http://a \"t\") ![p](q) `code`"
                                + " **bold** <di"
                                + "v>html</div>\n\n[r]: x\n")),
                CorpusTarget.of(
                        "page.tex",
                        utf8("\\documentclass{article}\n\\usepackage{x}\n\\newcommand{\\a}[1"
                                + "]{#1}\n\\begin{document}\n"
                                + "\\section{One} Two \\emph{three \\textbf{four}} $x^2$ \\[y\\] \\\"u"
                                + " \\'{e} % no\n\\be"
                                + "gin{itemize}\n\\item[a] b\n"
                                + "\\end{itemize}\n\\begin{tabular}{cc} a & b \\\\ \\end{tabular}\n\\verb|x| \\cite{y}~"
                                + "\\ref{z} --- ``q''\n"
                                + "\\end{document}\n")),
                CorpusTarget.of(
                        "page.1",
                        utf8(".TH ONE 1 2001 x\n.SH NAME\none \\- two\n.PP\n\\fBbold\\fP \\(bu"
                                + " \\[u00FC] \\s+2x\\s0\n"
                                + ".ds a b\n.de XX\nx \\$1\n..\n.XX y\n.ie n a\n.el b\n.if t"
                                + " \\{\\\nc\n.\\}\n.TS\nl l.\n"
                                + "a\tb\n.TE\n.EQ\nx\n.EN\n"),
                        utf8(".Dd today\n.Dt ONE 1\n.Os\n.Sh NAME\n.Nm one\n.Nd two\n.Bl -tag -width x\n.It Fl a"
                                + " Ar b\nc\n.El\n")),
                CorpusTarget.of(
                        "page.ms",
                        utf8(".TL\nOne\n.AU\nTwo\n.NH 1\nThree\n.LP\nfour\n.IP a 5\nfive\n.PS" + "\nx\n.PE\n\\*(a\n")),
                CorpusTarget.of(
                        "wiki.xml",
                        utf8("<mediawiki><page><title>A</title><ns>0</ns><revision><text>{{a"
                                + "|{{b|c=[[d|e]]}}|f}}\n"
                                + "'''bold''' [[File:x.jpg|thumb|[[y]] z]] [http://a b] &lt;ref"
                                + " name=\"n\"&gt;r&lt;/ref&"
                                + "gt; &lt;math&gt;x&lt;/math&gt;\n"
                                + "== H ==\n# one\n## two\n:; three\n{| class=\"x\"\n|+ c\n! h !! i\n|-\n|"
                                + " j || k\n{|\n|"
                                + " l\n|}\n|}\n"
                                + "&lt;nowiki&gt;[[m]]&lt;/nowiki&gt; __TOC__ [[Category:Z]]"
                                + " -{a|b}-</text></revision></"
                                + "page></mediawiki>")),
                CorpusTarget.of(
                        "one.eml",
                        utf8("From: a@b\nSubject: =?iso-8859-1?B?Z3L8bg==?=\nMIME-Version: 1."
                                + "0\nContent-Type: "
                                + "multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain;"
                                + " charset=utf-7\n\n"
                                + "x\n--b\nContent-Type: "
                                + "text/html\nContent-Transfer-Encoding:"
                                + " quoted-printable\n\n<p>=C3=BC=\ny\n--b\nContent"
                                + "-Type: message/rfc822\n\n"
                                + "Subject: in\n\nz\n--b--\n")),
                CorpusTarget.of(
                        "wide.txt",
                        "\ufeffThe lamp \ud83d\ude00 turns.".getBytes(StandardCharsets.UTF_16LE),
                        "\ufeffThe lamp turns.".getBytes(StandardCharsets.UTF_16BE)),
                CorpusTarget.of(
                        "office.bin",
                        utf8("%PDF-1.7\n1 0 obj\n"),
                        utf8("{\\rtf1\\ansi text}"),
                        utf8("\u0089PNG\r\n\u001a\n")),
                CorpusTarget.of("plain", utf8("The lamp of a lighthouse turns slowly.\n\nShips see it.\n")));
    }

    private static byte[] utf8(String text) {
        return DumpSeeds.utf8(text);
    }
}
