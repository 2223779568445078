package io.whorl.cli.html;

import static io.whorl.cli.html.BrowserPage.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader does with a report, in Chromium. Without Chromium, the tests are skipped. */
class ReportInBrowserTest {
    private static final String SCROLLED = "document.getElementById('%s').scrollTop";
    private static final String CURRENT = "document.querySelector('#pane-%s mark.current').dataset.passage";

    @TempDir
    static Path folder;

    private static Browser browser;
    private static BrowserPage page;
    private static Path report;

    @BeforeAll
    static void openReport() throws Exception {
        browser = Browser.start(folder);
        page = browser.page();
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

    @AfterAll
    static void end() throws Exception {
        if (browser != null) {
            browser.close();
        }
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
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            lines.append("{\"id\": \"" + i + "\", \"text\": \"" + Corpus.words(1, 40) + "\"}\n");
        }
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
        for (String hash : new String[] {"#pair-1", "#text-0", "#graph", "#"}) {
            page.go(hash);
            assertTrue(number(page.eval("document.scrollingElement.scrollWidth")) <= 360, hash);
        }
        page.go("#pair-1");
        page.click("#only");
        assertTrue(number(page.eval("document.scrollingElement.scrollWidth")) <= 360);
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
