package io.whorl.cli;

import static io.whorl.cli.Browser.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.PageTextsTest.ClusterPages;
import io.whorl.testing.LongForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a reader does with a page of clusters, in Chromium. Without Chromium, the tests are skipped. */
class ClustersInBrowserTest extends Browser.Fixture {
    private static final int PAIRS = LongForm.of(600, 100_000);
    private static final String HOSTILE =
            "x</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2>"
                    + "<style>*{display:none}</style>\u2028\u202e\u0000${window.hacked=3}";

    private static Path small;
    private static Path many;

    @BeforeAll
    static void makePages() throws Exception {
        Map<String, String> texts = new TreeMap<>();
        List<String> words = Arrays.asList(Corpus.words(1, 900).split(" "));
        for (int i = 0; i < 6; i++) {
            texts.put("guide/v" + i + ".txt", String.join(" ", words.subList(i * 40, i * 40 + 600)));
        }
        texts.put(HOSTILE, HOSTILE + " " + Corpus.words(2, 80));
        texts.put("plain", Corpus.words(2, 80) + " " + HOSTILE);
        small = write(
                "small",
                texts,
                id -> id.startsWith("guide/") && !id.contains("v5")
                        ? Optional.of(Instant.parse("200" + id.charAt(7) + "-03-01T00:00:00Z"))
                        : Optional.empty());
        Map<String, String> pairs = new TreeMap<>();
        for (int i = 0; i < PAIRS; i++) {
            String text = Corpus.words(i + 10, 6);
            pairs.put(String.format("p%06d/first", i), text);
            pairs.put(String.format("p%06d/second", i), text);
        }
        many = write("many", pairs, ClustersPage.DatesById.NONE);
    }

    private static Path write(String name, Map<String, String> texts, ClustersPage.DatesById dates) throws IOException {
        Path index = ClusterPages.index(folder, texts);
        Path file = folder.resolve(name + ".html");
        return Files.write(
                file, ClusterPages.page(index, ClusterPages.OPTIONS, ClusterPages.SIZE, dates, List.of(HOSTILE)));
    }

    @BeforeEach
    void show() throws Exception {
        page.show(small);
    }

    @AfterEach
    void thePageReportsNoError() throws Exception {
        page.size(1280, 800);
        page.emulate("", Map.of("prefers-reduced-motion", "reduce"));
        assertEquals("undefined", page.eval("typeof window.hacked"));
        assertEquals(0, page.count("body img, main style, a[href^=javascript]"));
    }

    @Test
    void theListIsOrderedByAClickOnAColumn() throws Exception {
        assertEquals(2, page.count("#rows a"));
        assertTrue(page.text("#summary").startsWith("2 clusters of 8 documents; 0 documents are in no cluster"));
        assertTrue(page.text("#rows tr:nth-child(2)").contains("6"), page.text("#rows tr:nth-child(2)"));
        page.click("button[data-order=size]");
        page.click("button[data-order=size]");
        assertTrue(page.text("#rows tr:nth-child(2)").startsWith("22"), page.text("#rows tr:nth-child(2)"));
        assertEquals("ascending", page.eval("document.querySelector('th[aria-sort]').getAttribute('aria-sort')"));
        page.click("button[data-order=from]");
        assertTrue(page.text("#rows tr:nth-child(2)").contains("2000-03-01 – 2004-03-01"));
        page.assertQuiet(small);
    }

    @Test
    void onlyTheVisibleRowsOfALongListAreInTheDocument() throws Exception {
        page.show(many);
        assertEquals(
                PAIRS + 1.0,
                number(page.eval("Number(document.getElementById('rows-table').ariaRowCount"
                        + " || document.getElementById('rows-table').getAttribute('aria-rowcount'))")));
        assertTrue(page.count("#rows a") < 150, "rows: " + page.count("#rows a"));
        page.eval("document.getElementById('rows-scroll').scrollTop = 1e9");
        page.await("document.getElementById('row-" + PAIRS + "')");
        assertTrue(page.count("#rows a") < 150);
        page.eval("document.getElementById('rows-scroll').focus({preventScroll: true})");
        page.press("Home");
        assertEquals("row-1", page.eval("document.activeElement.id"));
        page.press("ArrowDown");
        page.press("PageDown");
        page.press("ArrowUp");
        assertNotEquals("row-1", page.eval("document.activeElement.id"));
        page.press("End");
        assertEquals("row-" + PAIRS, page.eval("document.activeElement.id"));
        page.press("Enter");
        page.await("!document.getElementById('cluster').hidden");
        assertEquals("Cluster " + String.format("%,d", PAIRS) + ": 2 documents", page.text("#cluster-title"));
        page.press("p");
        // The hash changes before the page handles it.
        page.await("document.getElementById('cluster-title').textContent === 'Cluster "
                + String.format("%,d", PAIRS - 1) + ": 2 documents'");
        assertEquals("#cluster-" + (PAIRS - 1), page.eval("location.hash"));
        page.press("Escape");
        page.await("document.activeElement.id === 'row-" + (PAIRS - 1) + "'");
        page.assertQuiet(many);
    }

