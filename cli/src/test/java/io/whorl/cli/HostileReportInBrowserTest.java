package io.whorl.cli;

import static io.whorl.cli.Browser.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.testing.Repeated;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Names and texts that try to run scripts, and texts that are hard to show. Without Chromium, it is skipped. */
class HostileReportInBrowserTest extends Browser.Fixture {
    private static final String MARKUP = "<script>window.hacked=1</script></script><!--<script>window.hacked=2//-->"
            + "<img src=https://example.invalid/x onerror=window.hacked=3><svg onload=window.hacked=4>"
            + "<a href=javascript:window.hacked=5>x</a><style>*{display:none}</style>]]>'\"`${window.hacked=6}\\u2028";
    private static final String CONTROLS =
            "\\u0000\\u0001\\u2028\\u2029\\u202e\\u2067\\ufeff\\ud83d \\udc00\\ud83d\\ude00";
    private static final String HEBREW =
            "\u05d1\u05e8\u05d0\u05e9\u05d9\u05ea \u05d1\u05e8\u05d0 \u05d0\u05dc\u05d4\u05d9\u05dd";

    private static Path report(String lines) throws Exception {
        Path texts = folder.resolve("texts.jsonl");
        Path report = folder.resolve("report.html");
        Files.writeString(texts, lines);
        CliRun.of("report", texts, "--no-convert", "--lenient", "--html", report)
                .exits(0);
        return report;
    }

    @Test
    void namesAndTextsExecuteNothing() throws Exception {
        String markup = MARKUP.replace("\"", "\\\"").replace("\\u2028", "\u2028");
        String shared = Corpus.words(1, 60);
        String hostile = (markup + " ").repeat(3);
        Path report = report(Corpus.record(markup, hostile + CONTROLS + " " + shared)
                + Corpus.record(CONTROLS + "name", shared + " " + CONTROLS + hostile)
                + Corpus.record("", "")
                + Corpus.record(markup + "empty", ""));
        page.show(report);
        page.eval("document.querySelectorAll('details').forEach(d => { d.open = true; })");
        for (String hash : new String[] {"#pair-1", "#text-0", "#text-1", "#graph", "#pair-9", "#script", "#"}) {
            page.go(hash);
        }
        page.go("#pair-1");
        // The markup and the words are in another order in the other text, so they are two passages.
        assertEquals(2, page.count("#pane-a mark"));
        assertEquals(2, page.count("#pane-b mark"));
        assertTrue(((String) page.eval("[...document.querySelectorAll('.pane')].map(p => p.textContent).join()"))
                .contains("<script>window.hacked=1</script></script><!--<script>"));
        page.click("#only");
        page.go("#graph");
        page.eval("document.getElementById('groups').open = true");
        page.await("document.querySelectorAll('#groups-rows tr').length === 2");
        assertEquals("undefined", page.eval("typeof window.hacked"));
        assertEquals(0, page.count("body img, main style, svg[onload], a[href^=javascript]"));
        page.assertQuiet(report);
    }

    /** Controls of the writing direction are drawn, not obeyed, and signs of disguise come first on the page. */
    @Test
    void controlsAreDrawnAsSigns() throws Exception {
        String shared = Corpus.words(1, 60);
        String override = "\\u202eabc\\u202c and zero\\u200bwidth\\u2060space";
        Path report = report(Corpus.record("a", override + " " + shared) + Corpus.record("b", shared + " " + override));
        page.show(report);
        assertTrue(page.text("#evasion-list").contains("a: 2: \u201c[U+202E]abc[U+202C] and zero"));
        page.go("#pair-1");
        String controls = "/[\\u202a-\\u202e\\u200b\\u2060]/.test(document.querySelector('%s').textContent)";
        for (String element : new String[] {"#pane-a", "#pane-b"}) {
            assertEquals(false, page.eval(controls.formatted(element)));
            assertEquals(4, page.count(element + " .sign"));
        }
        page.click("#only");
        assertEquals(false, page.eval(controls.formatted("#excerpts")));
        page.go("#text-0");
        assertEquals("U+202E", page.text("#text .sign"));
        page.assertQuiet(report);
    }

    @Test
    void wordsThatLookTheSameAreMarkedAsEqual() throws Exception {
        String shared = "the keeper of the lighthouse writes down each ship that passes at night where it goes and what"
                + " the weather is nobody has read these books for many years until a student found them";
        String disguised = shared.replace("e", "\u0435").replace("o", "\u043e").replace("ship", "s\\u200bh\\u200bip");
        Path report = report(Corpus.record("a", disguised) + Corpus.record("b", shared));
        page.show(report);
        page.go("#pair-1");
        for (String pane : new String[] {"#pane-a", "#pane-b"}) {
            assertEquals(1, page.count(pane + " mark u"));
            assertTrue(page.text(pane + " mark u").endsWith("m"), page.text(pane + " mark u"));
        }
        page.assertQuiet(report);
    }

    @Test
    void rightToLeftTextBeginsOnTheRight() throws Exception {
        String hebrew =
                Repeated.text(40, i -> HEBREW + " " + (char) ('\u05d0' + i % 22) + (char) ('\u05d0' + i / 22) + " ");
        Path report = report(Corpus.record("a", hebrew + "\\nLatin line")
                + Corpus.record(HEBREW, hebrew + "\\n" + Corpus.words(1, 30)));
        page.show(report);
        page.go("#pair-1");
        assertEquals(1, page.count("#pane-a mark"));
        String side =
                "(() => { const t = document.createTreeWalker(document.querySelector('#pane-a %s'), 4).nextNode();"
                        + "const r = document.createRange(); r.setStart(t, 0); r.setEnd(t, 1);"
                        + "const p = document.getElementById('pane-a').getBoundingClientRect();"
                        + "return (r.getBoundingClientRect().left - p.left) / p.width; })()";
        assertTrue(number(page.eval(side.formatted("mark u"))) > 0.7);
        page.assertQuiet(report);
    }

    @Test
    void longTextsAndLinesAreShownInBlocks() throws Exception {
        String shared = Corpus.words(1, 200);
        String line = Corpus.words(2, 12_000);
        Path report = report(Corpus.record("a", line + " " + shared)
                + Corpus.record("b", shared + "\\n" + Corpus.words(3, 9_000).replace(" ", "\\n")));
        page.show(report);
        page.go("#pair-1");
        assertTrue(page.count("#pane-a .block") > 3);
        String whole = "[...document.querySelectorAll('#pane-a .block')].map(b => { const c = b.cloneNode(true);"
                + "c.querySelectorAll('button').forEach(x => x.remove()); return c.textContent; }).join('').length";
        page.await("document.querySelectorAll('mark.current').length === 2");
        boolean lineFirst = page.text("#name-a").startsWith("a");
        String lines = lineFirst ? "a" : "b";
        int length = line.length() + 1 + shared.length();
        assertEquals(length, number(page.eval(whole.replace("pane-a", "pane-" + lines))));
        page.await("(([m, p]) => m.top >= p.top && m.top < p.bottom)(['#pane-" + lines + " mark.current', '#pane-"
                + lines + "'].map(s => document.querySelector(s).getBoundingClientRect()))");
        page.assertQuiet(report);
    }
}
