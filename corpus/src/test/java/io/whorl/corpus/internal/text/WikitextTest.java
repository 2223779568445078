package io.whorl.corpus.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.corpus.format.Head;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WikitextTest {
    private static final String TYPE = "text/x-wiki; file=\"Datei\"; category=\"Kategorie\"";

    private static String convert(String wikitext) {
        byte[] document = wikitext.getBytes(StandardCharsets.UTF_8);
        Head head = new Head("", TYPE, document);
        WikitextFormat format = new WikitextFormat();
        return format.convert(format.decoded(document, head), head, false).text;
    }

    /** Backslashes are line ends. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "a {{b|{{c}}|d}} e ~ a  e",
                "a {{{1|x}}} b {{{{{1}}}}} c {{a|{{{b|{{c}}}}}}} d ~ a  b  c  d",
                "a {{b ~ a {{b",
                "a }} b ~ a }} b",
                "{{a {{b}} c ~ {{a  c",
                "x\\{| class=y\\! h\\|-\\| a || b\\{|\\| in\\|}\\|}\\z ~ x\\\\z",
                "x\\:{|\\| {{b\\|}\\z ~ x\\\\z",
                "x\\{|\\| never closed ~ x\\\\| never closed",
                "a {| b |} c ~ a {| b |} c",
                "[[cat]]s and [[cat|the dog]]s ~ cats and the dogs",
                "[[:Kategorie:X]] [[:File:a.png|a picture]] ~ Kategorie:X a picture",
                "a[[File:x.png|thumb|a [[caption]] with\\\\[[b|c]] and [http://d e]]]b ~ ab",
                "a[[Datei:x.png|thumb|c]][[Kategorie:X]][[Category:Y|*]][[Bild:z.JPG|c]]b ~ ab",
                "x\\[[de:X]]\\[[zh-min-nan:Y]]\\[[simple:Z]]\\[[Re:Zero]] ~ x\\\\Re:Zero",
                "[[a [[b]] ~ [[a b",
                "[[a|b\\\\c [[d]] ~ [[a|b\\\\c d",
                "a [[]] b ~ a [[]] b",
                "[http://a.b/c d e] [https://x] [//y z] [mailto:a@b m] [1] ~ d e  z m [1]",
                "[http://a.b c\\d] ~ c\\d]",
                "http://a.b/c stays ~ http://a.b/c stays",
                "a<ref>b [[c]]</ref>d<ref name=x />e<ref name=\"y\">{{z}}</ref>f<references/>g ~ adefg",
                "a<references><ref>b</ref></references>c<ref>d ~ acd",
                "a<math>\\frac{x}{y}</math>b<gallery>\\File:x\\</gallery>c<!-- d -->e ~ abce",
                "a <!-- b ~ a",
                "<b>bold</b> H<sub>2</sub>O<br/>x<span class=\"y\">z</span> 1<2 <unknown>u</unknown> ~ bold"
                        + " H2O\\xz 1<2 <unknown>u</unknown>",
                "a <b c < d ~ a <b c < d",
                "<nowiki>[[x]] {{y}} ''z'' it's</nowiki> ~ x     y     z   it's",
                "<pre>a {{b}}</pre>c ~ a   b\\c",
                "''i'' '''b''' '''''bi''''' it's '''' ~ i b bi it's '",
                "a &amp; b&nbsp;c &lt;d&gt; &#228; &unknown; ~ a & b c <d> ä &unknown;",
                "__NOTOC__a __init__ ~ a __init__",
                "intro\\== Head ==\\text\\=== Sub ===\\* one\\*# two\\: three\\; four\\----\\end "
                        + "~ intro\\\\Head\\\\text\\\\Sub\\\\one\\two\\three\\four\\\\end",
                "a\\\\\\\\b ~ a\\\\b",
                "= ~ =",
            })
    void markup(String wikitext, String text) {
        assertEquals(text.replace('\\', '\n'), convert(wikitext.replace('\\', '\n')));
    }

    @Test
    void wikitextIsRecognisedByMediaTypeOnly() {
        WikitextFormat format = new WikitextFormat();
        assertTrue(format.recognises(new Head("", TYPE, new byte[0])));
        assertEquals(false, format.recognises(new Head("a.wiki", "", "{{a}} [[b]]".getBytes(StandardCharsets.UTF_8))));
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
}