    @Test
    void theSearchFindsClustersByAnyMember() throws Exception {
        page.show(many);
        String last = String.format("p%06d/SECOND", PAIRS - 1);
        page.eval("document.getElementById('filter').value = '" + last + "';"
                + "document.getElementById('filter').dispatchEvent(new Event('input'))");
        page.await(
                "document.getElementById('found').textContent === '1 cluster of " + String.format("%,d", PAIRS) + "'");
        assertEquals(1, page.count("#rows a"));
        assertTrue(page.text("#rows").contains("/second"), page.text("#rows"));
        page.assertQuiet(many);
    }

    @Test
    void aClusterShowsItsGraphItsTimelineAndItsTexts() throws Exception {
        page.click("#row-1");
        page.await("!document.getElementById('cluster').hidden");
        assertEquals(6, page.count("#graph-picture .node"));
        assertEquals(1, page.count("#graph-picture rect"));
        assertTrue(page.count("#graph-picture .arrow") >= 4);
        assertEquals(5, page.count("#timeline-picture circle"));
        assertTrue(page.text("#timeline-text").contains("2000-03-01 to 2004-03-01. 1 member without a date."));
        assertEquals(6, page.count("#members-rows tr"));
        assertEquals(3, page.count("#samples-list > li"));
        assertTrue(page.count("#samples-list u") >= 3);
        page.click("#members button[data-order=date]");
        assertTrue(page.text("#members-rows tr").contains("v0.txt"), page.text("#members-rows tr"));
        page.eval("document.querySelector('#timeline-picture [tabindex=\"0\"]').focus()");
        page.press("ArrowRight");
        page.press("Enter");
        page.await("document.querySelector('#members-rows .current')");
        assertTrue(page.text("#members-rows .current").contains("v1.txt"));
        page.assertQuiet(small);
    }

    @Test
    void textsAreSideBySideWithSharedPassagesMarked() throws Exception {
        page.go("#cluster-1");
        page.click("#samples-list a");
        page.await("!document.getElementById('pair').hidden");
        assertTrue(page.text("#name-a").contains("(representative)"), page.text("#name-a"));
        assertEquals(1, page.count("#pane-b mark"));
        assertTrue(page.text("#position").startsWith("Passage 1 of 1: verbatim"), page.text("#position"));
        assertEquals("none", page.eval("getComputedStyle(document.getElementById('legend-given')).display"));
        page.press("Escape");
        page.await("location.hash === '#cluster-1' && !document.getElementById('cluster').hidden");
        page.assertQuiet(small);
    }

    @Test
    void namesAndTextsExecuteNothing() throws Exception {
        for (String hash : new String[] {"#cluster-2", "#pair-2-1", "#cluster-2-2", "#cluster-9", "#pair-1-9", "#x"}) {
            page.go(hash);
        }
        page.go("#pair-2-1");
        assertTrue(((String) page.eval("[...document.querySelectorAll('.pane')].map(p => p.textContent).join()"))
                .contains("x</script><script>window.hacked=1</script>"));
        page.click("#only");
        page.go("#cluster-2");
        assertTrue(page.text("#members-rows").contains("</style>\\u2028\\u202e\\u0000"), page.text("#members-rows"));
        page.assertQuiet(small);
    }

    @Test
    void thePageFitsAPhoneAndAPrinter() throws Exception {
        page.size(360, 740);
        for (String hash : new String[] {"#cluster-1", "#pair-1-1", "#"}) {
            page.go(hash);
            assertTrue(number(page.eval("document.scrollingElement.scrollWidth")) <= 360, hash);
        }
        page.size(1280, 800);
        page.show(many);
        page.emulate("print", Map.of());
        page.eval("window.dispatchEvent(new Event('beforeprint'))");
        assertEquals(Math.min(PAIRS, 1_000), page.count("#rows a"));
        assertEquals("visible", page.eval("getComputedStyle(document.getElementById('rows-scroll')).overflowY"));
        page.assertQuiet(many);
    }
}
