package io.whorl.cli;

import static io.whorl.cli.Browser.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.HtmlPage.PageTexts;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a reader does with a report, in Chromium. Without Chromium, the tests are skipped. */
class ReportInBrowserTest extends Browser.Fixture {
    private static final String SCROLLED = "document.getElementById('%s').scrollTop";
    private static final String CURRENT = "document.querySelector('#pane-%s mark.current').dataset.passage";

    private static Path report;

    @BeforeAll
    static void openReport() throws Exception {
        report = folder.resolve("report.html");
        Path essays = Files.createDirectory(folder.resolve("essays"));
        String first = Corpus.words(1, 60);
        String second = Corpus.words(2, 50);
        String own = Corpus.words(3, 900);
        write(essays, "anna.txt", first + ".\n\n" + own + ".\n\n" + second);
        write(
                essays,
                "ben.txt",
                Corpus.words(4, 900) + ".\n\n" + second + ".\n\n" + Corpus.words(5, 300) + " " + first);
        write(essays, "carla.txt", Corpus.words(6, 40) + " " + first);
        write(essays, "dora.txt", Corpus.words(7, 80));
        write(essays, "emil.txt", Corpus.words(7, 78) + " xxxxx yyyyy");
        write(essays, "empty.txt", "... !!");
        Files.write(
                essays.resolve("picture.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13});
        CliRun.of("report", essays, "--html", report).exits(0);
    }

    private static void write(Path essays, String name, String text) throws IOException {
        Files.writeString(essays.resolve(name), text);
    }

    @BeforeEach
    void show() throws Exception {
        page.show(report);
    }

    @AfterEach
    void thePageReportsNoErrorAndLoadsNothing() throws Exception {
        page.assertQuiet(report);
        page.size(1280, 800);
        page.emulate("", Map.of("prefers-reduced-motion", "reduce"));
    }

    @Test
    void theListRanksPairsAndNamesWhatIsNotCompared() throws Exception {
        assertEquals(4, page.count("#pairs tr"));
        assertTrue(page.text("#pairs tr").contains("ben.txt"), page.text("#pairs tr"));
        assertEquals("2 documents cannot share passages", page.text("#left-out-title"));
        assertTrue(page.text("#left-out-list").contains("Without words (1):empty.txt"), page.text("#left-out-list"));
        assertTrue(page.text("#left-out-list").contains("picture.png"), page.text("#left-out-list"));
    }

    @Test
    void theSearchNarrowsTheList() throws Exception {
        page.eval("document.getElementById('filter').focus()");
        page.press("n");
        page.press("n");
        assertEquals("nn", page.eval("document.getElementById('filter').value"));
        assertEquals(2, page.count("#pairs tr"));
        assertEquals("2 pairs of 4", page.text("#found"));
    }

    @Test
    void aClickOnAPassageScrollsTheOtherText() throws Exception {
        page.click("#pairs a");
        page.await("location.hash === '#pair-1' && document.querySelector('#pane-b mark.current')");
        assertEquals(2, page.count("#pane-a mark"));
        assertEquals(2, page.count("#pane-b mark"));
        String other = page.text("#name-a").startsWith("anna") ? "b" : "a";
        String mine = other.equals("a") ? "b" : "a";
        double before = number(page.eval(SCROLLED.formatted("pane-" + other)));
        page.eval("document.getElementById('pane-" + mine + "').scrollTop = 0");
        page.click("#pane-" + mine + " mark:not(.current)");
        page.await(SCROLLED.formatted("pane-" + other) + " !== " + before);
        assertTrue((Boolean) page.eval("(([m, p]) => m.top >= p.top && m.top < p.bottom)(['#pane-" + other
                + " mark.current', '#pane-" + other
                + "'].map(s => document.querySelector(s).getBoundingClientRect()))"));
    }

    @Test
    void keysGoToTheNextAndThePreviousPassage() throws Exception {
        page.go("#pair-1");
        assertEquals("0", page.eval(CURRENT.formatted("a")));
        page.press("n");
        assertEquals("1", page.eval(CURRENT.formatted("a")));
        assertEquals("1", page.eval(CURRENT.formatted("b")));
        assertTrue(page.text("#position").startsWith("Passage 2 of 2: verbatim, "), page.text("#position"));
        page.press("n");
        assertEquals("0", page.eval(CURRENT.formatted("b")));
        page.press("p");
        assertEquals("1", page.eval(CURRENT.formatted("b")));
        page.press("Escape");
        page.await("!document.getElementById('overview').hidden");
        assertEquals("row-1", page.eval("document.activeElement.id"));
    }

    @Test
    void oneTextShowsAllItsSources() throws Exception {
        page.click("#pairs td:nth-child(2) a");
        page.await("!document.getElementById('one-text').hidden");
        assertEquals(2, page.count("#sources li"));
        assertEquals(2, page.count("#text mark"));
        page.eval("document.querySelector('#text mark button').focus()");
        page.press("Enter");
        page.await("!document.getElementById('pair').hidden");
    }

    @Test
    void thePassagesAloneCanBePrintedAndCopied() throws Exception {
        page.go("#pair-1");
        page.click("#only");
        assertEquals(2, page.count("#excerpts .passage"));
        assertEquals(4, page.count("#excerpts mark u"));
        page.eval("navigator.clipboard.writeText = async text => { window.copied = text; }");
        page.click("#copy");
        page.await("document.getElementById('copied').textContent === 'Copied 2 passages.'");
        String copied = (String) page.eval("window.copied");
        assertTrue(copied.startsWith("Shared passages of ") && copied.contains("Passage 2 (verbatim"), copied);
        page.emulate("print", Map.of());
        assertEquals("none", page.eval("getComputedStyle(document.getElementById('copy')).display"));
        assertNotEquals("none", page.eval("getComputedStyle(document.querySelector('.passage')).display"));
    }

    /** Long lists come in portions. The key and the printer get all of them. */
    @Test
    void longListsAreContinuedAndPrintedInFull() throws Exception {
        Path many = folder.resolve("many.jsonl");
        String lines = Repeated.text(50, i -> "{\"id\": \"" + i + "\", \"text\": \"" + Corpus.words(1, 40) + "\"}\n");
        Files.writeString(many, lines);
        Path longList = folder.resolve("long.html");
        CliRun.of("report", many, "--given-by", 0, "--html", longList).exits(0);
        page.show(longList);
        assertEquals(1_001, page.count("#pairs tr"));
        page.eval("document.querySelector('.more').focus()");
        page.press("Enter");
        assertEquals(1_225, page.count("#pairs tr"));
        assertEquals("row-1001", page.eval("document.activeElement.id"));
        page.eval("document.getElementById('filter').dispatchEvent(new Event('input'))");
        assertEquals(1_001, page.count("#pairs tr"));
        page.eval("window.dispatchEvent(new Event('beforeprint'))");
        assertEquals(1_225, page.count("#pairs tr"));
        // Many pairs of one share: the graph does not open without all of them.
        page.go("#graph");
        assertTrue(page.text("#graph-found").startsWith("1,225 pairs of 1,225"), page.text("#graph-found"));
        page.assertQuiet(longList);
        page.show(report);
    }

    @Test
    void printedTextsAreShownInFull() throws Exception {
        page.go("#pair-1");
        page.emulate("print", Map.of());
        assertEquals("visible", page.eval("getComputedStyle(document.getElementById('pane-a')).overflowY"));
        assertEquals("none", page.eval("getComputedStyle(document.getElementById('map')).display"));
        assertEquals("none", page.eval("getComputedStyle(document.querySelector('nav')).display"));
        assertEquals("exact", page.eval("getComputedStyle(document.querySelector('mark u')).printColorAdjust"));
    }

    @Test
    void verbatimWordsDifferWithoutColours() throws Exception {
        page.go("#pair-1");
        page.emulate("", Map.of("forced-colors", "active", "prefers-reduced-motion", "reduce"));
        String style =
                "(s => s.textDecorationLine + ' ' + s.fontWeight)(getComputedStyle(document.querySelector('%s')))";
        assertEquals("underline 600", page.eval(style.formatted("#pane-a mark u")));
        assertEquals("none 400", page.eval(style.formatted("#pane-a mark")));
        assertEquals("dotted", page.eval("getComputedStyle(document.querySelector('mark')).borderBottomStyle"));
    }

    @Test
    void aPhoneNeedsNoHorizontalScrolling() throws Exception {
        page.size(360, 740);
        for (String hash : new String[] {"#pair-1", "#text-0", "#texts", "#graph", "#"}) {
            page.go(hash);
            assertTrue(number(page.eval("document.scrollingElement.scrollWidth")) <= 360, hash);
        }
        page.go("#pair-1");
        page.click("#only");
        assertTrue(number(page.eval("document.scrollingElement.scrollWidth")) <= 360);
    }

    /** Ben shares 110 of his words with Anna, and the 60 among them with Carla, too: 110 with both together. */
    @Test
    void eachTextHasARowWithWhatItSharesWithAllOthers() throws Exception {
        page.click("nav a[href='#texts']");
        page.await("document.querySelectorAll('#texts-rows tr').length === 6");
        String rows = "[...document.querySelectorAll('#texts-rows tr')].map(r => [...r.cells].map(c => c.textContent))";
        page.click("#texts-table button[data-order=id]");
        assertEquals(
                "anna.txt|1,010|11\u00a0%|110|ben.txt (11\u00a0%), carla.txt (6\u00a0%)|1: 3 texts, each with each",
                page.eval(rows + "[0].join('|')"));
        assertEquals(
                "emil.txt|80|98\u00a0%|78|dora.txt (98\u00a0%)|2: 2 texts, each with each",
                page.eval(rows + "[4].join('|')"));
        assertEquals("empty.txt|0|0\u00a0%|0||–", page.eval(rows + "[5].join('|')"));
        assertEquals("5 texts in 2 groups, 2 of them with each text sharing with each.", page.text("#texts-found"));
        page.eval("(e => { e.value = 61; e.dispatchEvent(new Event('input')); })"
                + "(document.getElementById('group-share'))");
        assertEquals("–", page.eval(rows + "[1][5]"));
        page.go("#");
        assertEquals("1", page.eval("document.querySelector('#row-2').closest('tr').cells[7].textContent"));
    }

    @Test
    void slidersHidePairsWithFewWordsOrASmallPart() throws Exception {
        String set = "(e => { e.value = %d; e.dispatchEvent(new Event('input')); })(document.getElementById('%s'))";
        page.eval(set.formatted(60, "least-share"));
        assertEquals("3 pairs of 4", page.text("#found"));
        page.eval(set.formatted(0, "least-share"));
        String most = "document.getElementById('least-words').max";
        page.eval(set.formatted(((Number) page.eval("Number(" + most + ")")).intValue() - 1, "least-words"));
        assertEquals("75", page.text("#least-words-value"));
        assertEquals("2 pairs of 4", page.text("#found"));
        page.go("#texts");
        assertTrue(page.text("#texts-filter").contains("75 shared words count"), page.text("#texts-filter"));
        assertTrue(page.text("#texts-rows").contains("carla.txt1000\u00a0%0–"), page.text("#texts-rows"));
        page.go("#graph");
        assertTrue(page.text("#graph-found").startsWith("2 pairs of 2"), page.text("#graph-found"));
    }

    @Test
    void theReaderChoosesTheLanguage() throws Exception {
        String choose = "(e => { e.value = '%s'; e.dispatchEvent(new Event('change')); })"
                + "(document.getElementById('language'))";
        page.go("#pair-1");
        page.eval(choose.formatted("de"));
        page.await("document.querySelector('#position').textContent.startsWith('Stelle 1 von 2: wörtlich, ')");
        assertEquals("de", page.eval("document.documentElement.lang"));
        assertEquals("Gemeinsame Stellen", page.eval("document.title"));
        page.eval(choose.formatted("zh"));
        page.go("#texts");
        assertTrue(page.text("#texts-rows").contains("3 篇文本"), page.text("#texts-rows"));
        page.go("#");
        for (String language : PageTexts.LANGUAGES) {
            page.eval(choose.formatted(language));
            String summary = page.text("#summary");
            assertTrue(summary.contains("6") && summary.contains("4") && !summary.contains("{"), summary);
            assertEquals(
                    0,
                    number(page.eval("[...document.querySelectorAll('main *')]"
                            + ".filter(e => /undefined|\\{\\w+\\}/.test(e.textContent)).length")));
        }
    }

    @Test
    void tablesAreSavedAsCsvThatSpreadsheetsDoNotRun() throws Exception {
        page.eval("URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return '#'; };");
        page.click("#pairs-csv");
        page.await("window.saved");
        String saved = (String) page.eval("window.saved");
        assertTrue(saved.startsWith("\"Pair\",\"Text\",\"Shared part (%)\","), saved);
        assertTrue(saved.contains("\r\n2,\"dora.txt\",97.5,\"emil.txt\",97.5,78,1,2\r\n"), saved);
        page.go("#texts");
        page.eval("window.saved = ''");
        page.click("#texts-csv");
        page.await("window.saved");
        saved = (String) page.eval("window.saved");
        assertTrue(
                saved.contains("\"carla.txt\",100,60,60,\"anna.txt (60\u00a0%); ben.txt (60\u00a0%)\",1,3\r\n"), saved);
    }

    @Test
    void whatWasRunIsPrinted() throws Exception {
        page.eval("window.dispatchEvent(new Event('beforeprint'))");
        page.emulate("print", Map.of());
        String run = page.text("#run-list");
        assertTrue(
                run.contains("whorl report " + folder.resolve("essays")) && run.contains("Compared6 documents"), run);
        assertNotEquals("0", page.eval("String(document.getElementById('run-list').clientHeight)"));
    }

    /** No name of the graph is cut off or covers another one. */
    @Test
    void theNamesOfTheGraphAreWhole() throws Exception {
        Path many = folder.resolve("named.jsonl");
        String shared = Corpus.words(1, 40) + " ";
        String lines = Repeated.text(
                14,
                i -> Corpus.record(
                        "class-7b/essay of student number " + i + ".txt", shared + Corpus.words(20 + i, 20 + 5 * i)));
        Files.writeString(many, lines);
        Path named = folder.resolve("named.html");
        CliRun.of("report", many, "--given-by", 0, "--html", named).exits(0);
        page.show(named);
        page.go("#graph");
        assertEquals("essay of student number 0.txt", page.text(".node text"));
        String boxes = "[...document.querySelectorAll('.node.named text')].map(t => t.getBBox())";
        assertEquals(14, number(page.eval(boxes + ".length")));
        assertEquals(
                0,
                number(page.eval("((all, width) => all.filter((a, i) => a.x < 0 || a.x + a.width > width"
                        + " || all.some((b, k) => k > i && a.x < b.x + b.width && b.x < a.x + a.width"
                        + " && Math.abs(a.y - b.y) < 12)).length)(" + boxes
                        + ", document.getElementById('graph-picture').width.baseVal.value)")));
        page.assertQuiet(named);
        page.show(report);
    }

    @Test
    void theGraphShowsGroupsAndOpensPairsAndTexts() throws Exception {
        page.click("nav a[href='#graph']");
        page.await("document.querySelectorAll('#graph-picture .node').length === 5");
        assertEquals(4, page.count("#graph-picture .link"));
        assertTrue(page.text("#graph-found").contains("4 pairs of 4, 5 texts in 2 groups"), page.text("#graph-found"));
        String places = "[...document.querySelectorAll('circle')].map(c => c.getAttribute('cx')).join()";
        Object first = page.eval(places);
        page.eval("document.querySelector('#graph-picture [tabindex=\"0\"]').focus()");
        page.press("ArrowRight");
        assertTrue(page.text("#graph-details").contains("shares text with 2 other texts"), page.text("#graph-details"));
        page.eval("document.getElementById('groups').open = true");
        page.await("document.querySelectorAll('#groups-rows tr').length === 5");
        page.press("Tab");
        page.press("Tab");
        page.press("Enter");
        page.await("!document.getElementById('pair').hidden");
        page.go("#graph");
        page.eval("document.querySelector('#graph-picture [tabindex=\"0\"]').focus()");
        page.press("Enter");
        page.await("!document.getElementById('one-text').hidden");
        page.show(report);
        page.go("#graph");
        assertEquals(first, page.eval(places));
        page.eval("document.getElementById('least').value = 90;"
                + "document.getElementById('least').dispatchEvent(new Event('input'))");
        page.await("document.querySelectorAll('#graph-picture .node').length === 2");
        assertEquals(0, page.count("#graph-picture.selecting"));
        page.eval("document.querySelector('#graph-picture a[href^=\"#pair\"]')"
                + ".dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))");
        page.await("!document.getElementById('pair').hidden");
        assertFalse(page.text("#name-a").isEmpty());
    }
}
