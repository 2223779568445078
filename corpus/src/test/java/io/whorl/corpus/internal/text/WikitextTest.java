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

class WikitextTest {
    static final String TYPE = "text/x-wiki; file=\"Datei\"; category=\"Kategorie\"";

    private static String convert(String wikitext) {
        byte[] document = wikitext.getBytes(StandardCharsets.UTF_8);
        Head head = new Head("", TYPE, document);
        WikitextFormat format = new WikitextFormat();
        return format.convert(format.decoded(document, head), head, false).text;
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
